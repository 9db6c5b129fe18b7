"""Tests of Biologic Cold War beyond its own: rules are reached, games are valid, secrets are kept."""

import tomllib
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from lazaretto.lab.simulate import simulate
from lazaretto.rules import ChoiceError, Game, PickOne, View
from lazaretto.rules.run.questions.legal_answers import Answer
from tests.scenarios import tables
from tests.scenarios.moods import mood
from tests.scenarios.tables import SCENARIOS, assert_replays, noticed, steady, undoing
from tests.soak import TIMES, longer, soak
from tests.told import tells_apart

AGENTS = {"recruit": (72, 60), "agent": (60, 50), "spymaster": (54, 42)}
"""The number of agents: for one player, for more."""
ALL_CARDS = 48 + 5 + 10 + 7 + 6
CARD_PILES = (
    "player_deck",
    "player_discard",
    "escalation_cards",
    "satellite_deck",
    "event_cards",
    "spent",
    "flipped",
)
MISSIONS = {
    load["name"]: load
    for load in tomllib.loads((SCENARIOS / "cold_war" / "missions.toml").read_text())["Mission"]
}

program = partial(tables.program, "cold_war")
start = partial(tables.start, "cold_war")


# --- every rule is reached ---------------------------------------------------------------------

BUSY = {
    "launch": 1e6,
    "assemble": 1e5,
    "pick_up": 1e4,
    "capture": 1e4,
    "sabotage": 1e4,
    "convoy": 1e3,
    "dispatch_lorry": 1e3,
    "heal": 1e3,
    "track_agents": 1e3,
    "build": 100,
    "neutralise": 30,
    "drive_team": 20,
    "drive": 5,
    "fly": 0.3,
    "exchange": 0.2,
    "pretend": 0.05,
    "pass": 0.02,
}
TRAVELLERS = {**BUSY, "launch": 1, "drive_team": 50, "neutralise": 5}
MOODS: list[Mapping[str, float]] = [BUSY, {}, BUSY, TRAVELLERS]
"""Preferences in random games; without them a random player sees few rules."""


def agreed(seed: int) -> dict[str, str]:
    """Return every option in turn, in various combinations."""
    return {
        "level": tuple(AGENTS)[seed % 3],
        "double_agent": "yes" if seed % 2 else "no",
        "accusation": "yes" if seed % 4 > 1 else "no",
        "individual": "yes" if seed % 3 else "no",
        "consent": "yes" if seed % 5 == 0 else "no",
        "infection": "turn" if seed % 7 == 0 else "round",
        "passports": "choice" if seed % 6 == 0 else "chance",
    }


