"""From a source to filed turns: read, cut, place, file; and the transformer tier after it."""
