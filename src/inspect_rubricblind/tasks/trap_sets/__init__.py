"""Sources of traps (dialogues, case reports) and what both trap tasks share."""
