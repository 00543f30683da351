"""The report as one HTML page: what stands on it, and how it is rendered."""
