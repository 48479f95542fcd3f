"""Which hall a text belongs in, told from cues in many languages."""
