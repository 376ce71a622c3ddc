"""What crosses the wire: bodies of HTTP, frames of a socket."""
