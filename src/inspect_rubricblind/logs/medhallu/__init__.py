"""Ready-made pairs and rubrics of three kinds: what the report says of them."""
