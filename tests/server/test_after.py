"""After the end: record, replay by step and by seat, links for strangers, consent to whispers."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from intrigue.agents.client import CallRefused, Client
from intrigue.conformance import kit
from intrigue.kernel.game import discover
from intrigue.kernel.position import SPECTATOR
from intrigue.server.record import beliefs
from intrigue.server.record.folded import Folded
from intrigue.server.record.replay import beyond, drawn
from intrigue.server.record.store import Loaded
from intrigue.session.patch import apply
from intrigue.session.record import Record, Talk, verify
from tests.toys.numbers import NumbersGame

from .running import Server, table_of

NAMES = ["Agatha", "Barney", "Charles"]
GOLDEN = Path(__file__).parent.parent / "golden"


def finished(server: Server) -> tuple[str, list[Client], list[Any]]:
    """A match of two rounds with a whisper in it; the table, its people, and for each seat the
    views and events it was sent while playing."""
    table, people = table_of(server, NAMES, options={"rounds": 2})
    told: list[list[Any]] = [[], [], []]

    async def main() -> None:
        async with people[0].sit(table) as a, people[1].sit(table) as b, people[2].sit(table) as c:
            seats = (a, b, c)
            for seat, mine in zip(seats, told, strict=True):
                await seat.begin()
                mine.append(json.loads(json.dumps(seat.state["view"])))
            await a.say("peace?")
            await a.say("not with Charles", to=[1])
            await b.say("remember", to=[])
            await a.submit("gift 1 Barney")
            for orders in (("loot", "attack Agatha", "pass"), ("pass", "loot", "support Barney")):
                number = a.state["prompt"]
                for seat, order in zip(seats, orders, strict=True):
                    await seat.until(lambda seat, n=number: seat.state["prompt"] == n)  # type: ignore[misc]
                    await seat.submit(order)
                for seat in seats:
                    await seat.until(lambda seat, n=number: seat.state["prompt"] > n)  # type: ignore[misc]
            for seat, mine in zip(seats, told, strict=True):
                await seat.until(lambda seat: seat.over is not None)
                mine += [seat.log, seat.state["view"]]

    asyncio.run(main())
    return table, people, told


def test_my_finished_tables_say_who_won_and_when(server: Server) -> None:
    table, people, _ = finished(server)
    (row,) = people[1].get("/api/tables")["tables"]
    assert row["winners"] == people[1].get(f"/api/tables/{table}")["outcome"]["winners"] != []
    assert abs(row["ended"] - time.time()) < 60
    under_way, (ann, *_) = table_of(server, NAMES)
    (row,) = ann.get("/api/tables")["tables"]
    assert (row["table"]["id"], row["winners"], row["ended"]) == (under_way, [], None)


def test_each_seat_is_replayed_what_it_was_shown(server: Server) -> None:
    table, people, told = finished(server)
    for seat, (before, events, after) in enumerate(told):
        replay = people[2].replay(table, seat)
        assert replay["state"]["view"] == before
        assert [e for step in replay["steps"] for e in step["events"]] == events
        state = replay["state"]
        for step in replay["steps"]:
            state = apply(state, step["patch"])
        assert state["view"] == after
        acts = [act["act"] for step in replay["steps"] for act in step.get("acts", [])]
        assert acts == [["gift 1 Barney", "loot", "pass"], ["attack Agatha", "loot"],
                        ["pass", "support Barney"]][seat]  # fmt: skip


def test_the_tables_replay_knows_least_and_everything_is_everything(server: Server) -> None:
    table, people, _ = finished(server)
    least = people[0].replay(table, "table")
    assert "sealed" not in {e["kind"] for step in least["steps"] for e in step["events"]}
    assert all("acts" not in step for step in least["steps"])
    whole = people[0].replay(table, "all")
    assert [view["supply"] for view in whole["state"]["views"]] == [[3, 3, 3]] * 3
    assert whole["state"]["truth"]["supply"] == dict.fromkeys(NAMES, 3)
    assert [len(step["acts"]) for step in whole["steps"]] == [1, 3, 3], "sealed together, one step"
    assert [step["title"] for step in whole["steps"]] == [step["title"] for step in least["steps"]]
    assert "seal" not in "".join(step["title"] for step in whole["steps"])
    assert [chapter["title"] for chapter in whole["chapters"]] == ["Round 1", "Round 2"]
    said = [line for step in whole["steps"] for lines in step["lines"] for line in lines]
    assert "Barney: You seal your order: attack Agatha." in said
    assert {line["text"] for line in whole["talk"]} == {"peace?"}


def test_a_replay_can_begin_anywhere(server: Server) -> None:
    table, people, _ = finished(server)
    whole = people[0].replay(table, 0)
    state = whole["state"]
    for step in whole["steps"]:
        state = apply(state, step["patch"])
        there = people[0].replay(table, 0, first=step["step"])
        assert there["state"] == state
        assert there["last"] == whole["last"]
        later = [one["step"] for one in there["steps"]]
        assert later == [one["step"] for one in whole["steps"] if one["step"] > step["step"]]
    with pytest.raises(CallRefused, match="no_seat"):
        people[0].replay(table, 3)


def test_whispers_need_the_consent_of_both_sides_and_notes_stay_notes(server: Server) -> None:
    table, people, _ = finished(server)

    def said() -> list[str]:
        record = Record.read(people[2].record(table))
        verify(record)
        return [entry.text for entry in record.entries if isinstance(entry, Talk)]

    assert said() == ["peace?"]
    people[0].post(f"/api/tables/{table}/consent", whispers=True)
    people[2].post(f"/api/tables/{table}/consent", whispers=True)
    assert said() == ["peace?"]
    people[1].post(f"/api/tables/{table}/consent", whispers=True)
    assert said() == ["peace?", "not with Charles"]
    assert [line["text"] for line in people[2].replay(table, 2)["talk"]] == ["peace?"]
    assert len(people[2].replay(table, 1)["talk"]) == 2
    people[1].post(f"/api/tables/{table}/consent", whispers=False)
    assert said() == ["peace?"]


def test_players_call_what_was_said_true_or_false_for_all_to_see(server: Server) -> None:
    table, people, _ = finished(server)
    link = people[0].post(f"/api/tables/{table}/share")["token"]

    def said(viewer: str = "table") -> list[tuple[str, list[int], list[int]]]:
        talk = Client(server.url).get(f"/api/shared/{link}/replay/{viewer}")["talk"]
        return [(line["text"], line["true"], line["false"]) for line in talk]

    def call(who: int, line: int, true: bool | None) -> None:
        people[who].post(f"/api/tables/{table}/claims", line=line, true=true)

    (peace,) = people[0].replay(table, "all")["talk"]
    call(2, peace["number"], False)
    call(1, peace["number"], False)
    call(0, peace["number"], True)
    assert said() == [("peace?", [0], [1, 2])]
    call(1, peace["number"], True)
    call(2, peace["number"], None)
    assert said("all") == [("peace?", [0, 1], [])]
    with pytest.raises(CallRefused, match="no_line"):
        call(2, peace["number"] + 1, True)  # a whisper, to which not all agreed
    playing, players = table_of(server, NAMES)
    with pytest.raises(CallRefused, match="not_over"):
        players[0].post(f"/api/tables/{playing}/claims", line=0, true=True)


def test_what_is_agreed_and_called_true_after_a_first_look_is_told(server: Server) -> None:
    table, people, _ = finished(server)

    def said() -> list[tuple[str, list[int]]]:
        talk = people[2].replay(table, "all")["talk"]
        return [(line["text"], line["true"]) for line in talk]

    assert said() == [("peace?", [])]
    for person in people[:2]:
        person.post(f"/api/tables/{table}/consent", whispers=True)
    assert said() == [("peace?", []), ("not with Charles", [])]
    number = people[0].replay(table, "all")["talk"][1]["number"]
    people[1].post(f"/api/tables/{table}/claims", line=number, true=True)
    assert said() == [("peace?", []), ("not with Charles", [1])]
    people[0].post(f"/api/tables/{table}/consent", whispers=False)
    assert said() == [("peace?", [])]


def test_who_is_gone_is_not_called_by_their_name_although_somebody_looked_before(
    server: Server,
) -> None:
    table, people, _ = finished(server)
    where = f"/api/tables/{table}"
    viewers = ["0", "1", "2", "table", "all"]
    looks = [f"{where}/replay/{viewer}" for viewer in viewers]
    looks += [f"{where}/{what}" for what in ("knowledge/5", "beliefs/0/5", "gazette/1", "record")]
    looks += [f"{where}/story"]

    def told() -> list[str]:
        return [people[0].raw("GET", look)[2].decode() for look in looks]

    assert all("Barney" in answer for answer in told())
    people[1].post("/api/me/delete", name="Barney")
    for answer in told():
        assert "Barney" not in answer
        assert "a player" in answer


def test_what_one_viewer_is_shown_does_not_depend_on_who_looked_before(server: Server) -> None:
    table, people, _ = finished(server)
    where = f"/api/tables/{table}"
    own = f"{where}/replay/0"
    alone = people[0].raw("GET", own)[2]
    for look in (
        "replay/1",
        "replay/2",
        "replay/table",
        "replay/all",
        "knowledge/4",
        "knowledge/9",
        "beliefs/1/4",
    ):
        assert people[1].raw("GET", f"{where}/{look}")[0] == 200
        assert people[0].raw("GET", own)[2] == alone
    steps = {viewer: people[2].replay(table, viewer)["steps"] for viewer in (0, 1, "table")}
    acts = {viewer: [step.get("acts", []) for step in told] for viewer, told in steps.items()}
    assert [viewer for viewer, told in acts.items() if "attack Agatha" in str(told)] == [1]
    stranger = server.person("Eve")
    for look in (
        "replay/0",
        "replay/all",
        "knowledge/4",
        "beliefs/0/4",
        "gazette/1",
        "record",
        "attendance",
        "story",
    ):
        with pytest.raises(CallRefused, match="no_table"):
            stranger.get(f"{where}/{look}")


def test_a_link_shows_the_finished_match_to_anyone(server: Server) -> None:
    playing, players = table_of(server, NAMES)
    with pytest.raises(CallRefused, match="not_over"):
        players[0].post(f"/api/tables/{playing}/share")
    table, people, _ = finished(server)
    made = people[1].post(f"/api/tables/{table}/share")
    assert made["link"] == f"{server.url}/shared/{made['token']}"
    anyone = Client(server.url)
    where = f"/api/shared/{made['token']}"
    info = anyone.get(where)
    assert (info["state"], info["you"], info["code"]) == ("over", None, None)
    assert info["outcome"] == people[0].table(table)["outcome"]
    assert len(info["outcome"]["scores"]) == 3
    assert anyone.get(f"{where}/record") == people[0].record(table)
    assert anyone.get(f"{where}/replay/all") == people[0].replay(table, "all")
    with pytest.raises(CallRefused, match="no_share"):
        anyone.get("/api/shared/none")


def test_the_story_is_told_to_those_who_may_look_and_by_link_to_anyone(server: Server) -> None:
    table, people, _ = finished(server)
    where = f"/api/tables/{table}/story"
    told = people[0].get(where)
    assert told == people[2].get(where)
    assert told["names"] == NAMES
    assert told["curve"]["parts"][-1]["power"] == told["result"]["scores"]
    assert told["result"]["scores"] == people[0].table(table)["outcome"]["scores"]
    assert people[0].get(f"{where}?lang=fr")["curve"]["label"] == "Pièces"
    with pytest.raises(CallRefused, match="no_table"):
        server.person("Eve").get(where)
    with pytest.raises(CallRefused, match="no_share"):
        Client(server.url).get("/api/shared/none/story")
    token = people[1].post(f"/api/tables/{table}/share")["token"]
    assert Client(server.url).get(f"/api/shared/{token}/story") == told


def test_nobody_is_told_the_story_of_a_match_that_is_still_played(server: Server) -> None:
    playing, players = table_of(server, NAMES)
    with pytest.raises(CallRefused, match="not over"):
        players[0].get(f"/api/tables/{playing}/story")
    with pytest.raises(CallRefused, match="pas finie"):
        players[0].get(f"/api/tables/{playing}/story?lang=fr")


def test_the_biggest_lie_is_what_players_call_false_now(server: Server) -> None:
    table, people, _ = finished(server)
    where = f"/api/tables/{table}"
    assert people[0].get(f"{where}/story")["lie"] is None
    (peace,) = people[0].replay(table, "all")["talk"]
    people[1].post(f"{where}/claims", line=peace["number"], true=False)
    lie = people[0].get(f"{where}/story")["lie"]
    assert (lie["seat"], lie["text"], lie["false"], lie["step"]) == (
        0,
        "peace?",
        [1],
        peace["step"],
    )
    people[0].post(f"{where}/claims", line=peace["number"], true=True)
    assert people[0].get(f"{where}/story")["lie"] is None


def test_a_rematch_is_told_to_those_who_are_still_there(server: Server) -> None:
    table, people, _ = finished(server)

    async def main() -> str:
        async with people[0].sit(table) as seat:
            await seat.until(lambda seat: seat.over is not None)
            again = await asyncio.to_thread(people[1].post, f"/api/tables/{table}/rematch")
            frame = await seat.next()
            assert frame == {"do": "rematch", "table": again["id"]}
            return str(again["id"])

    assert people[2].table(table)["rematch"] is None
    assert asyncio.run(main()) == people[2].table(table)["rematch"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", discover())
def test_a_game_tells_all_about_itself(server: Server, name: str, lang: str) -> None:
    book = Client(server.url).get(f"/api/games/{name}?lang={lang}")
    game = discover()[name]
    assert book["rules"] == game.rulebook(lang)
    assert all(rule in book["rulebook"] for rule in book["rules"])
    assert book["words"] == game.words(lang).words
    assert set(book["events"]) <= {*book["words"]["event"], *book["words"].get("points", {})}
    assert book["common"]["refusal"]["stale"]
    for option in book["game"]["options"]:
        assert option["help"]
        assert set(option["labels"]) == set(option["choices"])
    if name == "complot":
        assert set(book["cards"]) == {"grand", "author"}
        assert all(card["name"] for card in book["cards"]["grand"])


def test_an_invitation_comes_as_a_link_and_a_qr_code(server: Server) -> None:
    host, guest = server.person("Ann"), server.person("Bob")
    info = host.make_table("truce", 3)
    made = host.post(f"/api/tables/{info['id']}/invitations")
    assert made["link"] == f"{server.url}/join#invitation={made['invitation']}"
    assert made["qr"].startswith("<svg")
    by_code = host.get(f"/api/tables/{info['id']}/qr")
    assert by_code.startswith("<svg")
    assert guest.join(invitation=made["invitation"])["you"] == 1


def test_who_knew_what_can_be_looked_up_step_by_step(server: Server) -> None:
    table, people, _ = finished(server)
    last = people[0].replay(table, "all")["last"]
    for number in (1, last // 2, last):
        known = people[0].get(f"/api/tables/{table}/knowledge/{number}")
        assert known["step"] == number
        assert len(known["seats"]) == len(people)
        assert known["table"]
    known = [people[0].get(f"/api/tables/{table}/knowledge/{step}") for step in range(1, last)]
    assert ["Your order, face down: attack Agatha"] in [step["seats"][1] for step in known]
    with pytest.raises(CallRefused, match="no_step"):
        people[0].get(f"/api/tables/{table}/knowledge/last")


def test_what_could_be_believed_is_told_step_by_step_and_not_to_the_all_seeing(
    server: Server,
) -> None:
    table, people, _ = finished(server)
    where = f"/api/tables/{table}/beliefs"
    last = people[0].replay(table, "all")["last"]
    found = [people[0].get(f"{where}/0/{step}") for step in range(1, last)]
    assert all((one["viewer"], one["worlds"]) == (0, 120) for one in found)
    guessed = [belief for one in found for belief in one["beliefs"] if not belief["knew"]]
    assert guessed
    for belief in guessed:
        assert sum(chance["share"] for chance in belief["chances"]) == pytest.approx(1, abs=0.01)
        assert belief["question"].startswith("Order of ")
    decided = [belief for belief in guessed if belief["truth"] is not None]
    assert decided, "an order is out before all are"
    for belief in decided:
        true = [chance["text"] for chance in belief["chances"] if chance["true"]]
        assert true in ([], [belief["truth"]])
    assert people[0].get(f"{where}/0/2") == people[2].get(f"{where}/0/2"), "the same at every look"
    assert people[0].get(f"{where}/table/{last}")["beliefs"] == []
    for wrong, why in (("all/2", "no_seat"), ("9/2", "no_seat"), ("0/last", "no_step")):
        with pytest.raises(CallRefused, match=why):
            people[0].get(f"{where}/{wrong}")


def test_a_game_that_declares_no_secrets_has_no_bars_and_no_error() -> None:
    game: Any = NumbersGame()
    record = kit.records(game, game.setup(["Ada", "Bo"]), 4)
    room: Any = None  # nothing of it is asked
    loaded = Loaded(room, Folded(record), [], [], {}, {})
    last = loaded.folded.reached[-1]
    for viewer in (SPECTATOR, 0, 1):
        for step in range(1, last + 1):
            found = beliefs.told(loaded, viewer, step, "fr")
            assert (found.step, found.viewer, found.beliefs) == (step, viewer, [])


def test_a_card_in_hand_is_told_though_the_table_shows_another_like_it() -> None:
    record = Record.read((GOLDEN / "complot.jsonl").read_text("utf-8"))
    setup = record.setup()
    names = {str(card["id"]): str(card["name"]) for card in record.game.cards("grand")}
    for step in record.fold():
        table = drawn(record.game, setup, step.position.view(SPECTATOR), "en")
        for seat in range(setup.seats):
            view: Any = step.position.view(seat)
            told = "\n".join(beyond(drawn(record.game, setup, view, "en"), table))
            assert all(names[card] in told for card in view.hand)
