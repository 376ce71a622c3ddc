"""Time: what it is, when a question is over, and who may change the pace."""
