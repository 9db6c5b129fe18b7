"""The palettes are readable, and distinguishable with colour blindness."""

import math
from itertools import combinations, product

import pytest
from rich.color import Color

from lazaretto.host.settings.user_settings import CHOICES
from lazaretto.tui.look.fit_and_wrap_text import Pen
from lazaretto.tui.look.role_colors import (
    DARK,
    GROUNDS,
    PALETTES,
    READABLE,
    Palette,
    contrast,
    palette_named,
    theme,
    triplet,
)

BOTH = [palette_named(name) for name in PALETTES]
HIGH = 7.0
"""The least contrast of a text in the theme of high contrast."""
FOUR = ("blue", "yellow", "grey", "red")
SCENARIO = (
    *FOUR,
    *("black", "green", "lime", "cyan", "magenta", "orange", "brown", "white", "pink", "purple", "teal"),
)
READ = (*SCENARIO, "text", "faint", "accent", "good", "bad", "warn", "cursor", "lit", "changed")

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear light.
EYES = {
    "all three": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no long waves": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no middle waves": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no short waves": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LEAST = {
    "contrast": {"all three": 34.0, "no long waves": 31.0, "no middle waves": 30.0, "no short waves": 17.0},
    "dusk": {"all three": 37.0, "no long waves": 31.0, "no middle waves": 30.0, "no short waves": 22.0},
    True: {"all three": 37.0, "no long waves": 31.0, "no middle waves": 33.5, "no short waves": 22.0},
    False: {"all three": 37.0, "no long waves": 31.0, "no middle waves": 22.0, "no short waves": 22.0},
}


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def lab(colour: str, eyes: str) -> tuple[float, float, float]:
    light = [linear(each) for each in triplet(colour).normalized]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116 for each in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(palette: Palette, roles: tuple[str, ...], eyes: str) -> float:
    seen = [lab(palette.hex(role), eyes) for role in roles]
    return min(math.dist(one, other) for one, other in combinations(seen, 2))


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("palette", BOTH)
def test_the_four_colours_stay_apart_for_all_eyes(palette: Palette, eyes: str) -> None:
    assert apart(palette, FOUR, eyes) >= LEAST.get(palette.scheme, LEAST[palette.dark])[eyes]


@pytest.mark.parametrize("palette", BOTH)
def test_all_colours_of_games_stay_apart(palette: Palette) -> None:
    assert apart(palette, SCENARIO, "all three") >= 15


@pytest.mark.parametrize("palette", BOTH)
def test_text_can_be_read_on_every_ground(palette: Palette) -> None:
    least = HIGH if palette.scheme == "contrast" else READABLE
    for role, ground in product(READ, GROUNDS):
        assert contrast(palette.hex(role), palette.hex(ground)) >= least, (role, ground)


@pytest.mark.parametrize("palette", BOTH)
def test_ink_can_be_read_on_every_mark(palette: Palette) -> None:
    for role in (*DARK, "#777777", "#808080"):
        assert contrast(palette.hex(palette.ink(role)), palette.hex(role)) >= READABLE, role


@pytest.mark.parametrize("palette", BOTH)
def test_a_pen_on_a_mark_can_be_read(palette: Palette) -> None:
    for fore, back in product((*READ, "ground", "nobody"), SCENARIO):
        style = palette.style(Pen(fore, back))
        assert style.color is not None
        assert style.bgcolor is not None
        seen = contrast(style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex)
        assert seen >= READABLE, (fore, back)


@pytest.mark.parametrize("palette", BOTH)
def test_colours_of_games_and_grounds_stay_apart_among_256(palette: Palette) -> None:
    for roles in (SCENARIO, tuple(GROUNDS)):
        assert len({palette.shades[role].indexed for role in roles}) == len(roles)
    assert all(16 <= shade.indexed <= 255 for shade in palette.shades.values())


@pytest.mark.parametrize("palette", BOTH)
def test_the_256_are_near_to_what_they_stand_for(palette: Palette) -> None:
    for role, shade in palette.shades.items():
        indexed = Color.from_ansi(shade.indexed).get_truecolor().hex
        assert math.dist(lab(indexed, "all three"), lab(shade.rgb, "all three")) < 45, role


@pytest.mark.parametrize("palette", BOTH)
def test_among_16_the_ground_is_the_terminals_own(palette: Palette) -> None:
    assert all(palette.shades[role].back is None for role in GROUNDS)
    assert palette.shades["text"].fore is None
    assert len({palette.shades[role].fore for role in FOUR}) == len(FOUR)


def test_all_palettes_know_the_same_roles_and_are_settings() -> None:
    assert all(set(shades) == set(DARK) for _, shades in PALETTES.values())
    assert set(CHOICES["theme"]) == {"auto", *PALETTES}


def test_an_unknown_name_is_text_and_a_written_colour_is_itself() -> None:
    palette = Palette()
    assert palette.hex("mauve-ish") == palette.hex("text")
    assert palette.hex("#ABCDEF") == "#abcdef"
    assert palette.hex("#abc") == palette.hex("text")


def test_without_colours_a_mark_is_reversed_and_attributes_stay() -> None:
    palette = Palette(mono=True)
    marked = palette.style(Pen("text", "red", bold=True))
    assert (marked.color, marked.bgcolor, marked.bold, marked.reverse) == (None, None, True, True)
    for ground in ("", *GROUNDS):
        assert not palette.style(Pen("red", ground, underline=True)).reverse
    assert palette.style(Pen("red", "land", reverse=True)).reverse


def test_a_style_is_made_once() -> None:
    palette = Palette()
    assert palette.style(Pen("red")) is palette.style(Pen("red"))
    assert Palette() == Palette()


@pytest.mark.parametrize("palette", BOTH)
def test_stock_widgets_wear_the_palette(palette: Palette) -> None:
    made = theme(palette)
    variables = {**made.to_color_system().generate(), **made.variables}
    assert variables["background"].lower() == palette.hex("ground")
    assert made.dark is palette.dark
