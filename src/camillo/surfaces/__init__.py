"""How people and programs reach a palace; no surface knows another."""
