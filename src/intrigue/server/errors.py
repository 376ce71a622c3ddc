"""What the server says when it cannot do what was asked: a code, a sentence, and an HTTP status."""

from typing import Any

from intrigue.kernel.text import BadInput

# Everything not listed is 400: the request itself is wrong.
STATUS = {
    "sign_in": 401,
    "recovery": 404,
    "not_yours": 403,
    "operator": 403,
    "host_only": 403,
    "players_only": 403,
    "origin": 403,
    "no_table": 404,
    "no_code": 404,
    "no_share": 404,
    "no_line": 404,
    "no_edition": 404,
    "no_link": 404,
    "no_channel": 404,
    "no_session": 404,
    "no_mail": 409,
    "no_address": 409,
    "address_taken": 409,
    "attach_elsewhere": 403,
    "not_delivered": 502,
    "no_route": 404,
    "method": 405,
    "started": 409,
    "not_started": 409,
    "not_over": 409,
    "practice": 409,
    "no_hints": 409,
    "no_hint": 409,
    "table_full": 409,
    "seat_taken": 409,
    "seated": 409,
    "not_ready": 409,
    "not_full": 409,
    "seats_taken": 409,
    "settings_changed": 409,
    "seals_closed": 409,
    "not_sealed": 409,
    "conflict": 409,
    "damaged": 409,
    "is_here": 409,
    "not_away": 409,
    "not_waited_for": 409,
    "host_stays": 409,
    "removed": 403,
    "not_owner": 403,
    "has_secrets": 409,
    "two_seats": 409,
    "vote_alone": 409,
    "no_bot": 409,
    "by_invitation": 403,
    "no_latecomers": 409,
    "deal_deadline": 422,
    "bot_answers": 409,
    "away_lately": 409,
    "away_lately_days": 409,
    "too_large": 413,
    "too_fast": 429,
    "too_many_sockets": 429,
    "internal": 500,
    "database": 503,
    "stopping": 503,
}


class ServerError(BadInput):
    """A refusal with a sentence of the server's own catalogue."""

    def __init__(self, code: str, rule: str = "", **data: Any) -> None:
        super().__init__(code, rule, package="intrigue.server", **data)

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 400)
