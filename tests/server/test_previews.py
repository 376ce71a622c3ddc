"""What a link says of itself where it is pasted: to whom it is an invitation, and what it hides."""

import html
import re
import sqlite3
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from intrigue.agents.client import CallRefused, Client
from intrigue.server.previews.card import COLOURS, Card, svg, writable
from intrigue.server.previews.draw import draw
from intrigue.server.previews.story import DASHES
from intrigue.server.previews.story import picture as curve_picture
from intrigue.session.record import Record
from intrigue.session.story import story

from .running import Server, serving, table_of
from .test_after import GOLDEN, finished

PATIENCE = 240  # seconds: cards are drawn when nobody else needs the machine
TAG = re.compile(r'<meta (?:property|name)="([^"]*)" content="([^"]*)" />')


def tags(server: Server, path: str, **headers: str) -> dict[str, str]:
    """The tags that a stranger's program finds at an address."""
    status, _, data = Client(server.url).raw("GET", path, None, headers)
    assert status == 200
    return {name: html.unescape(said) for name, said in TAG.findall(data.decode())}


def test_masks_on_a_card_have_the_colours_of_the_page() -> None:
    page = Path(__file__).parents[2] / "web" / "src" / "lib" / "masks.ts"
    assert tuple(re.findall(r"dark: '(#[0-9a-f]{6})'", page.read_text("utf-8"))) == COLOURS


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def picture(server: Server, found: dict[str, str]) -> bytes:
    path = found["og:image"].removeprefix(server.url)
    status, headers, data = Client(server.url, timeout=PATIENCE).raw("GET", path)
    assert (status, headers["content-type"]) == (200, "image/png")
    assert headers["cache-control"] == "public, max-age=86400"
    return data


def test_an_invitation_names_host_game_length_and_free_seats(server: Server) -> None:
    ann = server.person("Ann")
    info = ann.make_table("truce", 4)
    server.person("Bob the Silent").join(info["code"])
    found = tags(server, f"/join/{info['code']}")
    assert found["og:title"] == "Ann invites you to Truce"
    assert found["og:description"].startswith("2 seats of 4 free. 20 to 40 minutes. ")
    assert found["og:url"] == f"{server.url}/join/{info['code']}"
    assert (found["og:type"], found["og:locale"]) == ("website", "en_GB")
    assert found["twitter:card"] == "summary_large_image"
    assert "Bob" not in str(found), "he did not agree to be named"
    same = tags(server, f"/t/{info['id']}?code={info['code']}")
    assert same == found, "so does the address bar of whoever sits there"
    french = ann.make_table("emperor", 5, lang="fr")
    found = tags(server, f"/join/{french['code']}")
    assert found["og:title"] == "Ann vous invite à jouer à Tous à côté de l’Empereur"
    assert found["og:locale"] == "fr_FR"


def test_the_address_of_a_private_table_says_no_more_than_the_front_page(server: Server) -> None:
    ann = server.person("Ann")
    info = ann.make_table("truce", 4, spectators=True)
    listed = ann.make_table("truce", 4, listed=True)
    front = tags(server, "/")
    assert front["og:title"] == "intrigue"
    wrong = ("?code=XXXXXX", f"?code={listed['code']}", "?code=", "/gazette")
    for path in (f"/t/{info['id']}", "/t/none", "/t/", "/join/XXXXXX", "/join", "/t/%00"):
        assert tags(server, path) == front, path
    for more in wrong:
        assert tags(server, f"/t/{info['id']}{more}") == front, more


def test_a_listed_table_names_its_host_who_chose_to_be_found(server: Server) -> None:
    info = server.person("Ann").make_table("truce", 4, listed=True)
    found = tags(server, f"/t/{info['id']}")
    assert found["og:title"] == "Ann invites you to Truce"
    assert found["og:url"] == f"{server.url}/t/{info['id']}"
    assert info["code"] not in str(found)


def test_a_match_under_way_says_nothing_but_that_it_is(server: Server) -> None:
    table, (ann,) = table_of(server, ["Ann"], bots=3)
    found = tags(server, f"/join/{ann.table(table)['code']}")
    assert found["og:title"] == "Ann is playing Truce"
    assert found["og:description"].startswith("You can take over from a bot. 20 to 40 minutes.")


def test_rules_say_whose_they_are_in_the_readers_language(server: Server) -> None:
    assert tags(server, "/rules/truce")["og:title"] == "Truce: the rules"
    found = tags(server, "/rules/truce/cards", **{"Accept-Language": "fr"})
    assert found["og:title"] == "Truce : les règles"
    assert tags(server, "/rules/none") == tags(server, "/")


def test_whatever_somebody_is_called_is_text(server: Server) -> None:
    name = "O\"&amp;'x = 1"
    info = server.person(name).make_table("truce", 3)
    found = tags(server, f"/join/{info['code']}")
    assert found["og:title"] == f"{name} invites you to Truce"
    assert size(picture(server, found)) == (1200, 630)
    host = {"Host": '"><script>'}
    _, _, data = Client(server.url).raw("GET", "/", None, host)
    assert b'"><script>' not in data


