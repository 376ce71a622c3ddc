"""A match as it is stored, and what is made of it: replay, Gazette, attendance."""
