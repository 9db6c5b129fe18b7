"""A flood of keys costs an app no more than it can handle, and what a person types is never lost."""

from collections.abc import Callable

from textual import events
from textual.message import Message

from lazaretto.tui.terminal.typed_input import LONGEST_PASTE, MOST, MOST_ALIKE, InputQueue


class App:
    """Handles one message at a time, when told to."""

    def __init__(self) -> None:
        self.got: list[Message] = []
        self.waiting: list[Callable[[], None]] = []
        self.queue = InputQueue(self.got.append, self.waiting.append)

    def handle(self) -> None:
        """Handle everything, and say so twice, as a slow screen may."""
        while self.waiting:
            done = self.waiting.pop(0)
            done()
            done()

    def keys(self) -> str:
        return "".join(message.character or "" for message in self.got if isinstance(message, events.Key))


def press(queue: InputQueue, text: str) -> None:
    for each in text:
        queue.put(events.Key(each, each))


def test_keys_arrive_one_after_the_other_in_order() -> None:
    app = App()
    press(app.queue, "abc")
    assert app.keys() == "a"
    app.handle()
    assert app.keys() == "abc"
    press(app.queue, "d")
    app.handle()
    assert app.keys() == "abcd"


def test_a_flood_of_one_key_is_a_few_presses() -> None:
    app = App()
    press(app.queue, "x" * 20_000)
    app.handle()
    assert len(app.got) == MOST_ALIKE + 1
    press(app.queue, "y")
    app.handle()
    assert app.keys().endswith("xy")


def test_a_flood_of_all_keys_is_bounded() -> None:
    app = App()
    press(app.queue, "up down left" * 5_000)
    app.handle()
    assert len(app.got) == MOST + 1


def test_a_key_that_is_held_while_the_app_keeps_up_is_never_dropped() -> None:
    app = App()
    for _ in range(500):
        press(app.queue, "xx")
        app.handle()
    assert len(app.got) == 1_000


def test_a_sentence_typed_at_once_arrives_whole() -> None:
    app = App()
    text = "the quick brown fox jumps over the lazy dog " * 4
    press(app.queue, text)
    app.handle()
    assert app.keys() == text


def test_moves_of_the_mouse_replace_each_other_and_clicks_do_not() -> None:
    app = App()
    place = (0, 0, 0, 0, 0, False, False, False)
    press(app.queue, "a")
    for _ in range(50):
        app.queue.put(events.MouseMove(None, *place))
    app.queue.put(events.MouseDown(None, *place))
    app.queue.put(events.MouseUp(None, *place))
    app.handle()
    assert [type(message).__name__ for message in app.got] == ["Key", "MouseMove", "MouseDown", "MouseUp"]


def test_a_paste_arrives_bounded() -> None:
    app = App()
    app.queue.put(events.Paste("x" * 1_000_000))
    app.queue.put(events.Paste("short"))
    app.handle()
    assert [len(message.text) for message in app.got if isinstance(message, events.Paste)] == [
        LONGEST_PASTE,
        5,
    ]


def test_other_messages_do_not_wait() -> None:
    app = App()
    press(app.queue, "ab")
    app.queue.put(events.AppFocus())
    assert [type(message).__name__ for message in app.got] == ["Key", "AppFocus"]
