"""What the program says, and how it says that a line was typed wrong."""

import re
from typing import Any

from intrigue.kernel.text import Catalogue, catalogue
from intrigue.screen import Screen


class Words:
    """What the program says, in the language of this call."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.catalogue: Catalogue = catalogue("intrigue", lang)
        self.out = Screen(highlight=False, emoji=False, soft_wrap=True)
        self.err = Screen(highlight=False, emoji=False, soft_wrap=True, stderr=True)

    def __call__(self, *keys: str, **data: Any) -> str:
        return self.catalogue.say(*keys, **data)

    def usage(self, error: Exception) -> str:
        """A mistake on the command line, in our own words."""
        parameter = getattr(error, "param", None)
        said = error.format_message()  # type: ignore[attr-defined]
        kind = type(error).__name__
        if kind == "NoArgsIsHelpError":
            return self.translate(said)
        if kind == "NoSuchOption":
            return self("usage", "no_option", name=getattr(error, "option_name", said))
        if parameter is not None:
            flag = parameter.opts[0]
            name = flag if flag.startswith("-") else parameter.name.upper()
            return self("usage", "missing" if kind == "MissingParameter" else "value", name=name)
        command = re.match("No such command '(.*)'", said)
        if command:
            return self("usage", "no_command", name=command[1])
        return self("usage", "other", why=said)

    def translate(self, page: str) -> str:
        """The few words of a help page that the library, not the catalogue, wrote."""
        for word, ours in self.catalogue.words["help_page"].items():
            page = page.replace(word, ours)
        return page
