"""The embedding models: a word table for the static tier, MiniLM for the transformer tier."""
