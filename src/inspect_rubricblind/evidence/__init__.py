"""Evidence for claims: corpora and search services behind one protocol."""
