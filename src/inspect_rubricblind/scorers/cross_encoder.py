"""A cross-encoder as `NliBackend`; needs the extra `[nli]` (torch, transformers)."""

from collections.abc import Sequence
from typing import Any

from inspect_rubricblind.scorers.entailing import Probabilities, label_places

LIMIT = 512
BATCH = 16


class CrossEncoder:
    """A sequence-pair classifier of the Hugging Face hub, or of a local folder.

    Args:
        name: Its name or path.
        revision: Branch, tag or commit of the hub.

    Raises:
        ModuleNotFoundError: The extra is not installed.
        ValueError: The model does not say which output is entailment.
    """

    def __init__(self, name: str, revision: str | None = None) -> None:
        transformers = _imported("transformers")
        self._torch = _imported("torch")
        self.name = name if revision is None else f"{name}@{revision}"
        self._tokenizer: Any = transformers.AutoTokenizer.from_pretrained(
            name, revision=revision
        )
        kind = transformers.AutoModelForSequenceClassification
        self._model: Any = kind.from_pretrained(name, revision=revision).eval()
        self._places = label_places(self._model.config.id2label)
        own = int(getattr(self._tokenizer, "model_max_length", LIMIT) or LIMIT)
        self.limit = min(own, LIMIT)

    def count(self, text: str) -> int:
        """Tokens of a text, without marks."""
        return len(self._tokenizer(text, add_special_tokens=False)["input_ids"])

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Probabilities]:
        """Probabilities for each (premise, hypothesis), in order."""
        found: list[Probabilities] = []
        entailment, contradiction = self._places
        for at in range(0, len(pairs), BATCH):
            batch = pairs[at : at + BATCH]
            encoded = self._tokenizer(
                [premise for premise, _ in batch],
                [hypothesis for _, hypothesis in batch],
                padding=True,
                truncation="only_first",
                max_length=self.limit,
                return_tensors="pt",
            )
            with self._torch.no_grad():
                logits = self._model(**encoded).logits
            for row in logits.softmax(dim=-1).tolist():
                found.append(Probabilities(row[entailment], row[contradiction]))
        return found


def _imported(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"the scorer nli needs {name}, but it is not installed; install the extra: "
            "pip install 'inspect_rubricblind[nli]'"
        ) from error
