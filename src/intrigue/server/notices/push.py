"""Web push (RFC 8030): encrypted for the browser that subscribed (RFC 8291), signed with a key of
this server's own (VAPID, RFC 8292), so that its push service knows who sends."""

import base64
import os
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec

from ..errors import ServerError
from ..wire.accounts import Secrets

TTL = {
    "turn": 86400,
    "warning": 3600,
    "round": 86400,
    "whispers": 86400,
    "offers": 86400,
    "trial": 600,
}
VALID = 12 * 3600  # seconds that a signature holds


def make_key() -> str:
    """A new private key of the server, as text."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64url(number.to_bytes(32, "big"))


def public_key(private: str) -> str:
    """What browsers subscribe with."""
    return base64url(_point(_private(private).public_key()))


def check(keys: Secrets) -> None:
    """Refuse what is no key; raises `ServerError`."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(keys.p256dh))
        if len(_bytes(keys.auth)) != 16:
            raise ValueError("auth")
    except ValueError:
        raise ServerError("bad_push") from None


def encrypted(keys: Secrets, content: bytes) -> bytes:
    """For the eyes of one browser only."""
    import http_ece  # type: ignore[import-untyped]
    from cryptography.hazmat.primitives.asymmetric import ec

    sealed: bytes = http_ece.encrypt(
        content,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(keys.p256dh),
        auth_secret=_bytes(keys.auth),
        version="aes128gcm",
    )
    return sealed


def headers(private: str, endpoint: str, contact: str, kind: str, topic: str) -> dict[str, str]:
    """Of the request. A later message with the same topic replaces one not delivered yet."""
    return {
        "Authorization": f"vapid t={_token(private, endpoint, contact)}, k={public_key(private)}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL[kind]),
        "Topic": topic,
        "Urgency": "high" if kind in ("turn", "warning", "trial") else "normal",
    }


def _token(private: str, endpoint: str, contact: str) -> str:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + VALID,  # the push service's clock, not the table's
        "sub": contact,
    }
    signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    der = _private(private).sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    r, s = decode_dss_signature(der)
    return f"{signed}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def _private(text: str) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(_bytes(text), "big"), ec.SECP256R1())


def _point(key: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point: bytes = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return point


def _json(value: object) -> str:
    return base64url(msgspec.json.encode(value))


def base64url(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
