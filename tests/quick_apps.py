"""Makes apps in tests cheap: styles are read once, and no frame is put together that no terminal shows."""

from collections.abc import Callable
from typing import Any

import pytest
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.app import ComposeResult
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.geometry import Region
from textual.screen import Screen

from lazaretto.tui.app import Lazaretto
from lazaretto.tui.widgets.base_screens import BottomScreen
from lazaretto.tui.widgets.drawn_pane import Pane


class BareBottom(BottomScreen):
    """Stands in for the launcher where a test only looks at what lies above it."""

    def parts(self) -> ComposeResult:
        return ()

    def look_again(self, wanted: str = "") -> None:
        pass

    def hush(self) -> None:
        pass


class WithoutLauncher(Lazaretto):
    """The app with nothing on its bottom screen."""

    def get_default_screen(self) -> Screen[Any]:
        return BareBottom()


def make_apps_quick(patch: pytest.MonkeyPatch) -> None:
    """Let every app without a terminal do only what a test can see."""
    patch.setattr(Stylesheet, "parse", _parse_once(Stylesheet.parse))
    patch.setattr(Compositor, "render_update", _draw_panes(Compositor.render_update))


def _parse_once(parse: Callable[[Stylesheet], None]) -> Callable[[Stylesheet], None]:
    """Hundreds of apps have the same style sheets: each set of them is parsed once for the same colours."""
    known: dict[object, tuple[list[RuleSet], dict[str, list[RuleSet]]]] = {}

    def parse_once(sheet: Stylesheet) -> None:
        key = (tuple(sheet._variables.items()), tuple(sheet.source.items()))
        if key not in known:
            parse(sheet)
            known[key] = sheet._rules, sheet.rules_map
        sheet._rules, sheet._rules_map = known[key]
        sheet._require_parse = False

    return parse_once


def _draw_panes(render: Callable[..., Any]) -> Callable[..., Any]:
    """Our panes are drawn for each frame; frames are put together where a driver gets them."""

    def draw_panes(
        compositor: Compositor, full: bool = False, screen_stack: list[Screen[Any]] | None = None, **how: Any
    ) -> Any:
        root = compositor.root
        if root is None or not root.app.is_headless:
            return render(compositor, full, screen_stack, **how)
        visible_screen_stack.set([] if screen_stack is None else screen_stack)
        window = compositor.size.region
        changed = [window] if full or window in compositor._dirty_regions else [*compositor._dirty_regions]
        compositor._dirty_regions.clear()
        if changed:
            _draw(compositor, Region.from_union(changed).intersection(window))
        return None

    return draw_panes


def _draw(compositor: Compositor, changed: Region) -> None:
    for widget, (region, clip) in compositor.visible_widgets.items():
        if isinstance(widget, Pane) and changed.overlaps(clip):
            shown = region.intersection(clip)
            if shown.area:
                widget.render_lines(shown.translate(-region.offset))
