"""LiveMedBench: patients' questions to doctors with machine-made, checked rubrics.

Row format: the official JSON list. Versions differ in what a row has beside narrative,
request and rubric: themes came with `v202604_new`.
"""

from collections.abc import Sequence
from logging import getLogger
from pathlib import Path

from inspect_ai import Task, task

from inspect_rubricblind.records import Scoring
from inspect_rubricblind.records.rows import find_file, read_json_list, sha256_of
from inspect_rubricblind.tasks.arguments import (
    check_arguments,
    count,
    flag,
    one_of,
)
from inspect_rubricblind.tasks.benchmark import Benchmark, build_task
from inspect_rubricblind.tasks.draws import draw_balanced
from inspect_rubricblind.tasks.floor import ABOUT, check_floor, exclude_at_floor
from inspect_rubricblind.tasks.items import Choice, Item, Skip
from inspect_rubricblind.tasks.livemedbench_rows import read_row
from inspect_rubricblind.tasks.sources import PinnedFile

logger = getLogger(__name__)

SAMPLE = Path(__file__).parent / "samples" / "livemedbench.json"
REVISION = "db7eb218959aeac83fc9d9353efd7d909b6616f0"
# "When Rubrics Fail" prints the first eight digits of its snapshot's hash (appendix A).
SNAPSHOT = PinnedFile(
    "LiveMedBench_v202604_new.json",
    f"hf://datasets/JuelieYann/LiveMedBench@{REVISION}/LiveMedBench_v202604_new.json",
    "8b0fffad",
)
OFFICIAL = {"full": SNAPSHOT}
LANGUAGES = ("all", "english", "chinese")
CODES = {"english": "en", "chinese": "zh"}
PINNED, ANY = "pinned", "any"


@task
def livemedbench(
    dataset: str = "official",
    answers: str = "auto",
    verdicts: str | None = None,
    language: str = "all",
    sample_size: int | None = None,
    top_up: int = 0,
    floor: str = "repeat",
    clip: bool = False,
    snapshot: str = "pinned",
    applicability: str = "auto",
    injector: str = "auto",
    coverage: str = "auto",
    error_types: str | list[str] | None = None,
    controls: bool | int = True,
    repeats: int = 1,
    seed: int = 0,
    shard: str | None = None,
    ids: str | None = None,
    grader_prompt: str = "healthbench",
    fact_check: str = "off",
    **unknown: object,
) -> Task:
    """Whether LiveMedBench's rubrics notice one clinical error in a good answer.

    One sample is one patient's question. `language=english sample_size=550 top_up=35
    floor=original` are the settings of "When Rubrics Fail".

    Args:
        dataset: `official` (the pinned snapshot, fetched once), `sample` (a few
            bundled cases) or the path of a file in the official format.
        answers: `auto` (the evaluated model, or the doctors' advice if there is none),
            `reference`, or a file: JSON Lines `{id, answer, answer_model?}` or an
            earlier `.eval` log.
        verdicts: JSON Lines `{id, index, met}`, known verdicts on the given answers.
        language: `all`, `english` or `chinese`: a case is Chinese if narrative,
            request or advice holds one Chinese, Japanese or Korean character.
        sample_size: Draw so many cases evenly over the themes; None is all.
        top_up: Draw so many more from the rest.
        floor: Leave out answers without points to lose: `repeat` asks the grader once
            more for this end, `original` takes the grade that enters the outcomes,
            `verdicts` the given ones, `none` keeps all.
        clip: Whether the reported score is clipped to 0 to 1 per case.
        snapshot: `pinned`, or `any` to run another file under the snapshot's name.
        applicability: `auto`, `rules` or `model`; auto is `model` if the roles
            `applicability_a` and `applicability_b` are bound.
        injector: `auto`, `rules` or `model`; the role is `injector`.
        coverage: `auto`, `rules` or `model`; the role is `judge`.
        error_types: Codes to inject, such as `F1,K1`; None is all.
        controls: Whether to add a control per edit shape of the case's injections.
        repeats: How often the grader, if bound, grades the original again.
        seed: Fixes the draw and every choice among possible edits.
        shard: `"i/n"`, the i-th of n parts by case id, counted from 0, of the cases
            that the other arguments leave.
        ids: A file with the ids of the cases to run: one per line, or a JSON list.
        grader_prompt: `healthbench`, or `official`: no points shown, and worded for
            criteria that are questions.
        fact_check: `off`, or where evidence comes from: `corpus` (the notes that ship),
            a file of `rubricblind corpus build`, `pubmed`, `serper` or `inspect`.
        **unknown: Refused by name.
    """
    given = {name: value for name, value in locals().items() if name != "unknown"}
    arguments = check_arguments(LIVEMEDBENCH.name, tuple(OFFICIAL), given, unknown)
    wanted = one_of("language", language, LANGUAGES)
    size = None if sample_size is None else count("sample_size", sample_size)
    more = count("top_up", top_up)
    if more and size is None:
        raise ValueError(
            f"top_up adds to a draw, so sample_size must be given, but got {more} alone"
        )
    rule = check_floor(floor, arguments.verdicts)
    rules = scoring(clip=flag("clip", clip))
    if one_of("snapshot", snapshot, (PINNED, ANY)) == PINNED:
        refuse_other_snapshot(arguments.dataset)

    def choose(items: Sequence[Item]) -> Choice:
        chosen = choose_cases(items, wanted, size, more, arguments.seed)
        return chosen._replace(about={**chosen.about, "floor": ABOUT[rule]})

    return build_task(
        LIVEMEDBENCH._replace(scoring=rules),
        arguments,
        choose,
        None if rule == "none" else exclude_at_floor(rule, arguments.grader_prompt),
    )