def test_the_card_is_a_png_that_shows_the_free_seats(server: Server) -> None:
    ann = server.person("Ann")
    info = ann.make_table("truce", 4)
    before = tags(server, f"/join/{info['code']}")
    drawn = picture(server, before)
    assert size(drawn) == (1200, 630)
    server.person("Bob").join(info["code"])
    after = tags(server, f"/join/{info['code']}")
    assert after["og:image"] != before["og:image"], "what is cached elsewhere is not shown again"
    other = picture(server, after)
    assert size(other) == (1200, 630)
    assert other != drawn
    path = f"/join/{info['code']}/preview.png"
    _, headers, _ = Client(server.url).raw("GET", path)
    assert headers["cache-control"] == "no-cache"
    assert headers["cross-origin-resource-policy"] == "cross-origin"
    status, _, data = Client(server.url).raw("GET", path, None, {"If-None-Match": headers["etag"]})
    assert (status, data) == (304, b"")


def test_every_page_has_a_card(server: Server) -> None:
    for path in ("/", "/rules/complot"):
        assert size(picture(server, tags(server, path))) == (1200, 630)


def test_a_shared_story_says_who_has_won_and_shows_the_curve(server: Server) -> None:
    table, people, _ = finished(server)
    token = people[0].post(f"/api/tables/{table}/share")["token"]
    told = people[0].get(f"/api/tables/{table}/story")
    won = [told["names"][seat] for seat in told["result"]["winners"]]
    found = tags(server, f"/shared/{token}/story")
    assert all(name in found["og:title"] for name in won)
    assert found["og:title"].endswith("at Truce: the story of a match")
    assert found["og:description"] == told["result"]["sentence"]
    assert found["og:url"] == f"{server.url}/shared/{token}/story"
    drawn = picture(server, found)
    assert size(drawn) == (1200, 630)
    assert drawn != picture(server, tags(server, "/")), "it is a picture of this match"
    french = tags(server, f"/shared/{token}/story", **{"Accept-Language": "fr"})
    assert french["og:title"].endswith("à Truce : le récit d’une partie")


def test_a_story_that_nobody_shared_says_no_more_than_the_front_page(server: Server) -> None:
    table, _, _ = finished(server)
    front = tags(server, "/")
    for path in (f"/story/{table}", "/shared/none/story", f"/shared/{table}/story"):
        assert tags(server, path) == front, path


def test_a_match_by_other_rules_still_has_a_page(server: Server) -> None:
    table, people, _ = finished(server)
    token = people[0].post(f"/api/tables/{table}/share")["token"]
    with sqlite3.connect(server.data / "intrigue.sqlite3", timeout=30) as database:
        changed = """UPDATE tables SET header = replace(header, '"version":"1"', '"version":"0"')"""
        database.execute(f"{changed} WHERE id = ?", (table,))
    assert tags(server, f"/shared/{token}/story") == tags(server, "/")
    with pytest.raises(CallRefused) as refused:
        Client(server.url).get(f"/api/shared/{token}/story")
    assert refused.value.code != "internal"


@pytest.mark.parametrize("game", ["truce", "jaccuse", "emperor", "accusation", "complot"])
def test_every_game_has_a_picture_of_its_story(game: str) -> None:
    record = Record.read((GOLDEN / f"{game}.jsonl").read_text("utf-8"))
    curve = story(record).curve
    assert curve is not None
    card = svg(Card("Truce", picture=curve_picture(curve)))
    assert card.count("<polyline") == len(record.header.seats)
    assert size(draw(card)) == (1200, 630)


def test_lines_on_a_card_have_the_dashes_of_the_page() -> None:
    page = Path(__file__).parents[2] / "web" / "src" / "lib" / "masks.ts"
    patterns = page.read_text("utf-8").split("PATTERNS = {")[1].split("}")[0]
    assert tuple(re.findall(r"\w+: '([^']*)'", patterns)) == DASHES


def test_drawing_has_limits_and_what_was_drawn_is_kept(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with serving(tmp_path_factory.mktemp("cards")) as server:
        found = tags(server, "/")
        first = picture(server, found)
        asked = [tags(server, f"/join/XXXX{i:02}") for i in range(60)]
        assert all(one == found for one in asked), "who guesses is told nothing, not even that"
        assert picture(server, found) == first


def test_links_lead_to_the_operators_address_and_not_to_what_a_request_says(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("address")
    with serving(folder, "--address", "https://play.example") as server:
        info = server.person("Ann").make_table("truce", 3)
        found = tags(server, f"/join/{info['code']}", Host="evil.example")
        assert found["og:url"] == f"https://play.example/join/{info['code']}"
        assert found["og:image"].startswith("https://play.example/join/")


def test_a_name_that_the_fonts_lack_stands_in_the_title_alone() -> None:
    assert writable("Łukasz d’Été")
    assert not writable("日本")
    assert "日本" not in svg(Card("Truce"))


def test_drawing_needs_no_font_and_no_network_of_the_machine() -> None:
    words = draw(svg(Card("Truce", "Ann invites you to play", ("3 seats",), taken=2, free=3)))
    assert size(words) == (1200, 630)
    assert words != draw(svg(Card(" ", " ", (" ",), taken=2, free=3))), "there are letters"
    run = subprocess.run(
        [sys.executable, "-P", "-m", "intrigue.server.previews.draw"],
        input=svg(Card("Truce")).encode(),
        capture_output=True,
        check=True,
    )
    assert size(run.stdout) == (1200, 630)
