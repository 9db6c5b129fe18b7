"""Writes and reads the file of a campaign: who plays what, each game's result, and what it handed on.

The file is readable TOML. Everything is checked when it is read: a file that is damaged, foreign or newer is
refused with the reason, and nothing is guessed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TypeVar

import tomli_w

from lazaretto.grammar.foreign_toml import parse_toml
from lazaretto.grammar.message import Message
from lazaretto.grammar.toml_scalars import TomlError
from lazaretto.host import campaign_messages as say
from lazaretto.host.player_names import wrong_with

FORMAT = 1
"""The file format; a reader refuses versions newer than its own."""

LARGEST = 500_000
"""The maximum length of a file in characters: a game takes about a thousand."""

MOST_GAMES = 1_000

UNCHECKED = "none"
"""Somebody who edits a campaign on purpose writes this in place of the checksum."""

RESULTS = ("won", "lost", "drawn")


Kind = TypeVar("Kind")


class CampaignError(Exception):
    """The file of a campaign cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class CampaignGame:
    """A game of a campaign; it has results once it is over."""

    record: str
    """The name of the saved game."""
    seed: int
    digest: str
    """The texts that it was played with."""
    outcome: str = ""
    results: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    """What it handed on."""
    last: bool = False
    """Whether the campaign was over with it."""

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""
        return bool(self.results)


@dataclass(frozen=True, slots=True)
class Campaign:
    """A row of games with the same players, each of which begins with what the one before handed on."""

    scenario: str
    title: str
    players: tuple[str, ...]
    bots: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    games: tuple[CampaignGame, ...] = ()

    @property
    def values(self) -> Mapping[str, str]:
        """What the next game begins with."""
        return next((each.values for each in reversed(self.games) if each.over), {})

    @property
    def over(self) -> bool:
        """Whether no game follows any more, as the rules say."""
        return bool(self.games) and self.games[-1].last

    @property
    def current(self) -> CampaignGame | None:
        """The game that was begun and is not over; None if the next one can begin."""
        return self.games[-1] if self.games and not self.games[-1].over else None


def write(campaign: Campaign) -> str:
    """Format a campaign as TOML."""
    head = {"format": FORMAT, "scenario": campaign.scenario, "title": campaign.title}
    document = {
        **head,
        "players": list(campaign.players),
        **({"bots": list(campaign.bots)} if campaign.bots else {}),
        "switches": list(campaign.switches),
        "checksum": _checksum(campaign),
        "options": dict(campaign.options),
        "games": [_game(each) for each in campaign.games],
    }
    return f"{say.HEADER()}\n{tomli_w.dumps(document)}"


def _game(game: CampaignGame) -> dict[str, object]:
    written: dict[str, object] = {"record": game.record, "seed": game.seed, "digest": game.digest}
    if game.over:
        written |= {"outcome": game.outcome, "results": list(game.results)}
        written |= {"points": list(game.points)} if game.points else {}
        written |= {"ranks": list(game.ranks)} if game.ranks else {}
        written |= {"last": True} if game.last else {}
        written["values"] = dict(game.values)
    return written


def _checksum(campaign: Campaign) -> str:
    total = sha256()
    for part in _parts(campaign):
        data = part.encode("utf-8", "surrogatepass")
        total.update(len(data).to_bytes(8) + data)
    return total.hexdigest()[:16]


def _parts(campaign: Campaign) -> Iterator[str]:
    yield campaign.scenario
    for texts in (campaign.players, campaign.bots, campaign.switches):
        yield from (str(len(texts)), *texts)
    yield from _pairs(campaign.options)
    for game in campaign.games:
        yield from (game.record, str(game.seed), game.digest, game.outcome)
        for values in (game.results, game.points, game.ranks):
            yield from (str(len(values)), *map(str, values))
        yield from _pairs(game.values)
        yield from ("last",) if game.last else ()


def _pairs(values: Mapping[str, str]) -> Iterator[str]:
    yield str(len(values))
    for key in sorted(values):
        yield from (key, values[key])


def read(text: str, name: str) -> Campaign:
    """Parse the file of a campaign; messages start with `name`.

    Raises:
        CampaignError: the text is damaged, foreign, edited or newer.
    """
    if len(text) > LARGEST:
        raise CampaignError(say.IN_FILE(name=name, problem=say.TOO_LARGE()))
    try:
        values = parse_toml(text)
    except TomlError as error:
        raise CampaignError(say.IN_FILE(name=name, problem=say.NOT_TOML(reason=error))) from None
    return _Reader(name).campaign(values)


