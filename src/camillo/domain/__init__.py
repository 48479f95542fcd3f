"""What a memory is: frozen dataclasses and pure functions, standard library only, no I/O."""
