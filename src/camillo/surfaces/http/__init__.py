"""The team server: REST routes over the palaces of many owners, each request bound to one of them."""
