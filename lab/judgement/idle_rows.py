"""Leaves out of a judgement what it does not use, so that positions are judged faster."""

from dataclasses import replace

from lazaretto.rules.run.judgement_form import JudgementForm


def without_idle_rows(form: JudgementForm) -> JudgementForm:
    """Return the same judgement without rows of which no feature has a weight."""
    ends = [row[1] for row in form.rows[1:]] + [form.features]
    rows, weights = list[tuple[int, ...]](), list[tuple[int, ...]]()
    for row, end in zip(form.rows, ends, strict=True):
        if any(any(each) for each in form.weights[row[1] : end]):
            rows.append((row[0], len(weights), *row[2:]))
            weights += form.weights[row[1] : end]
    return replace(form, rows=tuple(rows), features=len(weights), weights=tuple(weights))
