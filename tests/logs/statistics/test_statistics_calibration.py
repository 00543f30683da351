"""Defaults keep their coverage and size; fast here, in full in benchmarks/."""

import importlib
import importlib.util
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "benchmarks" / "calibrate"


@pytest.fixture(scope="module")
def calibrate():
    """The package of the benchmark, without its folder on the path."""
    spec = importlib.util.spec_from_file_location(
        "calibrate", FOLDER / "__init__.py", submodule_search_locations=[str(FOLDER)]
    )
    sys.modules["calibrate"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["calibrate"])
    yield lambda name: importlib.import_module(f"calibrate.{name}")
    for name in [n for n in sys.modules if n.partition(".")[0] == "calibrate"]:
        del sys.modules[name]


def by_method(rows):
    return {row.method: row for row in rows}


# Few runs, fixed seeds; the rows allow three Monte Carlo errors.
FAST = [
    ("outcomes", "type_level", 100),
    ("outcomes", "equivalence", 100),
    ("outcomes", "few_questions", 150),
    ("floor", "drops", 60),
    ("covering", "shares", 60),
    ("covering", "corrections", 200),
    ("covering", "catches", 60),
    ("families", "ratios", 60),
    ("families", "traps", 50),
    ("studies", "priority", 50),
    ("studies", "review", 60),
]
FULL = [
    ("outcomes", "dataset_level"),
    ("outcomes", "pooled_types"),
    ("outcomes", "verdicts"),
    ("floor", "noise"),
    ("floor", "controls"),
    ("floor", "ungraded"),
    ("families", "ranks"),
    ("families", "regrade"),
    ("studies", "comparisons"),
    ("studies", "coefficients"),
]


@pytest.mark.parametrize(("module", "section", "runs"), FAST)
def test_defaults_hold_in_the_fast_form(calibrate, module, section, runs):
    for row in getattr(calibrate(module), section)(runs):
        assert row.holds is not False, row


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "section"), [*FULL, *((module, section) for module, section, _ in FAST)]
)
def test_defaults_hold_in_full(calibrate, module, section):
    for row in getattr(calibrate(module), section)(1000):
        assert row.holds is not False, row


def test_tango_covers_where_percentiles_do_not(calibrate):
    rows = by_method(calibrate("outcomes").type_level(200))
    assert rows["net: Tango (exact coverage)"].low > 0.93
    assert rows["S1: percentile bootstrap"].low < 0.5


def test_wald_and_bootstrap_call_few_tied_pairs_equivalent(calibrate):
    """With 14 pairs and 10 % wins, no pair is discordant 0.9^14 = 23 % of the time."""
    rows = by_method(calibrate("outcomes").equivalence(200))
    assert rows["Wald TOST (exact size)"].high == pytest.approx(0.9**14, abs=0.001)
    assert rows["percentile bootstrap TOST"].high > 0.15
    assert rows["Tango TOST (exact size)"].high < 0.06


def test_data_set_intervals_hold_with_unequal_numbers_of_pairs(calibrate):
    simulate = calibrate("simulate")
    from inspect_rubricblind.logs.statistics.auroc import paired_auroc

    covered = 0
    for rng in simulate.generators(150, 99):
        outcome, question = simulate.latent_pairs(rng, 16, 0.311, 0.112, 0.5)
        covered += simulate.covers(
            paired_auroc(outcome, question).auroc, 0.5 + (0.311 - 0.112) / 2
        )
    assert covered / 150 >= 0.95 - 3 * simulate.error(0.95, 150)


def test_latent_pairs_have_the_shares_asked_for(calibrate):
    simulate = calibrate("simulate")
    rng = next(simulate.generators(1, 7))
    outcome, _ = simulate.latent_pairs(rng, 20_000, 0.311, 0.112, 0.5)
    assert (outcome == 1).mean() == pytest.approx(0.311, abs=0.01)
    assert (outcome == -1).mean() == pytest.approx(0.112, abs=0.01)
    assert 4.9 < len(outcome) / 20_000 < 5.1
