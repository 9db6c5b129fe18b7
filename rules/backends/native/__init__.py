"""Runs games as machine code: lowered rules become flat code, and flat code becomes WebAssembly or C."""
