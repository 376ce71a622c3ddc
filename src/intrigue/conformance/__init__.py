"""The proof that a game keeps the contract: the kit, two worlds, scenarios."""
