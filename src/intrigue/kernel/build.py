"""Which of the two ways the rules run: compiled by mypyc (the wheel) or as plain Python."""

from . import position


def compiled() -> bool:
    """Whether the compiled modules are the ones that were loaded."""
    return not str(position.__file__).endswith(".py")
