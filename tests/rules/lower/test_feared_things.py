"""What a loss depends on is known, so that it can be shown first."""

import pytest

from tests.host.test_actions_on import program_of

FEARED = {
    "pandemic": {"player_deck", "outbreaks", "blue cubes"},
    "the_cure": {"bag", "outbreaks", "infection_rate"},
    "cold_war": {"agents", "cubes", "incidents"},
}
FREE = {
    "pandemic": {"infection_discard", "stations", "infection_rate"},
    "the_cure": {"event_deck", "treatment_centre", "cdc_tile"},
    "cold_war": {"threat_deck", "facilities"},
}


@pytest.mark.parametrize("game", FEARED)
def test_what_a_loss_depends_on_is_told_from_the_rest(game: str) -> None:
    view = program_of(f"scenarios/{game}").start(seed=1, players=("anna", "ben")).view(None)
    things = {pile.name: pile.looks for pile in view.piles}
    things |= {supply.name: supply.looks for supply in view.supplies}
    things |= {track.name: track.looks for track in view.tracks}
    feared = {name for name, looks in things.items() if looks.get("feared") == "yes"}
    assert feared >= FEARED[game]
    assert not feared & FREE[game] and things.keys() >= FREE[game]
