"""What one viewer is told, message by message."""

import msgspec

from intrigue.kernel.chance import EVERYONE
from intrigue.kernel.game import Seen
from intrigue.kernel.position import Event

from .parts import Fields
from .state import Own, TableState

Told = tuple[Event, Seen | None]  # an event, and what everyone sees of it if all see the same


def for_viewers(events: list[Event]) -> list[Told]:
    """Events on their way to several viewers."""
    return [
        (event, Seen(event.kind, event.data) if event.to == EVERYONE else None) for event in events
    ]


class Moment:
    """A message before it is encoded as a whole."""

    def __init__(self, number: int, events: list[Seen], own: Own, public: Fields) -> None:
        self.number = number
        self.events = events
        self.own = own
        self.public = public

    @property
    def fields(self) -> Fields:
        """The state: `Message` without number and events."""
        view, ask, standing, undo, ledger = self.own
        own = {"ask": ask, "standing": standing, "undo": undo, "ledger": ledger}
        return {"view": view, **self.public, **own}


class Feed:
    """The stream of one viewer, numbered by that viewer's own count. A moment that changes nothing
    for the viewer makes no message. Whoever passes messages on may `forget` them; the count goes
    on."""

    def __init__(self, state: TableState, viewer: int) -> None:
        self.state = state
        self.viewer = viewer
        self.count = 0
        self.moments: list[Moment] = []
        self.seen: list[Seen] = []  # every event since watching began, as this viewer saw it
        self._encoded: list[bytes] = []
        self._own: Own | None = None
        self._public: Fields = {}
        self.hear([], state.public())

    def hear(self, events: list[Told], public: Fields) -> None:
        """What happened, and what is public now."""
        seen = self._seen(events) if events else []
        own = self.state.own(self.viewer)
        heard = public is not self._public and public != self._public
        if seen or heard or own != self._own:
            self.seen += seen
            self._own, self._public = own, public
            self.moments.append(Moment(self.count, seen, own, public))
            self.count += 1

    def _seen(self, events: list[Told]) -> list[Seen]:
        seen: list[Seen] = []
        for event, shared in events:
            if shared is not None:
                seen.append(shared)
                continue
            heard = event.seen_by(self.viewer)
            if heard is not None:
                seen.append(Seen(heard.kind, heard.data))
        return seen

    def follow(self, last: Moment, events: list[Seen]) -> None:
        """Go on where another feed of this viewer stopped: what it told last, and the events that
        it has yet to tell."""
        now = self.moments[-1]
        self.forget()
        self.count = last.number + 1
        if events or now.own != last.own or now.public != last.public:
            self.seen += events
            self.moments.append(Moment(self.count, events, now.own, now.public))
            self.count += 1

    @property
    def stream(self) -> list[bytes]:
        """The messages, encoded as `Message` has them."""
        for moment in self.moments[len(self._encoded) :]:
            whole = {"number": moment.number, "events": moment.events, **moment.fields}
            self._encoded.append(msgspec.json.encode(whole))
        return self._encoded

    def forget(self) -> None:
        """Let go of everything that was told."""
        self.moments.clear()
        self._encoded.clear()
        self.seen.clear()
