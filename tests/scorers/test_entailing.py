import os
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.records import LeakageResult
from inspect_rubricblind.scorers import cross_encoder, nli
from inspect_rubricblind.scorers.entailing import (
    MIN_PREMISE,
    SPECIAL_TOKENS,
    Probabilities,
    label_places,
    support,
    windows,
)
from inspect_rubricblind.tasks.medhallu import medhallu

WEIGHTS = os.environ.get("RUBRICBLIND_NLI")


class Words:
    """A stand-in: tokens are words; entailed is the share of words in the premise.

    Contradicted is what the premise says of "not", where the hypothesis does not.
    """

    name = "stand-in"

    def __init__(self, limit=512):
        self.limit = limit
        self.asked = []

    def count(self, text):
        return len(text.split())

    def judge(self, pairs):
        self.asked += pairs
        return [self._judge(*pair) for pair in pairs]

    def _judge(self, premise, hypothesis):
        said, wanted = set(premise.split()), hypothesis.split()
        share = sum(word in said for word in wanted) / len(wanted)
        against = 0.9 if "not" in said and "not" not in wanted else 0.0
        return Probabilities(share, against)


def test_both_formulas_are_worked_by_hand():
    passages = ["Aspirin helps most patients. It does not help children."]
    found = support(Words(), passages, "Aspirin helps children.")
    # By sentence: 2 of 3 words in the first; .9 against in the second.
    assert found.by_sentence == pytest.approx(2 / 3 - 0.9)
    # Whole text: all 3 words are there ("children." with its stop), and so is "not".
    assert found.plain == pytest.approx(1 - 0.9)
    assert not found.cut


def test_each_sentence_of_each_passage_is_a_premise_and_the_whole_text_is_one():
    backend = Words()
    support(backend, ["One thing. Two things.", "Three things."], "Two things.")
    assert [premise for premise, _ in backend.asked] == [
        "One thing.",
        "Two things.",
        "Three things.",
        "One thing. Two things. Three things.",
    ]


def test_no_pair_is_longer_than_the_limit_and_a_cut_text_is_named():
    backend = Words(limit=40)
    sentence = " ".join(f"w{n}" for n in range(90)) + "."
    answer = " ".join(f"w{n}" for n in range(60))
    found = support(backend, [sentence], answer)
    longest = max(backend.count(p) + backend.count(h) for p, h in backend.asked)
    assert longest + SPECIAL_TOKENS <= 40
    assert {
        backend.count(h) <= 40 - SPECIAL_TOKENS - MIN_PREMISE
        for _, h in (backend.asked)
    } == {True}
    assert found.cut


def test_an_answer_in_parts_has_the_mean_of_their_supports():
    backend = Words(limit=SPECIAL_TOKENS + MIN_PREMISE + 4)
    # Two windows of 4 words, overlapping by one: a b c d, then d e f g.
    found = support(backend, ["a b c d."], "a b c d e f g")
    parts = list(dict.fromkeys(hypothesis for _, hypothesis in backend.asked))
    assert parts == ["a b c d", "d e f g"]
    assert found.by_sentence == pytest.approx((3 / 4 + 0) / 2)


@given(
    st.lists(st.text("ab", min_size=1, max_size=3), min_size=1, max_size=40),
    st.integers(1, 9),
)
def test_windows_hold_every_word_in_order_and_fit(words, limit):
    backend = Words()
    pieces = windows(backend, " ".join(words), limit)
    assert all(backend.count(piece) <= limit for piece in pieces)
    at, text = 0, " ".join(words).split()
    for piece in pieces:
        held = piece.split()
        starts = [s for s in range(at + 1) if text[s : s + len(held)] == held]
        assert starts
        at = max(at, max(starts) + len(held))
    assert at == len(text)


def test_a_text_without_sentences_is_refused():
    with pytest.raises(ValueError, match="must hold text"):
        support(Words(), [" ", ""], "Anything.")


