"""Message catalogue of simulations."""

from grammar.message import Message

IN_GAME = Message("simulation.game", "game {number}, seed {seed}: {problem}")
NO_END = Message("simulation.endless", "no end after {most} decisions")

CAMPAIGNS_IN_PYTHON = Message("simulation.campaigns", "campaigns are played in Python")
MIXED_IN_PYTHON = Message("simulation.mixed", "bots of different kinds play in Python")
FAILED_NATIVELY = Message(
    "simulation.failed_natively",
    "game {number} failed with the engine `{engine}`, but not in Python; please report this",
)
