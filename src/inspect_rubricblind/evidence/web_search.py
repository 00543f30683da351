"""Inspect's own `web_search`, by the role `fact_checker`, where its model has it.

Models of OpenAI, Anthropic, Google and others search by themselves; their citations are
the evidence. `INSPECT_WEB_SEARCH` names an external provider (tavily, exa, google) with
a key of its own, whose results reach the model as a tool's reply.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from inspect_ai.model import (
    ChatMessage,
    ChatMessageUser,
    ContentText,
    Model,
)
from inspect_ai.tool import web_search
from inspect_ai.util import LimitExceededError

from inspect_rubricblind.calls.ask import fatal_error, settings
from inspect_rubricblind.calls.prompts import fence, template
from inspect_rubricblind.calls.roles import bound_roles
from inspect_rubricblind.calls.secrets import redact_failed_calls
from inspect_rubricblind.evidence.backends import Allowance, SearchError
from inspect_rubricblind.records import Passage

PROVIDER = "INSPECT_WEB_SEARCH"
ROLE = "fact_checker"
MOST_SNIPPET = 2000


@dataclass(frozen=True)
class WebSearch:
    """Inspect's web search as a source of evidence; each search is one model call."""

    name: str = field(default="inspect", init=False)
    is_local: bool = field(default=False, init=False)

    @property
    def evidence(self) -> str:
        """The model that searches, and the provider."""
        return f"web_search {_provider() or 'internal'} by {_model()}"

    async def search(
        self, query: str, limit: int, allowance: Allowance
    ) -> tuple[Passage, ...]:
        """What the model cites; see `backends.Backend`.

        Raises:
            FatalModelError: The provider answered 400, 401, 403 or 404.
            SearchError: The search failed.
        """
        model = _model()
        if model is None:
            raise SearchError("refused", f"no model is bound to {ROLE}", final=True)
        prompt = template("inspect_rubricblind.evidence", "search").substitute(
            query=fence("question", query)
        )
        allowance.spend()
        try:
            messages, _ = await model.generate_loop(
                [ChatMessageUser(content=prompt)],
                tools=[_tool()],
                config=settings(model),
            )
        except LimitExceededError:
            raise  # the user's own limit on the sample
        except Exception as error:
            redact_failed_calls()
            if (fatal := fatal_error(error, model)) is not None:
                raise fatal from None
            raise SearchError("server_error", type(error).__name__) from None
        found = list(dict.fromkeys(_cited(messages)))[:limit]
        return tuple(
            passage.model_copy(update={"rank": rank})
            for rank, passage in enumerate(found, start=1)
        )


def _cited(messages: Sequence[ChatMessage]) -> Iterator[Passage]:
    """Every citation of a page, with the words that the model took from it."""
    for message in messages:
        content = message.content if isinstance(message.content, list) else []
        for item in content:
            if isinstance(item, ContentText):
                yield from _of_text(item)


def _of_text(item: ContentText) -> Iterator[Passage]:
    for citation in item.citations or ():
        url = getattr(citation, "url", None)
        if not isinstance(url, str):
            continue
        said = citation.cited_text
        # Some providers give the place of the cited words in their own text instead.
        if isinstance(said, tuple):
            said = item.text[said[0] : said[1]]
        text = " ".join((said or item.text).split())
        if text:
            yield Passage(
                rank=1,
                source=url.partition("://")[2].partition("/")[0][:200] or "web",
                title=(citation.title or "")[:300],
                snippet=text[:MOST_SNIPPET],
                url=url[:1000],
            )


def _model() -> Model | None:
    return bound_roles().get(ROLE)


def _provider() -> str:
    return os.environ.get(PROVIDER, "").strip()


def _tool() -> Any:
    name = _provider()
    return web_search(cast(Any, name)) if name else web_search()
