"""What servers keep beside palaces, in one database for all of them."""
