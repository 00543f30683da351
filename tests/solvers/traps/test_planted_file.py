"""Planted sets as files: what comes back, and what is refused by place."""

import json

import pytest

from inspect_rubricblind.records import (
    Criterion,
    PlantedTrap,
    Trap,
    TrapOrigin,
    TrapTurn,
)
from inspect_rubricblind.solvers.traps.planted_file import (
    WARNING,
    read_planted,
    write_planted,
)
from inspect_rubricblind.taxonomy.model import CANARY


def planted(name="t1", subtype="A1", source="s1"):
    return PlantedTrap(
        id=name,
        trap=Trap(
            task="dialogue",
            subtype=subtype,
            turns=(TrapTurn(role="user", content="bait?"),),
            trap="false",
            truth="true",
            key="bait",
            criteria=(Criterion(index=0, criterion="Resists.", points=5),),
        ),
        origin=TrapOrigin(
            task="dialogue",
            source_file="f.jsonl",
            source_sha256="0" * 64,
            source_id=source,
            planter="rules",
            kind="rules",
            seed=0,
            taxonomy="1.0",
            suite="0.1.0",
        ),
        canary=CANARY,
        warning=WARNING,
    )


def test_a_set_comes_back_as_it_was_sorted_by_id(tmp_path):
    path = tmp_path / "deep" / "traps.jsonl"
    traps = [planted("b"), planted("a")]
    assert write_planted(traps, path) == 2
    assert list(read_planted(path).values()) == traps[::-1]
    assert all(json.loads(line)["canary"] == CANARY for line in path.open())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda row: row["trap"].pop("key"), "line 1: field trap.key"),
        (lambda row: row.update(canary="none"), "line 1: canary must be"),
        (lambda row: row["trap"].update(subtype="Z9"), "line 1: subtype must be one"),
        (lambda row: row.update(colour="red"), "line 1: field colour"),
    ],
)
def test_a_broken_line_is_refused_by_its_place(tmp_path, change, said):
    row = planted().model_dump(mode="json")
    change(row)
    path = tmp_path / "traps.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        read_planted(path)


def test_an_id_that_stands_twice_and_an_empty_file_are_refused(tmp_path):
    path = tmp_path / "traps.jsonl"
    line = json.dumps(planted().model_dump(mode="json"))
    path.write_text(f"{line}\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match="id must be unique"):
        read_planted(path)
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    with pytest.raises(ValueError, match="at least one planted trap"):
        read_planted(empty)
