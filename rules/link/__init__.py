"""The linker: reads the files of a scenario and of those it uses, and composes their modules."""
