"""Lowers the checked tree: numbering, segments, openness, watchers, cost."""
