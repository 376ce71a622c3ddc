"""The whole HTTP interface: importing its parts puts their endpoints on the list."""

from . import absence, after, api, library, operator
from .endpoint import ENDPOINTS

PARTS = (api, library, after, absence, operator)
__all__ = ["ENDPOINTS", "PARTS"]
