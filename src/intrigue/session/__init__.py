"""The live table around a position, and its record."""