@pytest.mark.parametrize(
    ("labels", "places"),
    [
        ({0: "contradiction", 1: "entailment", 2: "neutral"}, (1, 0)),
        ({0: "ENTAILMENT", 1: "NEUTRAL", 2: "CONTRADICTION"}, (0, 2)),
        ({0: "entailment", 1: "not_entailment", 2: "contradiction"}, (0, 2)),
    ],
)
def test_the_order_of_labels_is_read_from_the_model(labels, places):
    assert label_places(labels) == places


@pytest.mark.parametrize(
    "labels", [{0: "LABEL_0", 1: "LABEL_1"}, {0: "entailment"}, {}]
)
def test_a_model_that_does_not_name_them_is_refused(labels):
    with pytest.raises(ValueError, match="must name one output"):
        label_places(labels)


def test_the_task_takes_a_model_by_name(eval_task, monkeypatch):
    asked = []

    def load(*given):
        asked.append(given)
        return Words()

    monkeypatch.setattr(nli, "load_backend", load)
    log = eval_task(medhallu(dataset="sample", nli="some/model"))
    assert log.status == "success", log.error
    assert set(asked) == {("some/model", None)}
    for sample in log.samples:
        score = sample.scores["nli"]
        result = LeakageResult.model_validate(score.metadata)
        assert result.model == "stand-in"
        for name in ("nli", "nli_plain"):
            pair = result.baselines[name]
            sign = (pair.correct > pair.hallucinated) - (
                pair.correct < pair.hallucinated
            )
            assert score.value[name] == (sign + 1) / 2


def test_without_the_extra_the_error_says_how_to_install_it(monkeypatch):
    for name in ("torch", "transformers"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ModuleNotFoundError, match=r"inspect_rubricblind\[nli\]"):
        cross_encoder.CrossEncoder("any/model")


class Rows(list):
    """What a tensor of logits answers, as far as it is asked."""

    def softmax(self, dim):
        assert dim == -1
        return self

    def tolist(self):
        return list(self)


class NoGrad:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


def test_the_cross_encoder_reads_its_labels_its_limit_and_its_batches(monkeypatch):
    seen = []

    class Tokenizer:
        model_max_length = 10**30  # what transformers says where nothing is known

        def __call__(self, text, other=None, **options):
            if other is None:
                return {"input_ids": text.split()}
            seen.append((len(text), options["max_length"], options["truncation"]))
            return {"texts": list(zip(text, other, strict=True))}

    class Model:
        config = SimpleNamespace(
            id2label={0: "contradiction", 1: "entailment", 2: "neutral"}
        )

        def eval(self):
            return self

        def __call__(self, texts):
            return SimpleNamespace(logits=Rows([0.2, 0.7, 0.1] for _ in texts))

    def made(what):
        return SimpleNamespace(from_pretrained=lambda name, revision=None: what)

    monkeypatch.setitem(
        sys.modules,
        "transformers",
        SimpleNamespace(
            AutoTokenizer=made(Tokenizer()),
            AutoModelForSequenceClassification=made(Model()),
        ),
    )
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(no_grad=NoGrad))
    model = cross_encoder.CrossEncoder("some/model", "abc")
    assert (model.name, model.limit) == ("some/model@abc", 512)
    assert model.count("two words") == 2
    found = model.judge([("p", "h")] * 20)
    assert found == [Probabilities(0.7, 0.2)] * 20
    assert seen == [(16, 512, "only_first"), (4, 512, "only_first")]


@pytest.mark.slow
@pytest.mark.skipif(not WEIGHTS, reason="RUBRICBLIND_NLI names no cross-encoder")
def test_a_real_cross_encoder_knows_support_from_contradiction():
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    backend = cross_encoder.CrossEncoder(str(WEIGHTS))
    passages = ["Aspirin lowered the risk of stroke in all patients of the trial."]
    held = support(backend, passages, "Aspirin lowered the risk of stroke.")
    denied = support(backend, passages, "Aspirin raised the risk of stroke.")
    assert held.by_sentence > 0.5 > denied.by_sentence
    assert held.plain > denied.plain
