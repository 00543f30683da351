"""Serper and PubMed against a local server that speaks their shapes, with faults."""

import anyio
import pytest

from inspect_rubricblind.evidence.backends import SearchError
from inspect_rubricblind.evidence.http import Pace, Retries
from inspect_rubricblind.evidence.pubmed import PubMed, read_articles
from inspect_rubricblind.evidence.searching import MOST_FAILURES, Budget, Searcher
from inspect_rubricblind.evidence.serper import Serper
from inspect_rubricblind.evidence.sources import make_backend
from search_server import FAULTS, KEY, running_search

QUICK = Retries(tries=3, wait=0.001, most_wait=0.01, timeout=20)
HASTY = Retries(tries=3, wait=0.001, most_wait=0.01, timeout=0.3)
BACKENDS = {
    "serper": lambda retries=QUICK: Serper(retries=retries),
    "pubmed": lambda retries=QUICK: PubMed(retries, Pace()),
}
SLOW = {"timeout", "drip"}
TRANSIENT = {"429", "500", "timeout", "drip", "cut"}


@pytest.fixture(scope="module")
def running():
    with running_search() as service:
        yield service


@pytest.fixture
def service(running, monkeypatch):
    running.reset()
    monkeypatch.setenv("SERPER_API_KEY", KEY)
    monkeypatch.setenv("SERPER_BASE_URL", running.url)
    monkeypatch.setenv("NCBI_BASE_URL", running.url)
    for name in ("NCBI_API_KEY", "NCBI_EMAIL"):
        monkeypatch.delenv(name, raising=False)
    return running


def search(backend, *queries, budget=None, limit=5):
    found = Searcher(backend, budget or Budget(), cache=None, limit=limit)

    async def run():
        return [await found.search(query) for query in queries]

    return anyio.run(run)


def test_serper_gives_answer_box_graph_and_snippets_in_order(service):
    [found] = search(Serper(retries=QUICK), "paracetamol maximum", limit=4)
    assert [p.title for p in found.passages] == [
        "Paracetamol",
        "Paracetamol",
        "Result 1",
        "Result 2",
    ]
    assert [p.rank for p in found.passages] == [1, 2, 3, 4]
    assert found.passages[0].snippet.startswith("4 g Adults take")
    assert found.passages[1].snippet == "Medication. A painkiller.. Maximum: 4 g"
    assert found.passages[2].source == "site1.example"
    assert found.passages[2].date == "3 May 2023"
    [request] = service.seen
    assert request["body"] == {
        "q": "paracetamol maximum",
        "num": 4,
        "gl": "us",
        "hl": "en",
    }
    assert request["headers"]["x-api-key"] == KEY


def test_pubmed_gives_abstracts_with_labels_year_journal_and_address(service):
    [found] = search(PubMed(QUICK, Pace()), "paracetamol adults maximum", limit=2)
    first = found.passages[0]
    assert first.title == "Paracetamol in adults"
    assert first.snippet == f"METHODS: We read labels. RESULTS: {service.text}"
    assert (first.source, first.date) == ("Journal of Doses", "2021")
    assert first.url == "https://pubmed.ncbi.nlm.nih.gov/11/"
    assert len(found.passages) == 2
    assert found.requests == 2
    ids, articles = service.seen
    assert ids["query"]["term"] == "paracetamol adults maximum"
    assert ids["query"]["sort"] == "relevance"
    assert articles["query"]["id"] == "11,12"
    assert ids["query"]["tool"] == "inspect_rubricblind"
    assert "api_key" not in ids["query"]


def test_a_key_and_a_mail_address_are_passed_on_to_ncbi(service, monkeypatch):
    monkeypatch.setenv("NCBI_API_KEY", "ncbi-key")
    monkeypatch.setenv("NCBI_EMAIL", "me@example.org")
    search(PubMed(QUICK, Pace()), "paracetamol")
    assert service.seen[0]["query"]["api_key"] == "ncbi-key"
    assert service.seen[0]["query"]["email"] == "me@example.org"


def test_operators_and_fields_in_a_query_are_words_to_pubmed(service):
    search(PubMed(QUICK, Pace()), 'gout AND (urate[mesh]) OR "x"; DROP')
    assert service.seen[0]["query"]["term"] == "gout urate mesh x drop"


@pytest.mark.parametrize("name", BACKENDS)
def test_nothing_found_is_no_failure(service, name):
    service.empty = True
    [found] = search(BACKENDS[name](), "one two three four five six")
    assert (found.failure, found.passages) == (None, ())


