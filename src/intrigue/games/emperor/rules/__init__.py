"""The rules of Emperor: plain functions over a state, compiled."""
