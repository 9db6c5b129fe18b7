"""Seats and replays over a connection: calls, their bounds and their encoding.

Start with `allowed_calls.py`, what may be called and at what cost; `bounds.py` says how large a value may be,
and `codec.py` writes it as bytes. `wire_server.py` and `wire_proxies.py` are the two ends; `frames.py` is the
form of messages on a stream.
"""
