"""Message catalogue of simulations."""

from grammar.message import Message

IN_GAME = Message("simulation.game", "game {number}, seed {seed}: {problem}")
NO_END = Message("simulation.endless", "no end after {most} decisions")
