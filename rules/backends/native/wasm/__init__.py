"""Encodes flat programs as WebAssembly."""
