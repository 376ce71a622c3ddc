"""YAML that remembers its lines, so that every complaint about a file names the place.

It knows YAML and nothing of scenarios.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from intrigue.kernel.text import BadInput, catalogue


class Broken(BadInput):
    """A file that is no scenario: where, and what to write instead. `why` is a key of the
    catalogue's part `scenario`, or a complaint that has its sentence already."""

    def __init__(self, path: Path, line: int, why: "str | BadInput", **data: Any) -> None:
        super().__init__("broken", path=str(path), line=line, why=why, **data)

    @classmethod
    def unknown(
        cls,
        path: Path,
        line: int,
        why: str,
        word: str,
        known: Sequence[str],
        also: Sequence[str] = (),
        **data: Any,
    ) -> "Broken":
        """About a word that is none of the known ones, with a guess if one is near. What is also
        known is too much to be listed."""
        near = get_close_matches(word, [*known, *also], 1)
        if near:
            return cls(path, line, why + "_near", key=word, near=near[0], **data)
        return cls(path, line, why, key=word, known=list(known), **data)

    def sentence(self, lang: str = "en") -> str:
        why = self.data["why"]
        if isinstance(why, BadInput):
            said = why.sentence(lang)
        else:
            data = {key: value for key, value in self.data.items() if key != "why"}
            said = catalogue("intrigue.kernel", lang).say("scenario", why, **data)
        return f"{self.data['path']}:{self.data['line']}: {said}"


class Map(dict[str, Any]):
    """A mapping that remembers its lines."""

    line = 0
    lines: dict[str, int]


class Items(list[Any]):
    """A list that remembers its lines."""

    lines: Sequence[int] = ()


class _Loader(yaml.SafeLoader):
    """YAML in which only true and false are truth values: `off` is a word."""


class _Twice(yaml.MarkedYAMLError):
    """A key that stands twice in a mapping."""

    def __init__(self, key: str, mark: yaml.Mark) -> None:
        super().__init__(problem_mark=mark)
        self.key = key


_Loader.yaml_implicit_resolvers = {
    first: [(tag, how) for tag, how in pairs if not tag.endswith((":bool", ":timestamp"))]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))


def _mapping(loader: _Loader, node: yaml.MappingNode) -> Map:
    out = Map()
    out.line = node.start_mark.line + 1
    out.lines = {}
    for key_node, value_node in node.value:
        key = str(loader.construct_object(key_node, deep=True))
        if key in out:
            raise _Twice(key, key_node.start_mark)
        out.lines[key] = key_node.start_mark.line + 1
        out[key] = loader.construct_object(value_node, deep=True)
    return out


def _sequence(loader: _Loader, node: yaml.SequenceNode) -> Items:
    out = Items(loader.construct_object(item, deep=True) for item in node.value)
    out.lines = [item.start_mark.line + 1 for item in node.value]
    return out


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
_Loader.add_constructor("tag:yaml.org,2002:seq", _sequence)

# what the library complains of, and the advice of the catalogue that helps
_ADVICE = {
    r"'\\t'": "yaml_tab",
    "mapping values are not allowed": "yaml_colon",
    "cannot start any token": "yaml_quote",
    "found undefined alias|while scanning an? (alias|anchor)": "yaml_quote",
    r"expected ',' or '[]}]'": "yaml_bracket",
    "unexpected end of stream|found '<stream end>'": "yaml_end",
    "expected <block end>|expected ':'|'-'": "yaml_indent",
}


def load(path: Path) -> list[Any]:
    """Every document of a file; raises `Broken`."""
    try:
        return list(yaml.load_all(path.read_text("utf-8"), _Loader))
    except UnicodeDecodeError:
        raise Broken(path, 1, "not_utf8") from None
    except OSError as error:
        why = {"path": path.name, "why": error.strerror or str(error)}
        raise Broken(path, 1, BadInput("unreadable", **why)) from None
    except _Twice as error:
        raise Broken(path, _line(error), "twice", key=error.key) from None
    except yaml.MarkedYAMLError as error:
        said = f"{error.context or ''} {error.problem or ''}".strip()
        advice = next((key for words, key in _ADVICE.items() if re.search(words, said)), "yaml")
        raise Broken(path, _line(error), advice, said=said) from None
    except yaml.YAMLError as error:
        raise Broken(path, 1, "yaml", said=" ".join(str(error).split())) from None


def _line(error: yaml.MarkedYAMLError) -> int:
    mark = error.problem_mark or error.context_mark
    return mark.line + 1 if mark else 1


class _Dumper(yaml.SafeDumper):
    """Writes what `_Loader` reads."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Dumper.yaml_implicit_resolvers = _Loader.yaml_implicit_resolvers
_Dumper.add_multi_representer(dict, yaml.SafeDumper.represent_dict)
_Dumper.add_multi_representer(list, yaml.SafeDumper.represent_list)
_Dumper.add_multi_representer(tuple, yaml.SafeDumper.represent_list)
_Dumper.add_multi_representer(object, lambda dumper, value: dumper.represent_str(str(value)))


def shown(value: Any) -> str:
    """A value on one line, as one would write it in a scenario."""
    text = yaml.dump(
        value,
        Dumper=_Dumper,
        default_flow_style=True,
        sort_keys=False,
        allow_unicode=True,
        width=1_000_000,
    )
    return text.removesuffix("...\n").strip()
