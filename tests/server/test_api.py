"""The interface keeps to its own description, whatever it is sent (schemathesis)."""

from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from intrigue.server.web.openapi import document

from .running import Server, table_of

schema = schemathesis.openapi.from_dict(document("of a test"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="session")
def seated(server: Server) -> tuple[str, str]:
    """Somebody's device, and a table where they sit."""
    table, people = table_of(server, ["Ann"], bots=2)
    assert people[0].device is not None
    return people[0].device, table


@schema.parametrize()
@settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(
    case: "Case[Any]", server: Server, seated: tuple[str, str]
) -> None:
    device, table = seated
    if case.path_parameters.get("table") and case.path_parameters["table"][:1] < "m":
        case.path_parameters["table"] = quote(table)  # half of the guesses are right
    headers = {"Cookie": f"intrigue={device}", "Authorization": f"Bearer {server.operator}"}
    if case.path.endswith("sign-out"):
        headers.pop("Cookie")
    response = case.call(base_url=server.url, headers=headers)
    case.validate_response(response, checks=CHECKS)
