"""Calibration of paired AUROC, detection, equivalence and verdicts."""

from collections.abc import Iterator
from itertools import product

import numpy as np
from scipy import stats

from calibrate.simulate import (
    OUTCOMES,
    Row,
    coverage_row,
    covers,
    generators,
    latent_pairs,
    records,
    size_row,
    value_row,
    width,
)
from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.clusters import FloatArray
from inspect_rubricblind.logs.statistics.detection import (
    detection_test,
    sign_flip_test,
    sign_test,
)
from inspect_rubricblind.logs.statistics.equivalence import equivalence_test, tost
from inspect_rubricblind.logs.statistics.intervals import (
    s1_intervals,
    sum_quantiles,
    tango_limits,
    wilson_limits,
)
from inspect_rubricblind.logs.statistics.verdicts import Evidence, decide

TYPE_SIZES = (6, 14, 36, 42, 73, 146, 228, 436)
TYPE_OUTCOMES = (*OUTCOMES, (0.60, 0.04))


def dataset_level(runs: int) -> Iterator[Row]:
    """Equal weight per question, 1 to 9 pairs each, latent correlation 0 to .95."""
    default, s1, wins, widths = records(4)
    settings = product((8, 16, 40, 150, 458), OUTCOMES, (0.3,))
    extra = product((8, 16, 60), OUTCOMES[:3], (0.0, 0.1, 0.6, 0.95))
    for i, (q, (w, lost), rho) in enumerate([*settings, *extra]):
        name = f"Q={q} W={w} L={lost} rho={rho}"
        *rates, ours, theirs = _dataset_setting(runs, i, q, w, lost, rho)
        for rows, rate in zip((default, s1, wins), rates, strict=True):
            rows.append((name, rate))
        if q == 458 and (w, lost) == OUTCOMES[0]:
            widths = [("ours", ours), ("S1", theirs)]
    family = "data set level"
    yield coverage_row(family, "net: Tango at effective n", default, runs, floor=0.93)
    yield coverage_row(family, "win: Wilson at effective n", wins, runs, floor=0.92)
    yield coverage_row(family, "S1: one pair per question", s1, runs, floor=None)
    yield value_row(family, "width at HealthBench's shares, Q=458, rho=.3", widths)


def _dataset_setting(
    runs: int, i: int, q: int, w: float, lost: float, rho: float
) -> list[float]:
    """Coverage of net, of S1's AUROC and of wins; mean widths of ours and S1's."""
    shown, auroc = [], 0.5 + (w - lost) / 2
    for rng in generators(runs, 1, i):
        found = paired_auroc(*latent_pairs(rng, q, w, lost, rho))
        shown.append(
            [
                covers(found.auroc, auroc),
                covers(found.s1.auroc, auroc),
                covers(found.win, w),
                width(found.auroc),
                width(found.s1.auroc),
            ]
        )
    return [float(x) for x in np.nanmean(np.array(shown, dtype=float), axis=0)]


