"""The lab: many matches on one machine."""
