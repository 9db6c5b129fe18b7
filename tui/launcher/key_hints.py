"""Chooses the hints of the launcher and the setup form, and lays out the page of all keys."""

from collections.abc import Mapping, Sequence

from lazaretto.tui.keys.keymap import Hint
from lazaretto.tui.launcher.entries import Entry
from lazaretto.tui.look.fit_and_wrap_text import ACCENT, STRONG, Line, Span

_ALWAYS = (
    *("launcher.settings", "launcher.find", "launcher.help", "launcher.quit"),
    "launcher.statistics",
)

_HINTS: Mapping[str, tuple[str, ...]] = {
    "none": (),
    "scenario": ("launcher.hint.new", "launcher.rulebook"),
    "broken": ("launcher.hint.mistakes", "launcher.read_again"),
    "game": ("launcher.hint.go_on", "launcher.replay", "launcher.delete", "launcher.rename"),
    "damaged": ("launcher.delete", "launcher.rename"),
    "campaign": ("launcher.hint.go_on",),
    "damaged_campaign": (),
}


def form_hints(writes: bool, button: bool, changes: bool) -> tuple[str, ...]:
    """The hints of the setup form."""
    if button:
        here: tuple[str, ...] = ("form.hint.press", "form.hint.up")
    elif writes:
        here = (*(("form.hint.change",) if changes else ()), "form.hint.type", "form.next")
    else:
        here = ("form.hint.change", "form.next")
    return (*here, "setup.start", "setup.help", "setup.back")


def hints(entry: Entry | None, broken: bool) -> tuple[str, ...]:
    """The hints for an entry."""
    if entry is None:
        kind = "none"
    elif entry.found is not None:
        kind = "broken" if broken or entry.damaged else "scenario"
    elif entry.campaign is not None:
        kind = "damaged_campaign" if entry.damaged or entry.campaign.over else "campaign"
    else:
        kind = "damaged" if entry.damaged else "game"
    learn = ("launcher.learn",) if kind == "scenario" and entry is not None and _teaches(entry) else ()
    return (*_HINTS[kind], *learn, *_ALWAYS)


def _teaches(entry: Entry) -> bool:
    return entry.found is not None and bool(entry.found.guides)


def help_page(parts: Sequence[tuple[str, Sequence[Hint]]]) -> list[Line]:
    """Keys under headings."""
    lines: list[Line] = []
    for heading, pairs in parts:
        lines += ((), (Span(f"  {heading}", STRONG),), ())
        lines += ((Span(f"    {key:18}", ACCENT), Span(words)) for key, words in pairs)
    return lines
