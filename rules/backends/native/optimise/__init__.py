"""Makes flat programs smaller and faster, for WebAssembly: wasmtime hardly looks beyond one function."""
