"""The whole HTTP interface: importing its parts puts their endpoints on the list."""

from .api import accounts, after_end, away, games, notices, operator, tables
from .endpoint import ENDPOINTS

PARTS = (tables, accounts, notices, games, after_end, away, operator)
__all__ = ["ENDPOINTS", "PARTS"]
