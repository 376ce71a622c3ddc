"""The server's sentences: every code has one, and none stands there for nothing."""

import re
from pathlib import Path

from intrigue.kernel.text import catalogue
from intrigue.server import errors

SOURCES = Path(errors.__file__).parent


def test_every_code_has_a_sentence_and_every_sentence_a_use() -> None:
    text = "".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    raised = set(re.findall(r'ServerError\(\s*"(\w+)"', text))
    raised |= set(re.findall(r'"(press_\w+)"', text)) | {"not_started"}
    for used in re.findall(r'ServerError\("(\w+)" if [^)]* else "(\w+)"\)', text):
        raised |= set(used)
    written = set(catalogue("intrigue.server", "en").words["bad_input"])
    assert raised - written == set()
    assert written - raised == set()
    assert set(errors.STATUS) - written == set()
