"""The connection itself: how many there may be, and the short way of a frame to a socket."""
