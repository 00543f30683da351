import pytest

from inspect_rubricblind.tasks.healthbench import healthbench
from inspect_rubricblind.tasks.pairs import pairs


def test_a_fact_check_is_off_unless_asked_for(eval_task):
    log = eval_task(healthbench(dataset="sample"), limit=1)
    assert set(log.samples[0].scores) == {"coverage", "paired_rubric"}


def test_a_fact_check_stands_beside_the_rubric(eval_task):
    log = eval_task(healthbench(dataset="sample", fact_check="corpus"), limit=2)
    assert log.status == "success"
    for sample in log.samples:
        assert set(sample.scores) == {"coverage", "paired_rubric", "fact_check"}
        assert sample.scores["fact_check"].metadata["backend"] == "corpus"


def test_given_pairs_can_be_checked_too(eval_task):
    log = eval_task(pairs(dataset="sample", fact_check="corpus"), limit=1)
    assert "fact_check" in log.samples[0].scores


def test_what_is_neither_backend_nor_corpus_is_refused():
    with pytest.raises(
        FileNotFoundError, match=r"off, corpus, .* but got 'googel'.*corpus build"
    ):
        healthbench(dataset="sample", fact_check="googel")
