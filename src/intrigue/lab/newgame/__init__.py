"""The smallest complete game: `intrigue new-game` copies it, under another name."""
