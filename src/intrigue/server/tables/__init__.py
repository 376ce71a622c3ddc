"""A table with its seats, its people and their words."""
