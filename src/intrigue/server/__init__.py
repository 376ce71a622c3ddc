"""The server: a table for friends that keeps secrets and loses nothing."""
