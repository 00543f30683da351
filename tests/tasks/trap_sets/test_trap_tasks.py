"""The two trap tasks without a model: what is planted, drawn, refused."""

import json

import pytest

from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import TrapTrial, Trial, apply_edits
from inspect_rubricblind.solvers.traps.collecting import collect_planted, packet_rows
from inspect_rubricblind.solvers.traps.planted_file import write_planted
from inspect_rubricblind.tasks.mhb_dialogue import mhb_dialogue
from inspect_rubricblind.tasks.mhb_report import mhb_report
from inspect_rubricblind.tasks.trap_sets.drawing import Origin, draw_origins


@pytest.fixture
def planted(eval_task, tmp_path):
    log = eval_task(mhb_report(dataset="sample", per_case=2), limit=6)
    kept, _ = collect_planted([log.location])
    path = tmp_path / "traps.jsonl"
    write_planted(kept, path)
    return path


def test_rules_plant_cover_and_pair_without_a_model(eval_task, tmp_path):
    log = eval_task(mhb_dialogue(dataset="sample"), limit=4)
    assert log.status == "success", log.error
    for sample in log.samples:
        frozen, trial = sample.store_as(TrapTrial), sample.store_as(Trial)
        score = sample.scores["trap_rubric"]
        if frozen.trap is None:
            assert frozen.dropped == "language"
            assert trial.no_answer == "no_trap"
            continue
        assert score.reason == "no_model"
        assert score.metadata["failed"] == score.metadata["assessed"] == 0
        [variant] = trial.injections
        assert variant.error_type == f"trap {frozen.trap.subtype}"
        made = apply_edits(trial.answer.text, variant.edits)
        assert made == frozen.trap.falling
        covered = sample.scores["coverage"].metadata["variants"][0]
        assert covered["covered"] is True
        # The rubric of the trap stands in the case, where all scorers look.
        texts = [line["criterion"] for line in sample.metadata["criteria"]]
        assert texts == [line.criterion for line in frozen.trap.criteria]
    assert not read_study([tmp_path / "logs"]).incomplete


def test_copies_of_one_report_get_traps_of_different_kinds(planted):
    rows = [json.loads(line) for line in planted.open(encoding="utf-8")]
    by_source = {}
    for row in rows:
        by_source.setdefault(row["origin"]["source_id"], []).append(
            row["trap"]["subtype"]
        )
    assert max(map(len, by_source.values())) == 2
    assert all(len(set(kinds)) == len(kinds) for kinds in by_source.values())


def test_a_planted_set_is_taken_as_it_is(eval_task, planted):
    log = eval_task(mhb_report(traps=str(planted)))
    rows = [json.loads(line) for line in planted.open(encoding="utf-8")]
    assert len(log.samples) == len(rows)
    for row, sample in zip(rows, log.samples, strict=True):
        trap = sample.store_as(TrapTrial).trap
        assert trap.model_dump(mode="json") == row["trap"]
        assert sample.input[0].content == row["trap"]["turns"][0]["content"]
    assert log.eval.metadata["traps_file"] == "traps.jsonl"


def test_a_planted_set_of_the_other_task_leaves_nothing_to_run(planted):
    with pytest.raises(ValueError, match="other_task"):
        mhb_dialogue(traps=str(planted))


def test_packets_hold_every_turn_the_trap_and_the_criteria(planted):
    from inspect_rubricblind.solvers.traps.planted_file import read_planted

    for row in packet_rows(read_planted(planted).values()):
        headings = [passage["heading"] for passage in row["passages"]]
        assert headings == [
            "User 1",
            "Kind of trap",
            "False statement (deliberate error)",
            "What is right instead",
            "Criteria",
        ]
        assert row["canary"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"planting": "maybe"}, "planting must be one of"),
        ({"subtypes": "Q1"}, "subtypes must be among"),
        ({"subtypes": 5}, "subtypes must be codes"),
        ({"per_case": 5}, "per_case must be at most 4"),
        ({"per_case": 0}, "per_case must be 1 or more"),
        ({"cases": 0}, "cases must be 1 or more"),
        ({"rounds": 0}, "rounds must be 1 or more"),
        ({"traps": "x.jsonl", "planting": "rules"}, "planting must be left out"),
        ({"traps": "x.jsonl", "cases": 3, "per_case": 2}, "per_case, cases must be"),
        ({"traps": "none.jsonl"}, "there is no file"),
        ({"ids": "none.txt"}, "there is no file"),
    ],
)
def test_arguments_that_cannot_be_used_are_refused(given, said):
    with pytest.raises((ValueError, FileNotFoundError), match=said):
        mhb_report(dataset="sample", **given)


def test_a_draw_depends_on_seed_and_id_not_on_order():
    origins = [Origin(str(k), ()) for k in range(30)]
    drawn = draw_origins(origins, 5, seed=0)
    assert draw_origins(origins[::-1], 5, seed=0) == drawn
    assert draw_origins(origins, 5, seed=1) != drawn
    assert draw_origins(origins, None, seed=0) == origins


def test_shards_share_the_sources_out():
    counts = [len(mhb_report(dataset="sample", shard=f"{k}/2").dataset) for k in (0, 1)]
    assert sum(counts) == 8
    assert min(counts) > 0


def test_ids_and_draws_are_counted(tmp_path):
    ids = tmp_path / "ids.txt"
    ids.write_text("own-1\nown-2\nown-3\n", encoding="utf-8")
    task = mhb_report(dataset="sample", ids=str(ids), cases=2)
    assert task.metadata["skipped"] == {"not_in_ids": 5, "not_drawn": 1}
    assert len(task.dataset) == 2


def test_real_dialogues_get_traps_by_rules(shared, eval_task):
    path = str(shared / "healthbench" / "oss_eval_subset.jsonl")
    log = eval_task(mhb_dialogue(dataset=path, cases=12))
    frozen = [sample.store_as(TrapTrial) for sample in log.samples]
    kept = [trial for trial in frozen if trial.trap is not None]
    assert len(kept) >= 5
    assert {t.dropped for t in frozen if t.trap is None} <= {"language"}
