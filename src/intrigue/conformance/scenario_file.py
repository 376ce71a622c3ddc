"""Reading scenario files: YAML with line numbers, so that every complaint names its line."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from intrigue.kernel.text import BadInput, catalogue

CHECKS = (
    "then",
    "sees",
    "options",
    "offered",
    "not_offered",
    "asked",
    "ready",
    "events",
    "sequence",
    "no_events",
    "done",
    "answers",
    "draws",
    "refused",
    "outcome",
    "same_view",
)
KEYS = (
    "title",
    "game",
    "rules",
    "seats",
    "table",
    "given",
    "chance",
    "when",
    *CHECKS,
    "cases",
    "create",
    "note",
)


class Broken(BadInput):
    """A file that is no scenario: where, and what was expected."""

    def __init__(self, path: Path, line: int, why: str, **data: Any) -> None:
        super().__init__("broken", path=str(path), line=line, why=why, **data)

    def sentence(self, lang: str = "en") -> str:
        words = catalogue("intrigue.kernel", lang)
        why = self.data["why"]
        if why in words.words["scenario"]:
            why = words.say("scenario", why, **{k: v for k, v in self.data.items() if k != "why"})
        return f"{self.data['path']}:{self.data['line']}: {why}"


class Map(dict[str, Any]):
    """A mapping that remembers its lines."""

    line = 0
    lines: dict[str, int]


class _Loader(yaml.SafeLoader):
    """YAML in which only true and false are truth values: `off` is a word."""


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
            raise yaml.constructor.ConstructorError(
                None, None, f"{key!r} stands twice", key_node.start_mark
            )
        out.lines[key] = key_node.start_mark.line + 1
        out[key] = loader.construct_object(value_node, deep=True)
    return out


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def find(paths: Sequence[Path]) -> list[Path]:
    """The scenario files at or below the given paths; raises `BadInput`."""
    out: list[Path] = []
    for path in paths:
        if path.is_dir():
            out += sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml"))
        elif path.exists():
            out.append(path)
        else:
            raise BadInput("no_file", path=str(path))
    return out


def read(path: Path) -> list[Map]:
    """The scenarios of a file, one per YAML document; raises `Broken`."""
    try:
        documents = list(yaml.load_all(path.read_text("utf-8"), _Loader))
    except UnicodeDecodeError:
        raise Broken(path, 1, "not_utf8") from None
    except OSError as error:
        raise Broken(path, 1, error.strerror or str(error)) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise Broken(path, line, f"YAML: {error.problem or error}") from None
    except yaml.YAMLError as error:
        raise Broken(path, 1, f"YAML: {error}") from None
    out = []
    for document in documents:
        if document is None:
            continue
        if not isinstance(document, Map):
            raise Broken(path, 1, "not_a_mapping")
        for key in document:
            if key not in KEYS:
                raise Broken(path, document.lines[key], "no_key", key=key, known=list(KEYS))
        if not isinstance(document.get("title"), str):
            raise Broken(path, document.line, "no_title")
        out.append(document)
    if not out:
        raise Broken(path, 1, "nothing")
    return out


def cases(document: Map) -> Iterator[Map]:
    """The document itself, or one document for each of its `cases` (mappings laid over it)."""
    rows = document.get("cases")
    if not isinstance(rows, list) or not all(isinstance(row, Map) for row in rows):
        yield document
        return
    for number, row in enumerate(rows, 1):
        merged = merge(document, row)
        del merged["cases"]
        merged.line = row.line
        merged["title"] = row.get("title", f"{document['title']} ({number})")
        yield merged


def merge(below: Map, above: Map) -> Map:
    out = Map(below)
    out.line = below.line
    out.lines = {**below.lines, **above.lines}
    for key, value in above.items():
        if isinstance(value, Map) and isinstance(below.get(key), Map):
            out[key] = merge(below[key], value)
        else:
            out[key] = value
    return out
