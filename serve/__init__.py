"""Serves games over SSH: a listener, an app or line mode for each channel, accounts by key, limits.

Start with `run_server.py`, which runs a server from its `config.py`.

- Connections: `server.py` listens for SSH, `socket_server.py` on a Unix socket; `fair_reading.py` reads what
  clients send in turns, `accounts.py` says who they are, `name_app.py` asks new ones, `server_state.py` is
  what all share.
- Sessions: `session.py` is one, `terminal.py` its terminal, `ssh_driver.py` and `channel_output.py` draw
  there, `hall_play.py` is what runs in it.
- Limits: `limits.py`, `limit_descriptions.py` and `allowance.py`; `process_setup.py` for the process itself.
- The operator: `event_log.py`, `monitoring.py`, `reminders.py`, `messages.py` and the `commands/`.
"""
