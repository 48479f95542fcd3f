"""The door of `camillo hook`: json, os and socket alone, so that a host never waits for an import."""
