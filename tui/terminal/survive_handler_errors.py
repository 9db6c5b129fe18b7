"""A mixin for screens and widgets: an error in a handler does not stop their message loop.

Textual ends the loop of a screen or widget whose handler raises; the app can then only exit. With this mixin
the loop goes on, and the app decides what becomes of the error.
"""

from textual.message import Message
from textual.message_pump import MessagePump


class Contained(MessagePump):
    """Hands the errors of its handlers to the app, and goes on."""

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            self.app._handle_exception(error)
