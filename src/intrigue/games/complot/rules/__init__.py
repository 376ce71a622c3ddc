"""The rules of Complot as functions over a state; compiled."""
