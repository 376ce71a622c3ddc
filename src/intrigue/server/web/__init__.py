"""HTTP and sockets: who asks, and what they are answered."""
