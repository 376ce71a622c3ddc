"""`python -m intrigue`."""

from intrigue.cli import main

main()
