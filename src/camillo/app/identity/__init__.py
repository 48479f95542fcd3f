"""Who calls: verified tokens, agents' keys and a laptop's token, each giving one owner and no more."""
