"""Notices that leave the server: decided rows, and how they are sent."""
