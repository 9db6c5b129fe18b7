"""Seats and halls over a connection: calls, their bounds and their encoding.

Start with `wire_server.py` and `wire_proxies.py`, the two ends. `client_calls.py` lists what may be called,
`bounds.py` how large a value may be, `codec.py` writes it as bytes.
"""
