"""Secrets in texts: passwords, keys, tokens and private keys, recognised so that they can be left out."""
