"""Scorers: they read the frozen `Trial` and never change it."""
