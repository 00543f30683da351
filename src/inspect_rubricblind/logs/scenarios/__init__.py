"""Weighted scenarios in a report: who meets what, who agrees, what rubrics miss."""
