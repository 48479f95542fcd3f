"""Facts as a pure replay of claims and acts: what holds, what held, what was believed, what conflicts."""
