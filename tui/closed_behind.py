"""Finds what is closed at the steps behind an open option, for whoever asks why."""

from lazaretto.rules import ChoiceError, Option, RuleError
from lazaretto.tui.parse_answer import Asked, Trial, cuts, folded, listed


def begins(option: Option, text: str) -> bool:
    """Whether a text is the beginning of an option's key or label."""
    wanted = folded(text)
    return folded(option.key).startswith(wanted) or folded(option.label).startswith(wanted)


async def closed_behind(
    asked: Asked, text: str, trial: Trial, taken: tuple[str, ...] = (), before: tuple[Option, ...] = ()
) -> tuple[Option, ...]:
    """The closed candidates at the step behind a path; of a longer path, those that its end names.

    That may be a step that takes itself. Nothing is told that the steps would reveal, nor what is offered
    `before` the path and again after it.
    """
    offered = {each.key for each in (*before, *asked.options)}
    for head, tail in ((text, ""), *cuts(text, asked.form)):
        first = _named(asked, head)
        if first is None:
            continue
        keys = (*taken, first.key)
        try:
            found = await trial(first.seat, keys)
        except (ChoiceError, RuleError):
            continue
        decision = found.decision
        options = decision.options if found.known and decision is not None else ()
        closed = (
            *found.closed,
            *(each for each in options if each.why_not is not None and each.key not in offered),
        )
        if tail:
            closed = tuple(each for each in closed if begins(each, tail))
            if not closed and decision is not None and decision.form is not None:
                then = Asked(decision.seat, decision.form, decision.options, asked.players)
                closed = await closed_behind(then, tail, trial, keys, (*before, *asked.options))
        if closed:
            return closed
    return ()


def _named(asked: Asked, text: str) -> Option | None:
    """The only open option that a text names, or is the beginning of."""
    found = [each for each in listed(asked) if begins(each, text)]
    exact = [each for each in found if folded(text) in (folded(each.key), folded(each.label))]
    return (exact or found)[0] if len(exact or found) == 1 else None
