"""Two gradings of the same pairs: another grader, draw or rubric."""
