"""Archives: a whole palace as open lines, sealed where it is encrypted, and taken in elsewhere."""
