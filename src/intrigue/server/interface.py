"""The whole HTTP interface: importing its parts puts their endpoints on the list."""

from . import absence, account_api, after, api, library, notice_api, operator
from .endpoint import ENDPOINTS

PARTS = (api, account_api, notice_api, library, after, absence, operator)
__all__ = ["ENDPOINTS", "PARTS"]
