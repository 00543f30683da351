import anyio
import pytest

from inspect_rubricblind.evidence.backends import SearchError
from inspect_rubricblind.evidence.searching import Budget, SearchCache, Searcher
from inspect_rubricblind.records import Passage


class Fake:
    """A service that answers every query, or raises what it is told to."""

    name, is_local, evidence = "fake", False, "fake 1"

    def __init__(self, fault=None, requests=1):
        self.fault, self.requests, self.asked = fault, requests, []

    async def search(self, query, limit, allowance):
        for _ in range(self.requests):
            allowance.spend()
            self.asked.append(query)
            await anyio.sleep(0)
        if self.fault:
            raise self.fault
        return (Passage(rank=1, source="s", title=query, snippet="text"),)


def searcher(fake, tmp_path, **options):
    return Searcher(fake, cache=SearchCache(tmp_path), **options)


def search(found, *queries):
    async def run():
        return [await found.search(query) for query in queries]

    return anyio.run(run)


def test_a_query_is_sent_once_and_then_read_from_the_disk(tmp_path):
    fake = Fake()
    first, again = search(searcher(fake, tmp_path), "a  b", "a b")
    other = search(searcher(fake, tmp_path), "a b")[0]
    assert len(fake.asked) == 1
    assert (first.cached, again.cached, other.cached) == (False, True, True)
    assert (first.requests, again.requests) == (1, 0)
    assert first.passages == again.passages == other.passages


def test_the_same_query_asked_at_the_same_time_is_sent_once(tmp_path):
    fake = Fake()
    found = searcher(fake, tmp_path)

    async def run():
        async with anyio.create_task_group() as group:
            for _ in range(10):
                group.start_soon(found.search, "same")

    anyio.run(run)
    assert fake.asked == ["same"]


def test_another_backend_evidence_query_or_limit_is_another_search(tmp_path):
    fake, other = Fake(), Fake()
    other.evidence = "fake 2"
    search(searcher(fake, tmp_path), "a")
    assert not search(searcher(other, tmp_path), "a")[0].cached
    assert not search(searcher(fake, tmp_path, limit=3), "a")[0].cached
    assert not search(searcher(fake, tmp_path), "A")[0].cached


def test_the_budget_counts_every_request_and_is_never_passed(tmp_path):
    fake = Fake(requests=2)
    budget = Budget(5)
    found = search(searcher(fake, tmp_path, budget=budget), *"abcd")
    assert [s.failure for s in found] == [None, None, "budget", "budget"]
    assert len(fake.asked) == budget.spent == 5
    assert [s.requests for s in found] == [2, 2, 1, 0]


def test_no_search_is_allowed_with_a_budget_of_none(tmp_path):
    fake = Fake()
    [found] = search(searcher(fake, tmp_path, budget=Budget(0)), "a")
    assert (found.failure, fake.asked) == ("budget", [])


def test_a_failure_is_not_kept(tmp_path):
    fake = Fake(SearchError("server_error"))
    found = searcher(fake, tmp_path)
    assert search(found, "a")[0].failure == "server_error"
    fake.fault = None
    assert search(found, "a")[0].failure is None


def test_a_wrong_key_is_tried_once(tmp_path):
    fake = Fake(SearchError("refused", final=True))
    found = search(searcher(fake, tmp_path), "a", "b", "c")
    assert [s.failure for s in found] == ["refused"] * 3
    assert fake.asked == ["a"]


@pytest.mark.parametrize("damage", [b"", b"{", b'[{"rank": 1}]', b"\xff\xfe"])
def test_a_damaged_file_of_the_cache_is_asked_again(tmp_path, damage):
    fake = Fake()
    search(searcher(fake, tmp_path), "a")
    [path] = tmp_path.rglob("*.json")
    path.write_bytes(damage)
    assert not search(searcher(fake, tmp_path), "a")[0].cached
    assert search(searcher(fake, tmp_path), "a")[0].cached