@dataclass(frozen=True, slots=True)
class _Reader:
    name: str

    def campaign(self, values: Mapping[str, object]) -> Campaign:
        if "format" not in values:
            raise self._error(say.NOT_A_CAMPAIGN())
        version = self._take(values, "format", int, say.MUST_BE_NUMBER)
        if version != FORMAT:  # said first, because the rest may have another form
            raise self._error(say.OTHER_FORMAT(found=version, known=FORMAT))
        if "scenario" not in values or "players" not in values:
            raise self._error(say.NOT_A_CAMPAIGN())
        self._known(values, _KEYS)
        games = self._take(values, "games", list, say.MUST_BE_GAMES) if "games" in values else []
        if len(games) > MOST_GAMES:
            raise self._error(say.TOO_MANY_GAMES(most=MOST_GAMES))
        players = self._texts(values, "players")
        wrong = wrong_with(players) if players else say.NO_PLAYERS()
        if wrong:
            raise self._error(say.WRONG_PLAYERS(wrong=wrong))
        campaign = Campaign(
            scenario=self._take(values, "scenario", str, say.MUST_BE_TEXT),
            title=self._take(values, "title", str, say.MUST_BE_TEXT),
            players=players,
            bots=self._texts(values, "bots", ()),
            switches=self._texts(values, "switches", ()),
            options=self._table(values, "options"),
            games=tuple(self._game(each, number, len(players)) for number, each in enumerate(games, 1)),
        )
        if campaign.bots and len(campaign.bots) != len(players):
            raise self._error(say.FOR_EACH_PLAYER(key="bots"))
        for number, game in enumerate(campaign.games[:-1], 1):
            if not game.over:
                raise self._error(say.UNFINISHED_GAME(number=number))
            if game.last:
                raise self._error(say.GAME_AFTER_LAST(number=number))
        if self._take(values, "checksum", str, say.MUST_BE_TEXT) not in (UNCHECKED, _checksum(campaign)):
            raise self._error(say.WRONG_CHECKSUM(unchecked=UNCHECKED))
        return campaign

    def _game(self, values: object, number: int, players: int) -> CampaignGame:
        if not isinstance(values, dict):
            raise self._error(say.MUST_BE_GAMES(key="games"))
        self._known(values, _GAME_KEYS)
        game = CampaignGame(
            record=self._take(values, "record", str, say.MUST_BE_TEXT),
            seed=self._take(values, "seed", int, say.MUST_BE_NUMBER),
            digest=self._take(values, "digest", str, say.MUST_BE_TEXT),
            outcome=self._take(values, "outcome", str, say.MUST_BE_TEXT) if "outcome" in values else "",
            results=self._texts(values, "results", ()),
            points=self._numbers(values, "points"),
            ranks=self._numbers(values, "ranks"),
            values=self._table(values, "values"),
            last=self._take(values, "last", bool, say.MUST_BE_FLAG) if "last" in values else False,
        )
        for key, found in (("results", game.results), ("points", game.points), ("ranks", game.ranks)):
            if found and len(found) != players:
                raise self._error(say.FOR_EACH_PLAYER(key=key))
        if any(each not in RESULTS for each in game.results):
            raise self._error(say.NO_RESULT(number=number))
        return game

    def _take(self, table: Mapping[str, object], key: str, kind: type[Kind], otherwise: Message) -> Kind:
        value = table.get(key)
        if type(value) is not kind:
            raise self._error(otherwise(key=key) if key in table else say.MISSING_KEY(key=key))
        return value

    def _texts(
        self, table: Mapping[str, object], key: str, default: tuple[str, ...] | None = None
    ) -> tuple[str, ...]:
        if key not in table and default is not None:
            return default
        values = self._take(table, key, list, say.MUST_BE_TEXTS)
        if not all(isinstance(each, str) for each in values):
            raise self._error(say.MUST_BE_TEXTS(key=key))
        return tuple(values)

    def _numbers(self, table: Mapping[str, object], key: str) -> tuple[int, ...]:
        values = self._take(table, key, list, say.MUST_BE_NUMBERS) if key in table else []
        if not all(type(each) is int for each in values):
            raise self._error(say.MUST_BE_NUMBERS(key=key))
        return tuple(values)

    def _table(self, table: Mapping[str, object], key: str) -> dict[str, str]:
        values = self._take(table, key, dict, say.MUST_BE_TABLE) if key in table else {}
        if not all(isinstance(each, str) for each in values.values()):
            raise self._error(say.MUST_BE_TABLE(key=key))
        return dict(values)

    def _known(self, table: Mapping[str, object], keys: tuple[str, ...]) -> None:
        for key in table:
            if key not in keys:
                raise self._error(say.UNKNOWN_KEY(key=key[:60]))

    def _error(self, problem: str) -> CampaignError:
        return CampaignError(say.IN_FILE(name=self.name, problem=problem))


_KEYS = (*("format", "scenario", "title", "players", "bots", "switches", "checksum", "options", "games"),)
_GAME_KEYS = ("record", "seed", "digest", "outcome", "results", "points", "ranks", "last", "values")
