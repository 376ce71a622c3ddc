"""The interface, described for programs: OpenAPI 3.1 and the JSON Schemas of the socket's frames.
Both are made from the endpoints and Structs themselves."""

from functools import cache
from typing import Any, get_args

import msgspec

from intrigue.kernel.game import discover
from intrigue.kernel.text import LANGUAGES
from intrigue.session.message import Message

from ..wire import frames, http
from .endpoint import Endpoint
from .routes import ENDPOINTS

CLIENT = get_args(frames.ClientFrame)
SERVER = get_args(frames.ServerFrame)


@cache
def document(version: str) -> dict[str, Any]:
    """OpenAPI 3.1."""
    kinds = [point.body for point in ENDPOINTS if point.body is not None]
    kinds += [point.answer for point in ENDPOINTS if point.answer is not str]
    kinds = list(dict.fromkeys([*kinds, http.Problem]))
    schemas, parts = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    by_kind = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for point in ENDPOINTS:
        paths.setdefault(point.path, {})[point.method.lower()] = _operation(point, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {"title": "intrigue", "version": version},
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": {
                "device": {"type": "apiKey", "in": "cookie", "name": "intrigue"},
                "operator": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _operation(point: Endpoint, by_kind: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    text = point.answer is str
    good = {point.media: {"schema": {"type": "string"} if text else by_kind[point.answer]}}
    problem = {
        "description": "Why not",
        "content": {"application/json": {"schema": by_kind[http.Problem]}},
    }
    out: dict[str, Any] = {
        "operationId": point.handler.__name__,
        "summary": point.summary,
        "responses": {"200": {"description": "Done", "content": good}, "default": problem},
        "security": _security(point),
    }
    names = [part[1:-1] for part in point.path.split("/") if part.startswith("{")]
    out["parameters"] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in names
    ]
    out["parameters"] += [
        {"name": name, "in": "query", "schema": {"type": "integer", "minimum": 0}}
        for name in point.query
    ]
    lang = {"type": "string", "enum": list(LANGUAGES)}
    out["parameters"].append({"name": "lang", "in": "query", "schema": lang})
    if point.body is not None:
        content = {"application/json": {"schema": by_kind[point.body]}}
        out["requestBody"] = {"required": False, "content": content}
    return out


def _security(point: Endpoint) -> list[dict[str, list[str]]]:
    if point.operator:
        return [{"operator": []}]
    return [{"device": []}] if point.signed_in else []


@cache
def socket_schema() -> dict[str, Any]:
    """JSON Schemas of the socket's frames, both ways."""
    schemas, parts = msgspec.json.schema_components(
        [*CLIENT, *SERVER], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "intrigue socket protocol",
        "protocol": frames.PROTOCOL,
        "client": {"oneOf": schemas[: len(CLIENT)]},
        "server": {"oneOf": schemas[len(CLIENT) :]},
        "$defs": parts,
    }


def everything() -> dict[str, Any]:
    """One JSON Schema with all that a page meets: bodies and answers, frames, the state of a match,
    and every game's view under the game's id. The page's types are made of it."""
    kinds = [point.body for point in ENDPOINTS if point.body is not None]
    kinds += [point.answer for point in ENDPOINTS if point.answer is not str]
    views = {game.id: game.view_type for game in discover().values()}
    kinds += [http.Problem, Message, *CLIENT, *SERVER, *views.values()]
    schemas, parts = msgspec.json.schema_components(
        list(dict.fromkeys(kinds)), ref_template="#/$defs/{name}"
    )
    by_kind = dict(zip(dict.fromkeys(kinds), schemas, strict=True))
    parts["ClientFrame"] = {"oneOf": [by_kind[kind] for kind in CLIENT]}
    parts["ServerFrame"] = {"oneOf": [by_kind[kind] for kind in SERVER]}
    parts["Views"] = {
        "type": "object",
        "properties": {game: by_kind[view] for game, view in views.items()},
        "required": list(views),
    }
    return {"title": "Everything", "type": "object", "$defs": parts}


if __name__ == "__main__":
    import sys

    sys.stdout.write(msgspec.json.encode(everything()).decode())
