"""Warnings: what compiles, but is probably not what the author meant."""