def steps(seed: int) -> Iterator[Game]:
    """Yield a game before each of its decisions, and at its end; tables of every sort in turn."""
    game, liking = start(seed, 1 + seed % 4, **agreed(seed)), MOODS[seed // 4 % len(MOODS)]
    return tables.steps(game, seed, mood(liking))


@soak
def test_games_by_chance_use_every_action_alias_identity_symptom_and_mission() -> None:
    used: Counter[str] = Counter()
    ends: Counter[tuple[str, ...]] = Counter()
    lines: set[str] = set()
    for seed in range(160):
        *_, game = steps(seed)
        assert game.outcome is not None
        ends[(game.outcome.reason.split(": ")[1], *sorted(set(game.outcome.results)))] += 1
        used.update(key.split(" > ")[0] for _, key in game.record().choices)
        for seat in range(len(game.players)):
            lines.update(line.split(" ", 1)[1] for line in game.log(seat) if " " in line)
    tables = start(0, 1)._machine.tables
    assert {action.name for action in tables.actions} <= set(used)
    view = start(0, 1).view(None)
    passport, identity = "is dealt the passport {}.", "uses the false identity {}."
    for kind, words in (("Alias", "is now the {}."), ("Passport", passport), ("Identity", identity)):
        assert {words.format(thing.label) for thing in view.things[kind]} <= lines
    pieces = {each.name: each.members for each in tables.kinds if each.members}
    assert {f"draws a symptom: {piece.label}." for piece in pieces["Symptom"]} <= lines
    done = {mission["sort"] for name, mission in MISSIONS.items() if f"have completed {name}." in lines}
    assert done == {"intel", "target", "sabotage"}
    assert sum(f"have completed {name}." in lines for name in MISSIONS) >= 14
    assert {"dies.", "is the Double Agent!", "is not the Double Agent.", "was the Double Agent."} <= lines
    incidents = "the seventh incident token is placed"
    assert ends[incidents, "lost"] and ends[incidents, "lost", "won"]
    assert ends["an agent must be placed, and none is left", "lost"]
    assert ends["all players are dead", "lost"]


@longer
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_simulated_games_make_no_errors(players: int) -> None:
    for options in ({}, {"double_agent": "yes", "accusation": "yes", "infection": "turn", "consent": "no"}):
        report = simulate(program(), 20 * TIMES, 1, players, options=options)
        assert report.errors == 0, report.first_error


# --- whole games -------------------------------------------------------------------------------


def held(view: View, name: str) -> dict[str, int]:
    """Return how many pieces of a supply each city holds."""
    return {
        thing.key: many for thing in view.things["City"] for supply, many in thing.holds if supply == name
    }


def test_agents_that_a_game_does_not_use_are_not_counted() -> None:
    for players in (1, 2):
        for level, (alone, together) in AGENTS.items():
            agents = next(
                supply
                for supply in start(1, players, level=level).view(None).supplies
                if supply.name == "agents"
            )
            assert agents.size == (alone if players == 1 else together)
            assert 0 < agents.left < agents.size


@longer
def test_what_the_rules_keep_is_kept_at_every_step() -> None:
    for seed in range(4 * TIMES):
        agents = AGENTS[agreed(seed)["level"]][seed % 4 > 0]
        for number, game in enumerate(steps(seed)):
            if number % 5 and game.seat is not None:
                continue
            assert game.broken() == ()
            view = game.view(None)
            spies, incidents = held(view, "agents"), held(view, "incidents")
            left = {supply.name: supply.left for supply in view.supplies}
            assert left["agents"] + sum(spies.values()) == agents or game.seat is None
            assert max(spies.values(), default=0) <= 3
            assert sum(incidents.values()) == sum(" is infected and gets " in each for each in game.log(None))
            assert set(held(view, "cubes")) <= set(incidents)
            piles = {each.name: each.count for each in view.piles}
            hands = sum(pile.count for seat in view.seats for pile in seat.piles if pile.name == "hand")
            assert sum(piles[card_pile] for card_pile in CARD_PILES) + hands == ALL_CARDS
            for seat in view.seats:
                many = {pile.name: pile.count for pile in seat.piles}
                assert ("place" in seat.attributes) == (seat.attributes["alive"] == "yes")
                assert many["missions"] <= 3 and many["symptoms"] < 3


@longer
def test_a_record_forks_and_replays_to_the_same_end() -> None:
    for seed in range(6 * TIMES):
        for number, game in enumerate(steps(seed)):
            if number % 17 == 0:
                assert game.fork().snapshot() == game.snapshot()
        assert_replays(program(), game)


# --- a team with a plan ------------------------------------------------------------------------


class Planner:
    """Assembles a Team, takes it from site to site, launches, and neutralises agents on the way."""

    def __init__(self, game: Game) -> None:
        self.seen: View | None = None
        view = game.view(None)
        self.near: dict[str, list[str]] = {}
        for link in view.links:
            for one, other in (link.ends, link.ends[::-1]):
                self.near.setdefault(one.key, []).append(other.key)
        self.keys = {thing.label: thing.key for thing in view.things["City"]}
        self.soviet = {thing.key for thing in view.things["City"] if thing.facts["side"] == "Soviet"}
        kinds = {kind.name: kind.members for kind in game._machine.tables.kinds}
        self.region = {
            kinds["City"][city].name: region.name for region in kinds["Region"] for city in region.bounds
        }

    def towards(self, here: str, goals: set[str]) -> str:
        """Return the next city on the way to the nearest destination."""
        first, waiting = {here: here}, deque([here])
        while waiting:
            city = waiting.popleft()
            if city in goals:
                return first[city]
            for other in self.near[city]:
                if other not in first:
                    first[other] = other if city == here else first[city]
                    waiting.append(other)
        return here

    def wishes(self, view: View, seat: int) -> Iterator[str]:
        """Yield what this player would like to do, best first."""
        agents, facilities, cubes = (held(view, each) for each in ("agents", "facilities", "cubes"))
        here = self.keys[view.seats[seat].attributes["place"]]
        hand = {
            piece.key
            for pile in view.seats[seat].piles
            for piece in pile.pieces
            if pile.name == "hand" and piece is not None
        }
        watched = {thing.key for thing in view.things["Region"] if thing.holds} | {"North America"}
        needed = {each for each, region in self.region.items() if region not in watched} - self.soviet
        sites = needed & set(facilities)
        covered = {self.region[site] for site in sites}
        sites |= {each for each in needed & hand if self.region[each] not in covered}
        places = [thing.attributes["place"] for thing in view.things["Team"]]
        teams = {self.keys[place] for place in places if place in self.keys}
        yield "launch"
        if here in teams:
            if here in sites:
                yield "build"
            if agents.get(here, 0) > 1:
                yield "neutralise"
            goal = self.towards(here, sites or set(cubes))
            yield from (
                f"drive_team > {goal} > along",
                f"drive_team > {self.team(view, here)} > {goal} > along",
            )
        yield "assemble"
        if agents.get(here, 0) > len(teams):
            yield "neutralise"
        sick = {each for each, many in agents.items() if many > 1} - set(cubes)
        goal = self.towards(here, teams if teams and seat == 0 else sick)
        if goal not in cubes:
            yield f"drive > {goal}"
        yield from ("neutralise", "pass", "go on", "yes")

    def team(self, view: View, here: str) -> str:
        return next(
            (thing.key for thing in view.things["Team"] if self.keys.get(thing.attributes["place"]) == here),
            "",
        )

    def look(self, game: Game) -> View:
        """What all see before the next answer is given."""
        self.seen = self.seen or game.view(None)
        return self.seen

    def answer(self, game: Game, chance: Random) -> None:
        """Do the best that is open; what it has no wishes about is left to chance."""
        view, self.seen, decision = self.look(game), None, game.decision
        assert decision is not None
        if isinstance(decision.form, PickOne):
            open_keys = {option.key for option in decision.options if option.why_not is None}
            for wish in self.wishes(view, decision.seat):
                if wish.split(" > ")[0] in open_keys:
                    try:
                        game.choose(wish, decision.seat)
                    except ChoiceError:
                        continue
                    return
        game.answer(game.sample(chance.randrange))


def planned(seed: int) -> Iterator[tuple[Game, View]]:
    """A game of such a team before each of its decisions, and at its end, with what all see."""
    game = start(seed, 1 + seed % 4, level="recruit", consent="no")
    planner = Planner(game)
    return ((step, planner.look(step)) for step in tables.steps(game, seed, planner.answer))


@soak
def test_a_team_that_plays_for_it_can_win_and_where_it_is_no_agent_comes() -> None:
    ends: Counter[str] = Counter()
    met = 0
    for seed in range(12):
        before: dict[str, int] = {}
        for game, view in planned(seed):  # noqa: B007
            spies = held(view, "agents")
            here = {thing.attributes["place"] for thing in view.things["Team"]}
            cities = {thing.key for thing in view.things["City"] if thing.label in here}
            met += len(before.keys() & cities)
            assert all(spies.get(city, 0) <= before[city] for city in before.keys() & cities)
            before = {city: spies.get(city, 0) for city in cities}
        assert game.outcome is not None
        ends[game.outcome.reason.split(",")[0]] += 1
    assert ends["Five satellites watch the world"]
    assert met > 300


# --- secrets -----------------------------------------------------------------------------------

SPY = 0
"""The players whose secrets differ in a pair of games."""


def assert_alike(one: Game, two: Game, knowing: set[int]) -> None:
    """Check that only those who know the secret can distinguish the two games."""
    assert one.seat == two.seat
    for seat in (*(each for each in range(len(one.players)) if each not in knowing), None):
        assert not tells_apart(one, two, seat)


def test_nobody_knows_the_spy_deck_while_passports_are_chosen() -> None:
    game = start(1, 3)
    assert game.decision is not None and "passport" in game.decision.prompt
    for view in (game.view(None), *map(game.view, range(3))):
        deck = next(pile for pile in view.piles if pile.name == "spy_deck")
        assert deck.count and set(deck.pieces) == {None}


def spy_pile(game: Game, name: str) -> list[str]:
    """Return the contents of a pile of the spy, as the spy sees it."""
    pile = next(each for each in game.view(SPY).seats[SPY].piles if each.name == name)
    return [piece.label for piece in pile.pieces if piece is not None]


def wanted(game: Game) -> set[str]:
    """Return the cities where the spy has something to do in secret."""
    seen = game.view(SPY).seats[SPY].attributes
    found = set()
    for name in spy_pile(game, "missions"):
        mission = MISSIONS[name]
        if name in seen["Carries"]:
            found.add(mission.get("goal", "Washington"))
        elif name not in seen["Completed"] and mission["sort"] != "sabotage":
            found.add(mission["start"])
    return found


def in_secret(game: Game) -> str:
    """Let the spy do what a mission requires, or only pretend to."""
    decision = game.decision
    assert decision is not None
    open_keys = {option.key for option in decision.options if option.why_not is None and option.seat == SPY}
    key = next((each for each in ("pick_up", "capture") if each in open_keys), "pretend")
    game.choose(key, SPY)
    return key


def open_to_spy(game: Game) -> set[str]:
    decision = game.decision
    assert decision is not None
    return {option.key for option in decision.options if option.why_not is None and option.seat == SPY}


SECRETS: Counter[str] = Counter()
"""What the spy did in secret, in one of two games that the others could not distinguish."""


def glimpsed(game: Game, answer: Answer) -> list[View]:
    """Answer; return what everybody may see meanwhile, after each line of the log."""
    found: list[View] = []
    with game.watching(lambda: found.append(game.glimpse(None))):
        game.answer(answer)
    return found


def choose_apart(one: Game, two: Game, chance: Random) -> None:
    """Let everybody take missions; the spy takes different ones in the two games."""
    while one.decision is not None and "3 missions" in one.decision.prompt:
        answer = one.sample(chance.randrange)
        other = answer
        while one.seat == SPY and set(other) == set(answer):
            other = two.sample(chance.randrange)
        glimpses = [glimpsed(one, answer), glimpsed(two, other)]
        assert glimpses[0] == glimpses[1]
        assert_alike(one, two, {SPY})
        assert undoing(one) == undoing(two)


@longer
@settings(steady, max_examples=TIMES)
@given(st.integers(0, 10_000), st.integers(2, 4))
def test_which_missions_somebody_pursues_changes_nothing_the_others_see(seed: int, players: int) -> None:
    options = {"consent": "no", "double_agent": "yes", "level": "recruit", "passports": "chance"}
    games = [start(seed, players, **options) for _ in range(2)]
    one, two = games
    planner, chance = Planner(one), Random(seed)
    choose_apart(one, two, chance)
    assert set(spy_pile(one, "missions")) != set(spy_pile(two, "missions"))
    for number in range(120 if TIMES > 1 else 60):
        if one.seat == SPY and "pretend" in open_to_spy(one):
            here = planner.keys[one.view(SPY).seats[SPY].attributes["place"]]
            goals = [wanted(game) for game in games]
            if any(here in each for each in goals):
                pair = [in_secret(game) for game in games]
                SECRETS.update(pair)
                assert undoing(one) == undoing(two)
            else:
                goal = planner.towards(here, goals[number // 20 % 2] or goals[0] or goals[1])
                key = f"drive > {goal}" if "drive" in open_to_spy(one) and goal != here else "pretend"
                for game in games:
                    game.choose(key, SPY)
                assert undoing(one) == undoing(two)
        elif one.seat is not None:
            answer = one.sample(chance.randrange)
            if one.seat == SPY and one.key(answer) in ("pick_up", "capture", "sabotage"):
                continue
            one.answer(answer)
            two.answer(answer)
        if one.seat is None:
            break
        assert_alike(one, two, {SPY})
    if one.seat is not None:
        done = [
            one.view(SPY).seats[SPY].attributes["Completed"],
            two.view(SPY).seats[SPY].attributes["Completed"],
        ]
        SECRETS["completed"] += sum(each != "none" for each in done)


@soak
def test_the_games_above_had_secrets_in_them() -> None:
    if SECRETS:
        assert SECRETS["pick_up"] and SECRETS["capture"] and SECRETS["pretend"]
        assert SECRETS["completed"]


def spots(game: Game) -> dict[str, tuple[int, int]]:
    """Return the position of each spy card: the number of its pile, and its index there from the bottom."""
    tables, state = game._machine.tables, game._state
    names = next(kind.members for kind in tables.kinds if kind.name == "SpyCard")
    found: dict[str, tuple[int, int]] = {}
    for info in tables.piles:
        if info.name in ("spy_deck", "dossier"):
            for number in range(info.first, info.first + info.count):
                for at, card in enumerate(state.p[number]):
                    found[names[card].label] = number, at
    return found


def exchanged(game: Game, one: str, two: str) -> Game:
    """Return the same game with two spy cards swapped; whoever saw the one has seen the other."""
    new = game.fork()
    tables, state = new._machine.tables, new._state
    kind = next(each for each in tables.kinds if each.name == "SpyCard")
    ids = {member.label: at for at, member in enumerate(kind.members)}
    places = spots(new)
    (pile, at), (other_pile, other_at) = places[one], places[two]
    base = tables.pile_bases[pile]
    first, second = base + ids[one], base + ids[two]
    state.p[pile][at], state.p[other_pile][other_at] = ids[two], ids[one]
    state.w[first], state.w[second] = other_pile, pile
    for known in state.minds:
        exact = known[first] == first, known[second] == second
        if exact != (False, False):
            known[first], known[second] = (
                first if exact[1] else known[second],
                second if exact[0] else known[first],
            )
    new._pending = new._machine.pending(state)
    new.begin_here()
    return new


def owner(game: Game, card: str) -> int | None:
    """Return the owner of the dossier that holds a spy card; None: it is in the deck."""
    info = next(pile for pile in game._machine.tables.piles if pile.name == "dossier")
    number = spots(game)[card][0]
    return number - info.first if info.first <= number < info.first + info.count else None


def with_double_agent(players: int, seat: int, **options: str) -> Game:
    """Return a game in which this seat was dealt the card, before missions are chosen."""
    for seed in range(400):
        game = start(seed, players, double_agent="yes", consent="no", passports="chance", **options)
        if owner(game, "Double Agent") == seat:
            return game
    raise AssertionError("nobody was dealt the card")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("takes", [True, False])
def test_a_double_agent_chooses_missions_like_anybody(players: int, takes: bool) -> None:
    one = with_double_agent(players, SPY)
    deck = [
        name for name, _ in sorted(spots(one).items(), key=lambda item: item[1]) if owner(one, name) is None
    ]
    two = exchanged(one, "Double Agent", deck[0])
    one.begin_here()
    assert "You are the Double Agent." in one.log(SPY)
    assert_alike(one, two, {SPY})
    decision, loyal = one.decision, two.decision
    assert decision is not None and loyal is not None
    replacement = {option.key for option in decision.options} - set(spy_pile(one, "dossier"))
    assert len(replacement) == 1 and len(decision.options) == len(loyal.options)
    own = [option.key for option in decision.options if option.key not in replacement]
    one.choose(", ".join([*replacement, *own[:2]] if takes else own[:3]), SPY)
    two.choose(", ".join(option.key for option in loyal.options[:3]), SPY)
    assert_alike(one, two, {SPY})
    assert undoing(one) == undoing(two)
    assert len(spy_pile(one, "missions")) == 3 and "Double Agent" in spy_pile(one, "dossier")


@longer
@settings(steady, max_examples=TIMES)
@given(st.integers(0, 10_000), st.integers(3, 4))
def test_who_the_double_agent_is_changes_nothing_the_others_see(seed: int, players: int) -> None:
    chance = Random(seed)
    one = start(seed, players, double_agent="yes", consent="no", passports="chance")
    while one.decision is not None and "3 missions" in one.decision.prompt:
        one.answer(one.sample(chance.randrange))
    holder = owner(one, "Double Agent")
    others = [spot for spot in spots(one) if owner(one, spot) not in (holder, None)]
    card = chance.choice(others)
    two = exchanged(one, "Double Agent", card)
    one.begin_here()
    knowing = {each for each in (holder, owner(one, card)) if each is not None}
    for number in range(80):
        if one.seat is None:
            return
        assert_alike(one, two, knowing)
        if number % 10 == 1:
            assert undoing(one) == undoing(two)
        answer = one.sample(chance.randrange)
        one.answer(answer)
        two.answer(answer)


@steady
@given(st.integers(0, 10_000), st.integers(0, 60), st.integers(0, 1000))
def test_what_a_seat_imagines_fits_all_it_sees_and_can_be_played_on(seed: int, many: int, luck: int) -> None:
    chance = Random(seed)
    game = start(seed, 1 + seed % 4, **agreed(seed))
    game.wander(chance.randrange, many)
    if game.seat is None:
        return
    seat = luck % len(game.players)
    imagined = game.imagine(seat, luck)
    assert imagined.view(seat) == game.view(seat)
    assert imagined.log(seat) == game.log(seat)
    imagined.wander(chance.randrange, 40)


def to_first_turn(game: Game, seat: int, chance: Random) -> Game | None:
    """Choose missions, until this seat is asked for its first action."""
    while game.decision is not None and "what do you do?" not in game.decision.prompt:
        game.answer(game.sample(chance.randrange))
    return game if game.seat == seat else None


def test_an_accusation_cannot_be_taken_back_and_shows_the_card_to_all() -> None:
    met: Counter[bool] = Counter()
    for seed in range(120):
        game = to_first_turn(start(seed, 3, double_agent="yes", accusation="yes"), 0, Random(seed))
        if game is None or met[owner(game, "Double Agent") == 1] or owner(game, "Double Agent") == 0:
            continue
        right = owner(game, "Double Agent") == 1
        met[right] += 1
        game.choose("accuse > ben", 0)
        with pytest.raises(ChoiceError, match="something was revealed"):
            game.undo()
        for view in (game.view(0), game.view(2), game.view(None)):
            dossier = next(pile for pile in view.seats[1].piles if pile.name == "dossier")
            shown = {piece.label for piece in dossier.pieces if piece is not None}
            assert shown == ({"Double Agent"} if right else set())
    assert met[True] and met[False]


# --- mutated rules fail the tests --------------------------------------------------------------

MUTANTS = {
    "a chain without memory": (
        "agents",
        "not has_team(other) and other not in chain",
        "not has_team(other)",
        {"a chain: cities are infected in the order in which they overflowed, and none twice in one event"},
    ),
    "a Team that lets agents in": (
        "agents",
        "    when has_team(city)\n    because",
        "    when no\n    because",
        {
            "a Team in a city keeps new agents out",
            "an escalation on a city with a Team brings nobody",
        },
    ),
    "Counter-Intelligence before victory": (
        "satellites",
        "    put 1 of satellites on region\n    window launches for player",
        "    counter_intelligence(player, region)\n    put 1 of satellites on region\n"
        "    window launches for player",
        {"the fifth satellite with no disease on the board wins, before Counter-Intelligence"},
    ),
    "a Double Agent who needs no mission": (
        "double_agent",
        " and player.alive and missions_done(player) > 0",
        " and player.alive",
        {"if the team loses, a Double Agent without a completed mission loses too"},
    ),
    "progress that all can see": (
        "missions",
        "value insiders(player) : set of Player = [player]",
        "value insiders(player) : set of Player = Player",
        {"how far a mission has come is seen by its owner alone"},
    ),
}


@soak
def test_wrong_rules_are_noticed(tmp_path: Path) -> None:
    assert len(noticed(tmp_path, "cold_war", MUTANTS.values())) < 20
