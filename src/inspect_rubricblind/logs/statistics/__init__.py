"""Estimators on arrays: numpy, scipy and statsmodels, no Inspect, no pandas."""
