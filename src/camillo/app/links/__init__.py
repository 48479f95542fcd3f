"""Links and tunnels: what belongs together, found in passes and kept in step, and paths along them."""
