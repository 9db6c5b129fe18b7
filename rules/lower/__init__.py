"""From the checked tree to the lowered form: numbering, segments, openness, watchers, cost."""
