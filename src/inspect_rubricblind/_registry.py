"""Inspect's entry point: everything that can be named in a command or a log."""

from inspect_rubricblind.scorers.autoraters import autoraters
from inspect_rubricblind.scorers.calibration import calibrate_grader
from inspect_rubricblind.scorers.classifying import classify_criteria
from inspect_rubricblind.scorers.coverage import coverage
from inspect_rubricblind.scorers.fact_check import fact_check
from inspect_rubricblind.scorers.leakage import leakage
from inspect_rubricblind.scorers.nli import nli
from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from inspect_rubricblind.scorers.qualification import qualify_grader
from inspect_rubricblind.scorers.trap_rubric import trap_rubric
from inspect_rubricblind.scorers.written import count_criteria
from inspect_rubricblind.solvers.answer import write_answer
from inspect_rubricblind.solvers.applicability import decide_applicability
from inspect_rubricblind.solvers.controls import add_controls
from inspect_rubricblind.solvers.injection import inject_errors
from inspect_rubricblind.solvers.rubrics.preparing import prepare_rubric
from inspect_rubricblind.solvers.self_contained import label_answers
from inspect_rubricblind.solvers.stages import resolve_stages
from inspect_rubricblind.solvers.supplied import freeze_files, take_texts
from inspect_rubricblind.solvers.traps.answering import answer_trap, pair_answers
from inspect_rubricblind.solvers.traps.planting import plant_traps
from inspect_rubricblind.tasks.criteria_classes import criteria_classes
from inspect_rubricblind.tasks.custom import custom
from inspect_rubricblind.tasks.floor import exclude_at_floor
from inspect_rubricblind.tasks.grader_calibration import grader_calibration
from inspect_rubricblind.tasks.grader_qualification import (
    freeze_truth,
    grader_qualification,
)
from inspect_rubricblind.tasks.healthbench import healthbench
from inspect_rubricblind.tasks.healthbench_professional import healthbench_professional
from inspect_rubricblind.tasks.livemedbench import livemedbench
from inspect_rubricblind.tasks.medhallu import medhallu
from inspect_rubricblind.tasks.medhallu_rubrics import medhallu_rubrics
from inspect_rubricblind.tasks.mhb_dialogue import mhb_dialogue
from inspect_rubricblind.tasks.mhb_report import mhb_report
from inspect_rubricblind.tasks.pairs import pairs
from inspect_rubricblind.tasks.scenarios import scenarios

__all__ = [
    "add_controls",
    "answer_trap",
    "autoraters",
    "calibrate_grader",
    "classify_criteria",
    "count_criteria",
    "coverage",
    "criteria_classes",
    "custom",
    "decide_applicability",
    "exclude_at_floor",
    "fact_check",
    "freeze_files",
    "freeze_truth",
    "grader_calibration",
    "grader_qualification",
    "healthbench",
    "healthbench_professional",
    "inject_errors",
    "label_answers",
    "leakage",
    "livemedbench",
    "medhallu",
    "medhallu_rubrics",
    "mhb_dialogue",
    "mhb_report",
    "nli",
    "pair_answers",
    "paired_rubric",
    "pairs",
    "plant_traps",
    "prepare_rubric",
    "qualify_grader",
    "resolve_stages",
    "scenarios",
    "take_texts",
    "trap_rubric",
    "write_answer",
]
