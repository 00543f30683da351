"""Columns of the parts and their types; imported only where parts are written."""

import pyarrow as pa

from inspect_rubricblind.logs.exporting.rows import CRITERIA, EXPLANATIONS
from inspect_rubricblind.logs.pairs import COLUMNS

_INTEGERS = ("epoch", "repeat", "criterion", "points", "tries")
_FLAGS = ("met", "covered", "catch_all")
_TYPES = {"string": pa.string(), "Int64": pa.int64(), "Float64": pa.float64()} | {
    "boolean": pa.bool_()
}


def _typed(names: tuple[str, ...]) -> pa.Schema:
    types = dict.fromkeys(names, pa.string())
    types |= {name: pa.int64() for name in names if name in _INTEGERS}
    types |= {name: pa.bool_() for name in names if name in _FLAGS}
    return pa.schema(list(types.items()))


PAIR_SCHEMA = pa.schema([(name, _TYPES[dtype]) for name, dtype in COLUMNS.items()])
CRITERION_SCHEMA = _typed(CRITERIA)
EXPLANATION_SCHEMA = _typed(EXPLANATIONS)
SAMPLE_SCHEMA = pa.schema(
    [("id", pa.string()), ("epoch", pa.int64()), ("sample", pa.string())]
)
RUN_SCHEMA = pa.schema(
    [
        ("log_id", pa.string()),
        ("task_id", pa.string()),
        ("task", pa.string()),
        ("task_version", pa.string()),
        ("model", pa.string()),
        ("created", pa.string()),
        ("status", pa.string()),
        ("planned", pa.int64()),
        ("exported", pa.int64()),
        ("sha256", pa.string()),
    ]
)
