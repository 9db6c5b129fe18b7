"""Replays of recorded games, forward and back.

`frame_timeline` has the frames of a record, `replay_screen` shows one of them, and `progress_bar` where it
is.
"""
