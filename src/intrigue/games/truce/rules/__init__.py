"""The rules of Truce: plain functions over a state, compiled."""
