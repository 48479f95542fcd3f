"""From memory to context: what a new session or a prompt is given, within a budget."""
