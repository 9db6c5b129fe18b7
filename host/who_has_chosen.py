"""Tells updates apart that only say who has chosen, while several seats choose at the same time."""

from dataclasses import replace

from lazaretto.rules import View


def only_tells_who_has_chosen(before: View, after: View) -> bool:
    """Whether the only news is which of those who choose at the same time have chosen."""
    old, new = before.decision, after.decision
    if old is None or new is None or not old.waiting or not new.waiting:
        return False
    same = replace(old, waiting=new.waiting, seat=new.seat, player=new.player)
    return replace(before, decision=same) == after
