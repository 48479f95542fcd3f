"""Care of what is filed: what hides, removes, proves, derives again, lists and copies it, and how long it stays."""
