"""Camillo for agents: a server of the Model Context Protocol for one owner's palace."""
