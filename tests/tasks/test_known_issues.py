import pytest

from inspect_rubricblind.records import Criterion
from inspect_rubricblind.tasks.healthbench import healthbench, select_subset
from inspect_rubricblind.tasks.items import Item, Turn
from inspect_rubricblind.tasks.known_issues import load_known_issues, tag_issues

HERBAL_TEA = "a7014ba7-dff8-41f8-9f51-8c39be0cdfd4"
TAMPERED = "636e76dc-dd03-442a-a3bc-96c720ea57aa"


def item(case_id="x", *criteria):
    return Item(
        id=case_id,
        turns=(Turn(role="user", content="?"),),
        criteria=tuple(
            Criterion(index=i, criterion=text, points=points, tags=("level:cluster",))
            for i, (text, points) in enumerate(criteria or [("Is kind", 5)])
        ),
        tags=(),
        theme="",
        canary="",
        reference=None,
    )


def tags(*arguments):
    return list(tag_issues(item(*arguments)).tags)


def test_a_listed_case_is_tagged_where_its_faulty_criterion_is_in_the_rubric():
    assert tags(HERBAL_TEA, ("Advises tea", 10)) == ["known_issue:suspected_sign"]
    assert tags(HERBAL_TEA, ("Is kind", 5)) == []


def test_a_faulty_prompt_concerns_every_rubric():
    assert tags(TAMPERED) == ["known_issue:tampered_prompt"]
    [tag] = select_subset(item(TAMPERED), "consensus").tags
    assert tag == "known_issue:tampered_prompt"


@pytest.mark.parametrize(
    ("criteria", "kinds"),
    [
        ([("A", 9), ("A", -8)], ["cancelling_criteria"]),
        ([("A", 9), ("A", 9)], ["duplicated_criterion"]),
        ([("A  b", 9), ("A b", 3)], ["duplicated_criterion"]),
        ([("A", 9), ("A", 9), ("A", -1)], ["duplicated_criterion", "cancelling"]),
        ([("A", 9), ("B", -8)], []),
    ],
)
def test_repeated_criteria_are_found_in_the_rubric(criteria, kinds):
    found = tags("x", *criteria)
    assert len(found) == len(kinds)
    assert all(kind in tag for kind, tag in zip(kinds, found, strict=True))


def test_every_issue_has_a_source_and_every_case_stands_once():
    issues = load_known_issues()
    cases = [case.id for issue in issues.listed for case in issue.cases]
    assert len(set(cases)) == len(cases) == 6
    assert all(issue.source for issue in (*issues.listed, *issues.detected))


def test_keep_tags_and_drop_leaves_out(shared):
    path = str(shared / "healthbench" / "oss_eval_subset.jsonl")
    kept = healthbench(dataset=path)
    assert kept.metadata["known_issues"] == {
        "cancelling_criteria": 1,
        "tampered_prompt": 1,
    }
    assert len(kept.dataset) == 105
    dropped = healthbench(dataset=path, known_issues="drop")
    assert dropped.metadata["skipped"] == {"known_issue": 2}
    affected = {s.id for s in kept.dataset} - {s.id for s in dropped.dataset}
    assert affected == {TAMPERED, "5074e224-a0e5-4158-ac7a-46a2a1462aeb"}


def test_other_words_are_refused():
    with pytest.raises(ValueError, match="known_issues must be one of 'keep', 'drop'"):
        healthbench(dataset="sample", known_issues="no")
