"""Processes that run the rules for a server, and what they are asked.

Start with `workers.py`, the pool; `worker_line.py` talks to one process, `worker_process.py` is that process.
"""