def _tables(
    n: int, win: float, loss: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """All tables of n pairs that are not negligible: wins, losses, probability."""
    w, lost = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
    kept = w + lost <= n
    a, b = w[kept].astype(np.float64), lost[kept].astype(np.float64)
    p = stats.binom.pmf(a, n, win) * stats.binom.pmf(b, n - a, loss / (1 - win))
    some = p > 1e-9
    return a[some], b[some], p[some]


def type_level(runs: int) -> Iterator[Row]:
    """One pair per question: exact coverage over all tables, no simulation."""
    default, percentile, wins = records(3)
    for n, (w, lost) in product(TYPE_SIZES, TYPE_OUTCOMES):
        name, net = f"n={n} W={w} L={lost}", w - lost
        a, b, p = _tables(n, w, lost)
        low, high = tango_limits(a / n, b / n, n)
        default.append((name, float(p[(low <= net) & (net <= high)].sum() / p.sum())))
        low, high = wilson_limits(a / n, n)
        wins.append((name, float(p[(low <= w) & (w <= high)].sum() / p.sum())))
        percentile.append((name, _percentile_coverage(n, w, lost, runs)))
    family = "error-type level"
    yield coverage_row(
        family, "net: Tango (exact coverage)", default, 10**9, floor=0.93
    )
    yield coverage_row(family, "win: Wilson (exact coverage)", wins, 10**9, floor=None)
    yield coverage_row(family, "S1: percentile bootstrap", percentile, runs, floor=None)


def _percentile_coverage(n: int, win: float, loss: float, runs: int) -> float:
    rng, net = np.random.default_rng([2, n]), win - loss
    drawn = rng.multinomial(n, [win, 1 - win - loss, loss], size=runs)
    tables, counts = np.unique(drawn, axis=0, return_counts=True)
    hits = 0
    for (w, t, lost), count in zip(tables, counts, strict=True):
        ends = sum_quantiles((lost / n, t / n, w / n), n, (0.025, 0.975)) / n - 1
        hits += count * bool(ends[0] <= net + 1e-12 and net - 1e-12 <= ends[1])
    return float(hits / runs)


def pooled_types(runs: int) -> Iterator[Row]:
    """One error type pooled over three injectors: three pairs per question."""
    default, percentile, naive, flips, blind = records(5)
    settings = product((12, 40, 150), OUTCOMES[:4], (0.3, 0.7))
    for i, (q, (w, lost), rho) in enumerate(settings):
        name = f"Q={q} W={w} L={lost} rho={rho}"
        rates = _pooled_setting(runs, i, q, w, lost, rho)
        for rows, rate in zip(
            (default, percentile, naive, flips, blind), rates, strict=False
        ):
            rows.append((name, rate))
    family = "type pooled over injectors"
    yield coverage_row(family, "net: Tango at effective n", default, runs, floor=0.93)
    yield coverage_row(
        family, "S1: percentile over pairs", percentile, runs, floor=None
    )
    yield size_row(
        family, "detection: sign flips by question", flips, runs, ceiling=0.05
    )
    yield size_row(family, "naive: sign test on all pairs", naive, runs, ceiling=None)
    yield size_row(
        family, "equivalence at effective n, true net .10", blind, runs, ceiling=0.06
    )


def _pooled_setting(
    runs: int, i: int, q: int, w: float, lost: float, rho: float
) -> list[float]:
    """Coverage of ours and S1's; size of naive, flip and (if W + L > .1) TOST."""
    found, half, edge = [], (w + lost) / 2, (w + lost - 0.1) / 2
    for rng in generators(runs, 3, i):
        x, index = latent_pairs(rng, q, w, lost, rho, (3, 3))
        estimate, auroc = paired_auroc(x, index, "pair"), 0.5 + (w - lost) / 2
        x, index = latent_pairs(rng, q, half, half, rho, (3, 3))
        test = detection_test(x, index)
        row = [
            covers(estimate.auroc, auroc),
            covers(estimate.s1.auroc, auroc),
            bool(sign_test(test.wins, test.losses) < 0.05),
            test.p < 0.05,
        ]
        if edge >= 0:
            x, index = latent_pairs(rng, q, edge + 0.1, edge, rho, (3, 3))
            p = equivalence_test(x, index).p
            row.append(p is not None and p < 0.05)
        found.append(row)
    return [float(x) for x in np.mean(np.array(found, dtype=float), axis=0)]


def equivalence(runs: int) -> Iterator[Row]:
    """True net exactly at the margin of .10; one pair per question."""
    default, wald, percentile = records(3)
    for n, discordance in product((14, 36, 73, 146, 436), (0.1, 0.2, 0.4, 0.6)):
        w, lost = (discordance + 0.1) / 2, (discordance - 0.1) / 2
        name = f"n={n} discordance={discordance}"
        a, b, p = _tables(n, w, max(lost, 0.0))
        called = tost(a / n, b / n, n) < 0.05
        default.append((name, float(p[called].sum() / p.sum())))
        net = (a - b) / n
        se = np.sqrt(np.maximum((a + b) / n - net**2, 0) / n)
        called = np.abs(net) + 1.6449 * se < 0.1
        wald.append((name, float(p[called].sum() / p.sum())))
        percentile.append((name, _bootstrap_tost(n, w, lost, runs)))
    family = "equivalence"
    yield size_row(family, "Tango TOST (exact size)", default, 10**9, ceiling=0.06)
    yield size_row(family, "Wald TOST (exact size)", wald, 10**9, ceiling=None)
    yield size_row(family, "percentile bootstrap TOST", percentile, runs, ceiling=None)


def _bootstrap_tost(n: int, win: float, loss: float, runs: int) -> float:
    rng = np.random.default_rng([4, n])
    drawn = rng.multinomial(n, [win, 1 - win - loss, loss], size=runs)
    tables, counts = np.unique(drawn, axis=0, return_counts=True)
    called = 0
    for (w, _, lost), count in zip(tables, counts, strict=True):
        s1 = s1_intervals(w / n, lost / n, n, level=0.90).auroc
        assert s1.low is not None
        assert s1.high is not None
        called += count * bool(s1.low > 0.45 and s1.high < 0.55)
    return float(called / runs)


def verdicts(runs: int) -> Iterator[Row]:
    """Twelve types of S1's sizes: any false DETECTS or REVERSED, any false BLIND."""
    sizes = (55, 233, 44, 103, 226, 118, 211, 146, 73, 42, 228, 436)
    detects, blind = records(2)
    for i, discordance in enumerate((0.12, 0.25, 0.45)):
        for net, found in ((0.0, detects), (0.1, blind)):
            w, lost = (discordance + net) / 2, (discordance - net) / 2
            false = 0
            for rng in generators(runs, 5, i):
                items = []
                for k, n in enumerate(sizes):
                    a, _, b = rng.multinomial(n, [w, 1 - discordance, lost])
                    p = (float(sign_test(a, b)), float(tost(a / n, b / n, n)))
                    items.append(Evidence(f"t{k}", n, (a - b) / n, *p, True, False))
                wrong = {"DETECTS", "REVERSED"} if net == 0 else {"BLIND"}
                decided = decide(items, grader_qualified=True)
                false += any(d.verdict in wrong for d in decided)
            found.append((f"discordance={discordance}", false / runs))
    yield size_row(
        "verdicts", "any false DETECTS or REVERSED", detects, runs, ceiling=0.05
    )
    yield size_row("verdicts", "any false BLIND at net .10", blind, runs, ceiling=0.05)


def few_questions(runs: int) -> Iterator[Row]:
    """The flip test on few questions, where all flips are counted."""
    found = []
    for i, q in enumerate((6, 8, 12)):
        rejected = 0
        for rng in generators(runs, 6, i):
            x, index = latent_pairs(rng, q, 0.3, 0.3, 0.5)
            rejected += sign_flip_test(x, index) < 0.05
        found.append((f"Q={q}", rejected / runs))
    yield size_row("few questions", "detection: sign flips", found, runs, ceiling=0.05)
