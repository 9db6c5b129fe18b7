"""Runs games for people who connect: the hall where they meet at tables, and what a server keeps.

Start with `hall_protocol.py`, what a person may do in a hall, and `hall_views.py`, what they see.

- The hall: `server_hall.py` is all of it, `person_hall.py` what one person has, `hall_services.py` what
  tables need of it, `scenarios_without_paths.py` what people get to know of its scenarios. `tables/` are its
  tables.
- The connection: `hall_wire.py` carries the protocol, `hall_line.py` is its client on two streams.
- Limits: `call_gate.py` checks every call, `call_budgets.py` is what it is paid from, `hall_limits.py` bounds
  what grows, `fair_queue.py` lets people take turns. `limit_descriptions.py` says what limits mean.
- Around it: `watched_tasks.py` runs what goes on, `workers/` are the processes that run rules, `store/` is
  what the server keeps, `admin.py` what the operator does with it, `hall_messages.py` has the sentences.
"""
