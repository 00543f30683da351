"""A folder of parquet files made of logs, one part per log."""
