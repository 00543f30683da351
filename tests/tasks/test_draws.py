from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.tasks.draws import draw_balanced, quotas

# The English half of the study's snapshot: 2,666 cases, 84 of them emergencies.
POOL = {"Emergency": 84, "Context": 600, "Depth": 700, "Expertise": 682, "Unsure": 600}
counts = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 60), min_size=1)


def themes_of(available):
    return {f"{t}{n}": t for t, count in available.items() for n in range(count)}


def test_the_draw_of_the_study():
    taken = quotas(POOL, 550)
    # 550 / 5 = 110; 84 are all there are, the other 466 are 116 or 117 of each theme.
    assert taken["Emergency"] == 84
    assert sorted(taken.values()) == [84, 116, 116, 117, 117]
    assert round(100 * taken["Emergency"] / 550, 1) == 15.3  # as printed


def test_a_shortfall_can_fall_short_again():
    # 100 / 4 = 25: a gives 10, then 90 / 3 = 30: b gives 28, then 31 each.
    assert quotas({"a": 10, "b": 28, "c": 50, "d": 50}, 100) == {
        "a": 10,
        "b": 28,
        "c": 31,
        "d": 31,
    }


def test_what_does_not_divide_goes_to_the_largest_themes():
    assert quotas({"a": 5, "b": 9, "c": 9}, 8) == {"a": 2, "b": 3, "c": 3}


@given(counts, st.integers(0, 300))
def test_quotas_reach_the_target_and_are_as_even_as_they_can_be(available, target):
    taken = quotas(available, target)
    assert sum(taken.values()) == min(target, sum(available.values()))
    assert all(0 <= taken[theme] <= available[theme] for theme in available)
    highest = max(taken.values())
    for theme, held in available.items():
        assert taken[theme] >= min(held, highest - 1)


def test_a_draw_holds_the_quotas_and_the_top_up():
    draw = draw_balanced(themes_of(POOL), 550, 35, seed=0)
    assert len(draw.ids) == 585
    assert (draw.available, draw.top_up) == (dict(sorted(POOL.items())), 35)
    drawn = [case_id for case_id in draw.ids if case_id.startswith("Emergency")]
    assert len(drawn) == 84


def test_neither_the_order_of_the_file_nor_other_themes_change_a_draw():
    themes = themes_of({"a": 40, "b": 40})
    turned = dict(reversed(themes.items()))
    assert draw_balanced(themes, 20, 5, 3) == draw_balanced(turned, 20, 5, 3)
    more = draw_balanced(themes | themes_of({"c": 40}), 30, 0, 3)
    without = draw_balanced(themes, 20, 0, 3)
    assert without.ids == {i for i in more.ids if not i.startswith("c")}


def test_another_seed_draws_other_cases():
    themes = themes_of({"a": 40})
    assert draw_balanced(themes, 20, 0, 0).ids != draw_balanced(themes, 20, 0, 1).ids


def test_the_top_up_takes_what_is_left():
    draw = draw_balanced(themes_of({"a": 3, "b": 3}), 4, 10, 0)
    assert (len(draw.ids), draw.top_up) == (6, 2)
