"""The prompt that a grader sees: one conversation, one answer, one criterion."""

from collections.abc import Sequence

from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser

from inspect_rubricblind.calls.prompts import fence, prompt_hash, template
from inspect_rubricblind.records import Criterion, digest

GRADER_PROMPTS = ("healthbench", "official")
SYSTEM_MESSAGE = "You are a helpful assistant."
HEALTHBENCH = "healthbench"
LIVEMEDBENCH = "livemedbench"
OFFICIAL = {
    "healthbench": HEALTHBENCH,
    "healthbench_professional": HEALTHBENCH,
    "livemedbench": LIVEMEDBENCH,
}
"""Which prompt a benchmark's own publishers grade with.

LiveMedBench's grader sees no points. The wording of that prompt here is our own: its
criteria are questions, and HealthBench's prompt speaks of statements.
"""
PACKAGE = "inspect_rubricblind.scorers"


def choose_prompt(wanted: str, benchmark: str) -> str:
    """The name of the prompt that a benchmark is graded with.

    Raises:
        ValueError: The name is unknown, or the benchmark has no official prompt here.
    """
    if wanted not in GRADER_PROMPTS:
        raise ValueError(
            f"grader_prompt must be one of {', '.join(GRADER_PROMPTS)}, "
            f"but got {wanted!r}"
        )
    if wanted == HEALTHBENCH:
        return wanted
    if benchmark not in OFFICIAL:
        raise ValueError(
            f"grader_prompt=official is not known for the benchmark {benchmark!r}; "
            "use grader_prompt=healthbench"
        )
    return OFFICIAL[benchmark]


def healthbench_template() -> str:
    """HealthBench's grader prompt, as the package inspect-evals publishes it."""
    from inspect_evals.healthbench.scorer import GRADER_TEMPLATE

    return str(GRADER_TEMPLATE)


def template_hash(prompt: str = HEALTHBENCH) -> str:
    """Short hash of a prompt that `choose_prompt` named, for the grading signature."""
    if prompt == LIVEMEDBENCH:
        return prompt_hash(PACKAGE, prompt)
    return digest(SYSTEM_MESSAGE + "\n" + healthbench_template())[:12]


def grader_messages(
    turns: Sequence[tuple[str, str]],
    answer: str,
    criterion: Criterion,
    *,
    hide_points: bool = False,
    prompt: str = HEALTHBENCH,
) -> list[ChatMessage]:
    """The messages of one verdict.

    Blind by signature: nothing here says whether the answer is the original or an
    edited copy.

    Args:
        turns: Role and text of the conversation before the answer.
        answer: The text to be graded.
        criterion: The rubric line.
        hide_points: Show the bare criterion instead of `[points] criterion`.
        prompt: As `choose_prompt` names it; LiveMedBench's never shows points.
    """
    if prompt == LIVEMEDBENCH:
        return [ChatMessageUser(content=_livemedbench(turns, answer, criterion))]
    conversation = "\n\n".join(
        f"{role}: {text}" for role, text in [*turns, ("assistant", answer)]
    )
    item = criterion.criterion
    if not hide_points:
        item = f"[{criterion.points}] {item}"
    # Filled in one pass, so that a mark inside the data stays data.
    before, rest = healthbench_template().split("<<conversation>>")
    between, after = rest.split("<<rubric_item>>")
    text = f"{before}{conversation}{between}{item}{after}"
    return [ChatMessageSystem(content=SYSTEM_MESSAGE), ChatMessageUser(content=text)]


def _livemedbench(
    turns: Sequence[tuple[str, str]], answer: str, criterion: Criterion
) -> str:
    asked = "\n\n".join(
        text if role == "user" else f"{role}: {text}" for role, text in turns
    )
    return template(PACKAGE, LIVEMEDBENCH).substitute(
        question=fence("question", asked),
        answer=fence("answer", answer),
        criterion=fence("criterion", criterion.criterion),
    )
