"""What a coding agent's host calls at the events of a session: saving without waiting, telling what matters."""
