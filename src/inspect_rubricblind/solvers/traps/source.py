"""What a trap is planted into: a conversation, or the text of a case report."""

from dataclasses import dataclass

from inspect_ai.solver import TaskState

from inspect_rubricblind.calls.conversation import turns_of
from inspect_rubricblind.records import TrapTask
from inspect_rubricblind.solvers.rules.topics import Topic, topic_of
from inspect_rubricblind.taxonomy.language import detect_language


@dataclass(frozen=True)
class Source:
    """A conversation (`task` dialogue) or the one turn that is a report's text."""

    id: str
    task: TrapTask
    turns: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """All of it."""
        return "\n\n".join(text for _, text in self.turns)

    @property
    def is_english(self) -> bool:
        """Whether rules can read it."""
        return detect_language(self.text) == "en"

    @property
    def topic(self) -> Topic | None:
        """Its subject, None where none is clear."""
        asked = "\n\n".join(text for role, text in self.turns if role == "user")
        return topic_of(asked, self.text)

    def says(self, words: str) -> bool:
        """Whether the words stand in it, ignoring case."""
        return words.lower() in self.text.lower()


def source_of(state: TaskState, task: TrapTask) -> Source:
    """The source of a sample, before anything is planted."""
    return Source(str(state.sample_id), task, tuple(turns_of(state)))
