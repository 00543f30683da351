"""Figures as SVG. matplotlib is imported here alone, and only when figures are made."""
