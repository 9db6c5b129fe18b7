"""The error of an engine that does not run."""


class EngineError(Exception):
    """An engine does not work here, or not for this game; the text says why."""


class MissingEngineError(EngineError):
    """What an engine needs is not installed."""
