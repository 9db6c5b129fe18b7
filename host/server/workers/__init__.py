"""Processes that run the rules for a server, and what they are asked.

Start with `workroom_protocol.py`, what a process that runs tables is asked.

- The end of the hall: `worker_handle.py` talks to one process, `worker_pool.py` are those for tables,
  `table_setup_queue.py` sets tables up there, `scenario_reader.py` has the one that reads scenarios.
- The processes: `worker_base.py` is what they share; `table_worker.py` with `local_workroom.py` runs
  tables, `reading_worker.py` reads scenarios. `pack_texts.py` and `shared_cache.py` are the files that they
  read.
"""
