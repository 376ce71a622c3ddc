"""The database: what is kept, how it is written, and who minds what."""
