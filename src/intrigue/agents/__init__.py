"""The same table for other software."""