def choose_cases(
    items: Sequence[Item], language: str, size: int | None, top_up: int, seed: int
) -> Choice:
    """Keep one language, then draw over the themes.

    Args:
        items: The cases there are.
        language: `all`, `english` or `chinese`.
        size: Cases of the balanced draw; None is all.
        top_up: Further cases from the rest.
        seed: Fixes the draw.

    Raises:
        ValueError: A draw is wanted, but a case has no theme.
    """
    code = CODES.get(language)
    left_out: dict[str, Skip] = {
        item.id: "other_language" for item in items if code not in (None, item.language)
    }
    pool = [item for item in items if item.id not in left_out]
    if size is None:
        return Choice(left_out, {})
    if lacking := [item.id for item in pool if not item.theme]:
        raise ValueError(
            f"sample_size draws evenly over themes, so every case must have a theme, "
            f"but {len(lacking)} of {len(pool)} have none, such as {lacking[0]!r}. Use "
            f"{SNAPSHOT.name}, which has themes, or leave sample_size out."
        )
    draw = draw_balanced({item.id: item.theme for item in pool}, size, top_up, seed)
    if len(draw.ids) < size + top_up:
        logger.warning(
            "sample_size and top_up ask for %d cases, but there are only %d: all are "
            "taken",
            size + top_up,
            len(draw.ids),
        )
    left_out |= {i.id: "not_drawn" for i in pool if i.id not in draw.ids}
    return Choice(left_out, {"draw": draw._asdict() | {"ids": len(draw.ids)}})


def scoring(*, clip: bool) -> Scoring:
    """The official code does not clip a case, though its description says so."""
    return Scoring(without_positive=0.0, clip=clip)


def refuse_other_snapshot(dataset: str) -> None:
    """Raise a `ValueError` for another file under the name of the pinned snapshot."""
    if dataset in ("official", "sample"):
        return
    path = find_file(dataset, "dataset", "'official', 'sample'")
    if path.name == SNAPSHOT.name and not SNAPSHOT.matches(got := sha256_of(path)):
        raise ValueError(
            f"{path.name} must be the snapshot whose sha256 begins with "
            f"{SNAPSHOT.sha256}, but {path} has {got}. Pass the pinned file, or "
            "`-T snapshot=any` to run this one; its results are about other cases."
        )


LIVEMEDBENCH = Benchmark(
    name="livemedbench",
    title="LiveMedBench",
    version=1,
    interface="A",
    official=OFFICIAL,
    sample=SAMPLE,
    read_row=read_row,
    select=lambda item, subset: item,
    read_lines=read_json_list,
    drop_duplicates=True,
    scoring=scoring(clip=False),
)
