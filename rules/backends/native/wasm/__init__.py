"""WebAssembly: `encode_program.py` encodes a flat program as a module; `binary_format.py` knows the bytes."""
