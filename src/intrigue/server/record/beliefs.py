"""What somebody could believe after a step of a finished match: computed from that viewer's view
and events as they went over the wire, and only then held against the truth."""

from random import Random

from intrigue.bots.beliefs import Belief, beliefs, heard, in_words, question, through_wire

from ..wire import http
from .store import Loaded

WORLDS = 120  # for bars that move with every step
MOST = 500  # answers that are kept of a match


def told(loaded: Loaded, viewer: int, number: int, lang: str) -> http.Beliefs:
    """The chances after a step, in a language, with what was so."""
    folded = loaded.folded
    game, setup = loaded.record.game, loaded.record.setup()
    at = min(max(number, 1), folded.reached[-1])
    position = next(folded.steps(at)).position
    believed = folded.believed.get((viewer, at))
    if believed is None:
        view = through_wire(position.view(viewer), game.view_type)
        believed = _believed(loaded, viewer, at, view)
    truth = {question(one): one.detail for one in game.secrets(setup, position)}
    found = []
    for belief, said in zip(believed, in_words(game, setup, believed, lang), strict=True):
        answer = truth.get((belief.kind, belief.owners, belief.at))
        chances = [
            http.BelievedChance(
                one.text, round(one.share, 4), None if answer is None else one.answer == answer
            )
            for one in said.chances
        ]
        found.append(http.Believed(said.question, said.owners, chances, belief.certain))
        if answer is not None:
            found[-1].truth = in_words(game, setup, [belief.only(answer)], lang)[0].chances[0].text
    return http.Beliefs(at, viewer, WORLDS, found)


def _believed(loaded: Loaded, viewer: int, at: int, view: object) -> list[Belief]:
    """The same at every look: the generator goes by viewer and step."""
    folded = loaded.folded
    seen = heard((event for line, event in folded.told if line <= at), viewer)
    rng = Random(f"{viewer}/{at}")
    record = loaded.record
    believed = beliefs(record.game, record.setup(), view, seen, rng, WORLDS).told
    if len(folded.believed) >= MOST:
        folded.believed.clear()
    folded.believed[viewer, at] = believed
    return believed
