"""Who knows what: hidden pieces, shuffled piles, suspicion, and games imagined in place of what is hidden.

Start with `knowledge.py`, what each observer knows of pieces; `mixtures.py` computes what is known of
shuffled ones, and `choose_unseen_pieces.py` names pieces that a player chooses without seeing them.
`determinize.py` draws what a seat cannot see at random, and `suspicion.py` what it may suspect about
variables.
"""
