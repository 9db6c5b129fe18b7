"""How a session ends early."""


class RefusedError(Exception):
    """The session cannot be opened; the message is a sentence for the client."""


class CrashedError(Exception):
    """An app has crashed, and the client has been told so."""
