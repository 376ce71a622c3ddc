"""The rules of J'Accuse, as functions over the state of a match."""
