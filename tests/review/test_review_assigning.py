from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.review.assigning import Rated, assign, rater_names


def rated(n: int, strata: int = 13) -> list[Rated]:
    return [
        Rated(f"i{i:03d}", f"case-{i % 60}", f"s{i * strata // n}") for i in range(n)
    ]


def panels(given_out: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for rater, items in given_out.items():
        for item in items:
            found.setdefault(item, []).append(rater)
    return found


@given(st.integers(1, 60), st.integers(1, 9), st.data())
def test_every_item_has_different_raters_and_loads_are_equal(n, raters, data):
    each = data.draw(st.integers(1, raters))
    found = assign(rated(n), rater_names(raters), each, seed=3)
    assert {len(set(p)) for p in panels(found).values()} == {each}
    assert sum(map(len, found.values())) == n * each
    loads = [len(items) for items in found.values()]
    assert max(loads) - min(loads) <= 1


def test_s1s_size_uses_every_pair_of_twelve_raters():
    found = assign(rated(117), rater_names(12), 2, seed=0)
    # 234 ratings over 12 raters; S1 had 11 raters with 20 and one with 14.
    assert sorted(Counter(map(len, found.values())).items()) == [(19, 6), (20, 6)]
    met = Counter(tuple(sorted(panel)) for panel in panels(found).values())
    assert len(met) >= 60
    assert len(list(combinations(range(12), 2))) == 66
    assert max(met.values()) <= 4


def test_strata_are_spread_over_raters():
    items = rated(117)
    stratum = {item.item: item.stratum for item in items}
    found = assign(items, rater_names(12), 2, seed=0)
    most = max(max(Counter(stratum[i] for i in own).values()) for own in found.values())
    assert most == 2  # 18 ratings of each type over 12 raters


def test_each_rater_has_an_order_of_their_own_that_hides_the_strata():
    found = assign(rated(40), rater_names(2), 2, seed=0)
    assert set(found["R01"]) == set(found["R02"])
    assert found["R01"] != found["R02"]
    assert list(found["R01"]) != sorted(found["R01"])
    assert found == assign(rated(40), rater_names(2), 2, seed=0)
    assert found != assign(rated(40), rater_names(2), 2, seed=1)


@pytest.mark.parametrize("each", [0, 3])
def test_more_ratings_than_raters_are_refused(each: int):
    with pytest.raises(ValueError, match="ratings_per_item must be at least 1"):
        assign(rated(4), rater_names(2), each, seed=0)
