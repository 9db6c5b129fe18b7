"""Recorded games as files for others: an asciicast for terminals, a page for browsers.

`record_screens` takes the screen after each choice; `recording_files` writes the screens as either file.
"""
