"""The entries of the launcher's list: the available scenarios and the saved games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from lazaretto.host.lobby.lobby_protocol import CampaignInfo, KeptGame
from lazaretto.rules.link.find_scenarios import FoundScenario, in_order
from lazaretto.tui.look.fit_and_wrap_text import PLAIN, STRONG, Pen
from lazaretto.tui.messages import launcher as say
from lazaretto.tui.shared_texts import folded

DAMAGED = Pen("bad")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list: a scenario, a campaign, a saved game, or a heading."""

    title: str
    note: str = ""
    found: FoundScenario | None = None
    stored: KeptGame | None = None
    campaign: CampaignInfo | None = None

    @property
    def heading(self) -> bool:
        """Whether it is a heading."""
        return self.found is None and self.stored is None and self.campaign is None

    @property
    def key(self) -> str:
        """A key that identifies the same entry after the list is reloaded."""
        if self.found is not None:
            return f"scenario {self.found.folder}"
        if self.campaign is not None:
            return f"campaign {self.campaign.name}"
        return f"game {self.stored.name}" if self.stored is not None else ""

    @property
    def scenario(self) -> str:
        """The name of the scenario that it is about; empty if unknown."""
        if self.found is not None:
            return self.found.name
        if self.campaign is not None:
            return self.campaign.scenario
        summary = self.stored.summary if self.stored is not None else None
        return summary.scenario if summary is not None else ""

    @property
    def damaged(self) -> bool:
        """Whether the entry is already known to be unplayable."""
        if self.stored is not None:
            return self.stored.summary is None
        if self.campaign is not None:
            return bool(self.campaign.problem)
        return self.found is not None and bool(self.found.problem)

    @property
    def sign(self) -> str:
        """A warning before the title."""
        return "!" if self.damaged else ""

    @property
    def pen(self) -> Pen:
        """How the title is written."""
        return DAMAGED if self.damaged else STRONG if self.found is not None else PLAIN


def entries(
    found: Sequence[FoundScenario],
    kept: Sequence[KeptGame],
    now: datetime,
    filtered: str = "",
    campaigns: Sequence[CampaignInfo] = (),
) -> tuple[Entry, ...]:
    """The whole list, or only the entries that contain a text; campaigns have a heading if there are any."""
    games = [entry for entry in map(_scenario, in_order(found)) if _holds(entry, filtered)]
    rows = [entry for entry in map(_campaign, campaigns) if _holds(entry, filtered)]
    records = [record for record in _records(kept, now) if _holds(record, filtered)]
    series = (Entry(say.CAMPAIGNS()), *rows) if campaigns else ()
    return (Entry(say.SCENARIOS()), *games, *series, Entry(say.KEPT_GAMES()), *records)


def opens_on(found: Sequence[FoundScenario], kept: Sequence[KeptGame]) -> str:
    """The key of the entry that the launcher opens on: the game last played, if that is not over.

    Otherwise it is the scenario of that game, or none: then the first entry is best for a newcomer. A game of
    a campaign leads to the campaign.
    """
    last = next((game for game in kept if game.summary is not None), None)
    if last is None or last.summary is None:
        return ""
    if last.summary.campaign:
        return f"campaign {last.summary.campaign}"
    if not last.summary.outcome:
        return Entry("", stored=last).key
    scenario = next(
        (found_scenario for found_scenario in found if found_scenario.name == last.summary.scenario), None
    )
    return "" if scenario is None else Entry("", found=scenario).key


def when(then: datetime, now: datetime) -> str:
    """A point in time, as people say it."""
    clock = f"{then.hour:02d}:{then.minute:02d}"
    if then.date() == now.date():
        return say.TODAY(clock=clock)
    if then.date() == (now - timedelta(days=1)).date():
        return say.YESTERDAY_AT(clock=clock)
    day = f"{then.day} {_month(then)}"
    return f"{day} {clock}" if then.year == now.year else f"{day} {then.year}"


def briefly(then: datetime, now: datetime) -> str:
    """A point in time, abbreviated."""
    if then.date() == now.date():
        return f"{then.hour:02d}:{then.minute:02d}"
    if then.date() == (now - timedelta(days=1)).date():
        return say.YESTERDAY()
    month = _month(then)
    return f"{then.day} {month}" if then.year == now.year else f"{month} {then.year}"


def _month(then: datetime) -> str:
    return say.MONTHS().split()[then.month - 1]


def _scenario(found: FoundScenario) -> Entry:
    note: str = say.UNREADABLE() if found.problem else "" if found.origin == "built-in" else _origin(found)
    return Entry(found.title or found.name, note, found=found)


def _origin(found: FoundScenario) -> str:
    return say.YOURS() if found.origin == "yours" else found.folder.parent.name


def _campaign(info: CampaignInfo) -> Entry:
    if info.problem:
        return Entry(info.name, say.DAMAGED(), campaign=info)
    over = sum(bool(game.results) for game in info.games)
    played = say.GAMES_PLAYED(number=over)
    return Entry(info.name, say.CAMPAIGN_OVER(played=played) if info.over else played, campaign=info)


def _records(kept: Sequence[KeptGame], now: datetime) -> Iterator[Entry]:
    for game in kept:
        if game.summary is None:
            yield Entry(game.name, say.DAMAGED(), stored=game)
        else:
            when = briefly(game.changed, now)
            over = bool(game.summary.outcome)
            note = say.OVER(when=when) if over else when
            note = say.GUIDED(note=note) if game.summary.guide else note
            yield Entry(game.summary.title, note, stored=game)


def _holds(entry: Entry, text: str) -> bool:
    words = [entry.title, entry.note]
    if entry.found is not None:
        words += [entry.found.name, entry.found.description]
    if entry.stored is not None:
        words += [entry.stored.summary.campaign] if entry.stored.summary is not None else []
        words += [entry.stored.name, *(entry.stored.summary.players if entry.stored.summary else ())]
    if entry.campaign is not None:
        words += [entry.campaign.title, *entry.campaign.players]
    return folded(text) in folded(" ".join(words))
