"""`python -m intrigue`."""

from intrigue.cli.main import main

main()
