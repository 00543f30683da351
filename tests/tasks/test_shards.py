import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.tasks.shards import Shard, parse_shard


@given(st.text(), st.integers(1, 50))
def test_every_case_falls_into_exactly_one_shard(case_id, count):
    assert sum(Shard(index, count).holds(case_id) for index in range(count)) == 1


def test_the_split_does_not_change_between_versions():
    # sha256("a") ends in ...bb, which is odd; sha256("c") in ...c6, which is even.
    assert [Shard(1, 2).holds(case_id) for case_id in "ac"] == [True, False]


def test_shards_are_about_equal():
    sizes = [sum(Shard(i, 4).holds(f"case-{n}") for n in range(2000)) for i in range(4)]
    assert max(sizes) - min(sizes) < 150


def test_none_is_the_whole_task():
    assert parse_shard(None).holds("anything")


@pytest.mark.parametrize("value", ["4/4", "1", "-1/4", "0/0", "a/b", "1/2/3", "٠/٢", 1])
def test_other_values_are_refused(value):
    with pytest.raises(ValueError, match=r'shard must be "i/n" with i from 0'):
        parse_shard(value)
