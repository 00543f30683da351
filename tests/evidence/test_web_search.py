"""Inspect's web search: a model that cites pages, as providers with a search do."""

import json

import pytest
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ContentText,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.scorer import Score, mean, scorer
from inspect_ai.solver import solver

from inspect_rubricblind.evidence.searching import Budget, Searcher
from inspect_rubricblind.evidence.web_search import WebSearch

URL = "https://www.nhs.example/paracetamol"
SAID = "The maximum is 4 g a day."


@solver
def nothing():
    """What is looked at is the scorer alone."""

    async def solve(state, generate):
        return state

    return solve


def output(*citations, text=SAID):
    """A reply with citations, as a provider's own search gives it."""
    content = ContentText(text=text, citations=list(citations))
    choice = ChatCompletionChoice(message=ChatMessageAssistant(content=[content]))
    return ModelOutput(model="m", choices=[choice], usage=ModelUsage())


def url_citation(**fields):
    return {"type": "url", "url": URL, **fields}


def searched(tmp_path, *outputs, most=None, model="mockllm/model"):
    """What one search in a running sample gives, and how often the model was asked."""
    found = Searcher(WebSearch(), Budget(most), cache=None)

    @scorer(metrics=[mean()])
    def probe():
        async def score(state, target):
            search = await found.search("paracetamol maximum")
            return Score(value=1, metadata={"search": search.model_dump_json()})

        return score

    task = Task(dataset=[Sample(id="a", input="x")], solver=nothing(), scorer=probe())
    roles = {"fact_checker": get_model(model, custom_outputs=list(outputs))}
    [log] = eval(
        task,
        model="none/none",
        model_roles=roles if outputs else {},
        display="none",
        log_dir=str(tmp_path),
    )
    assert log.status == "success", log.error
    return json.loads(log.samples[0].scores["probe"].metadata["search"])


def test_citations_of_pages_are_the_evidence(tmp_path):
    cited = url_citation(title="Paracetamol", cited_text="At most 4 g in 24 hours.")
    found = searched(tmp_path, output(cited))
    [passage] = found["passages"]
    assert passage["snippet"] == "At most 4 g in 24 hours."
    assert (passage["title"], passage["url"]) == ("Paracetamol", URL)
    assert passage["source"] == "www.nhs.example"
    assert found["requests"] == 1


def test_cited_words_may_be_given_by_their_place(tmp_path):
    found = searched(tmp_path, output(url_citation(cited_text=(4, 11))))
    assert found["passages"][0]["snippet"] == "maximum"


def test_the_same_page_cited_twice_for_the_same_words_is_one_passage(tmp_path):
    cited = url_citation(cited_text="x")
    found = searched(tmp_path, output(cited, cited))
    assert len(found["passages"]) == 1


def test_words_of_the_model_without_a_citation_are_no_evidence(tmp_path):
    found = searched(tmp_path, output(text="I remember that 4 g is the maximum."))
    assert found["passages"] == []
    assert found["failure"] is None


def test_no_model_bound_is_refused_without_a_request(tmp_path):
    found = searched(tmp_path)
    assert (found["failure"], found["requests"]) == ("refused", 0)


def test_the_budget_holds_for_models_that_search_too(tmp_path):
    found = searched(tmp_path, output(), most=0)
    assert (found["failure"], found["requests"]) == ("budget", 0)


@pytest.mark.parametrize("provider", ["tavily", "exa"])
def test_an_external_provider_can_be_named(monkeypatch, provider):
    from inspect_rubricblind.evidence import web_search

    monkeypatch.setenv("INSPECT_WEB_SEARCH", provider)
    asked = []
    monkeypatch.setattr(web_search, "web_search", lambda *a: asked.append(a))
    web_search._tool()
    assert asked == [(provider,)]
    assert provider in WebSearch().evidence
