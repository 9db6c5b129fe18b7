"""A name that several candidates share chooses none of them."""

from pathlib import Path

import pytest

from lazaretto.rules import ChoiceError
from tests.floes import floes


def test_a_path_with_a_shared_label_asks_which_one(tmp_path: Path) -> None:
    game = floes(tmp_path).start(seed=1, players=("anna",))
    with pytest.raises(ChoiceError, match="`open lead` could mean `c1`, `b2`; write which one"):
        game.choose("fish > open lead")
    game.choose("fish > open lead (b2)")
    assert game.view(0).log[-1].text == "anna fishes in open lead (b2)."
