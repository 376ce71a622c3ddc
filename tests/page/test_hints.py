"""What would you do? A strong bot says it while one practises, in the menu of the table."""

import pytest
from playwright.sync_api import expect

from tests.server.running import Server, table_of

from .conftest import Door
from .people import DESKTOP, PHONE


@pytest.mark.parametrize(
    ("size", "lang", "question", "said"),
    [
        (DESKTOP, "en", "What would you do?", "I would choose “"),
        (PHONE, "fr", "Que feriez-vous ?", "Je choisirais «"),
    ],
    ids=["desktop-en", "phone-fr"],
)
def test_who_practises_may_ask_what_a_strong_bot_would_do(
    people: Door, size: dict[str, int], lang: str, question: str, said: str
) -> None:
    person = people("Zora", size=size, lang=lang).enter("/lesson/truce")
    page = person.page
    page.locator(".menu summary").first.click()
    page.get_by_role("button", name=question).click()
    expect(page.locator(".hint [role=status]")).to_contain_text(said)
    person.check()


def test_at_a_table_with_others_there_is_nobody_to_ask(people: Door, server: Server) -> None:
    table, (ada, _) = table_of(server, ["Ada", "Bo"], bots=1)
    person = people("Ada").become(ada.device)
    person.go(f"/t/{table}")
    page = person.page
    page.locator(".menu summary").first.click()
    expect(page.locator(".menu .panel")).to_be_visible()
    expect(page.get_by_role("button", name="What would you do?")).to_have_count(0)
