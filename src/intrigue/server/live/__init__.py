"""A match under way, in memory."""
