"""How long tests wait for something: until it happens."""

PATIENCE = 120.0
"""Seconds after which a test that waits in vain ends; what works is there much sooner, on any machine."""
