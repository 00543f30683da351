"""What counts as a token, and what an edit does to tokens.

The limits on edits are counted in tokens: a word, a number with its decimals
(`0.5`, `1,000`), a unit (`mg/kg`), a number written together with its unit
(`500mg`, `5%`), or a single Chinese, Japanese or Korean character. White space,
punctuation and Markdown marks are not tokens.
"""