@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_has_its_name_and_a_bounded_number_of_requests(service, name, fault):
    service.always = fault
    retries = HASTY if fault in SLOW else QUICK
    [found] = search(BACKENDS[name](retries), "paracetamol")
    assert found.failure == FAULTS[fault]
    assert found.passages == ()
    assert found.requests == (3 if fault in TRANSIENT else 1)
    assert len(service.seen) <= found.requests


@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("fault", sorted(TRANSIENT - SLOW))
def test_a_fault_that_passes_is_mended_by_another_try(service, name, fault):
    service.faults = [fault, fault]
    [found] = search(BACKENDS[name](), "paracetamol")
    assert found.failure is None
    assert found.passages


def test_tries_count_against_the_budget(service):
    service.always = "500"
    found = search(Serper(retries=QUICK), "a", "b", "c", budget=Budget(5))
    assert [s.failure for s in found] == ["server_error", "budget", "budget"]
    assert len(service.seen) == 5


def test_a_wrong_key_is_refused_once(service, monkeypatch):
    monkeypatch.setenv("SERPER_API_KEY", "wrong")
    found = search(Serper(retries=QUICK), "a", "b", "c")
    assert [s.failure for s in found] == ["refused"] * 3
    assert len(service.seen) == 1


def test_a_service_that_only_fails_is_left_alone_in_the_end(service):
    service.always = "html"
    queries = [f"query {n}" for n in range(3 * MOST_FAILURES)]
    found = search(Serper(retries=QUICK), *queries)
    assert {s.failure for s in found} == {"not_json"}
    assert len(service.seen) == MOST_FAILURES


def test_no_key_sends_nothing(service, monkeypatch):
    monkeypatch.delenv("SERPER_API_KEY")
    [found] = search(Serper(retries=QUICK), "a")
    assert (found.failure, service.seen) == ("refused", [])
    with pytest.raises(ValueError, match="SERPER_API_KEY"):
        make_backend("serper")


def test_a_long_wait_that_the_service_asks_for_is_bounded(service, monkeypatch):
    asked = []

    async def sleep(seconds):
        asked.append(seconds)

    monkeypatch.setattr("inspect_rubricblind.evidence.http.anyio.sleep", sleep)
    monkeypatch.setattr(
        "inspect_rubricblind.evidence.http._asked_wait", lambda headers: 86_400.0
    )
    service.always = "429"
    search(Serper(retries=Retries(wait=1, most_wait=30)), "a")
    assert asked == [30, 30]


def test_requests_keep_the_pace_that_the_service_asks_for(monkeypatch):
    now, slept = [0.0], []

    async def sleep(seconds):
        slept.append(seconds)

    monkeypatch.setattr(
        "inspect_rubricblind.evidence.http.anyio.current_time", lambda: now[0]
    )
    monkeypatch.setattr("inspect_rubricblind.evidence.http.anyio.sleep", sleep)
    pace = Pace(0.5)

    async def run():
        for _ in range(3):
            await pace.wait()
        now[0] = 10.0
        await pace.wait()

    anyio.run(run)
    assert slept == [0.5, 1.0]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html></html>",
        b"not xml",
        b'<!DOCTYPE x [<!ENTITY a "aaaa">]><PubmedArticleSet>&a;</PubmedArticleSet>',
        b"<PubmedArticleSet><PubmedArticle>",
        b"\xff\xfe",
    ],
)
def test_what_is_no_pubmed_xml_is_named(body):
    with pytest.raises(SearchError, match="unexpected_shape"):
        list(read_articles(body))


@pytest.mark.parametrize(
    "body",
    [
        b'{"organic": [null, 1, {"snippet": 5}, {"snippet": "ok", "title": 7}]}',
        b'{"organic": [{"snippet": "ok"}], "answerBox": [], "knowledgeGraph": 3}',
        b'{"organic": [{"snippet": "ok", "link": null}], "answerBox": {}}',
    ],
)
def test_odd_values_in_a_results_page_are_let_pass(service, body):
    service.body = body
    [found] = search(Serper(retries=QUICK), "a")
    assert [p.snippet for p in found.passages] == ["ok"]


def test_a_backend_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="corpus, pubmed, serper, inspect, stored"):
        make_backend("google")
    with pytest.raises(ValueError, match="corpus belongs to backend=corpus"):
        make_backend("pubmed", "x.sqlite")
    assert make_backend("pubmed").name == "pubmed"
    assert make_backend("inspect").name == "inspect"
