"""Readers of published evaluation sets, given by path: each turns a file or folder into cases."""
