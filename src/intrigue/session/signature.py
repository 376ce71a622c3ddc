"""Signatures under records (Ed25519): made by a server, checked by anyone who has its public key.

A signature proves that the holder of a key wrote these lines. Whose key it is must be known from
elsewhere.
"""


def make_key() -> str:
    """A new private key, as text."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


def public_key(private: str) -> str:
    """What signatures are checked with."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private))
    return key.public_key().public_bytes_raw().hex()


def sign(private: str, message: bytes) -> str:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private)).sign(message).hex()


def signed(key: str, signature: str, message: bytes) -> bool:
    """Whether the holder of a key signed that; whatever is no key or no signature did not."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), message)
    except (ValueError, InvalidSignature):
        return False
    return True
