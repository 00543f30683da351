"""Known truths, and how the estimators do on them; run by benchmarks/calibration.py."""
