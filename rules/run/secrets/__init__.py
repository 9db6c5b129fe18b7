"""Who knows what: hidden pieces, shuffled piles, suspicion, and games imagined in place of what is hidden.

Start with `knowledge.py`; `mixtures.py` are piles of which a seat knows what they may hold.
"""
