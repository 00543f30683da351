"""How models are asked: roles, cache scopes, bounded tries, and reading replies."""
