"""Where palaces are kept: one package per database, all of them the same port."""
