"""Notices that leave the house: decided rows, and how they are sent."""
