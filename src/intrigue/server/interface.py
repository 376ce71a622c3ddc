"""The whole HTTP interface: importing its parts puts their endpoints on the list."""

from . import after, api, library, operator
from .endpoint import ENDPOINTS

PARTS = (api, library, after, operator)
__all__ = ["ENDPOINTS", "PARTS"]
