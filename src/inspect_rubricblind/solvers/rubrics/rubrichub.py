"""Scheme `rubrichub`: specific criteria from reference answers and background.

Four steps per question: each writer answers it (`answer`); each writes criteria from
its own answer (`candidate`); the first writer makes one rubric of all candidates
(`merge`); and, from two of the answers, adds what sets an excellent answer apart from
a right one (`harder`). The background (MedHallu's `Knowledge`) enters every step, since
the study gave it to the pipeline; without it the rubric rests on what the writers know.
The graded answers enter none.
"""

import json
from collections.abc import Sequence
from typing import TypeVar

from inspect_ai.model import ChatMessageUser

from inspect_rubricblind.calls.ask import Asked, Caller, Scope, ask
from inspect_rubricblind.calls.formats import Format
from inspect_rubricblind.calls.prompts import fence, template
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.solvers.rubrics.formats import (
    AddedReply,
    AnswerReply,
    WeightedLine,
    WeightedReply,
)
from inspect_rubricblind.solvers.rubrics.written import Written, number

PACKAGE = "inspect_rubricblind.solvers"
RUBRICHUB = "rubrichub"
NO_BACKGROUND = "(no background is given)"

F = TypeVar("F", bound=Format)


class Pipeline:
    """The steps for one question.

    Args:
        callers: The writers; the first one also merges and makes harder.
        question: The question.
        background: Passages that the answers rest on; may be empty.
        draw: Number of an independent re-run.
    """

    def __init__(
        self,
        callers: Sequence[Caller],
        question: str,
        background: Sequence[str],
        draw: int = 0,
    ) -> None:
        self.callers = callers
        self.draw = draw
        self.shown = {
            "question": fence("question", question),
            "background": fence("evidence", "\n\n".join(background) or NO_BACKGROUND),
        }
        self.written = Written(RUBRICHUB, tuple(str(c.model) for c in callers))

    async def write(self) -> Written:
        """Run all steps. A writer that fails is left out and counted."""
        answers = await self._references()
        pool = await self._candidates(answers)
        if not pool:
            self.written.no_rubric = "no candidate could be read"
            return self.written
        base = await self._merge(pool)
        if base is None:
            self.written.no_rubric = "the merged rubric could not be read"
            return self.written
        added = await self._harder(base, answers)
        lines = [(line.criterion, line.weight, ("step:base",)) for line in base]
        lines += [(line.criterion, line.weight, ("step:harder",)) for line in added]
        weighty = [line for line in lines if line[1] > 0]
        self.written.criteria, repeated = number(weighty)
        self.written.steps |= {
            "base": len(base),
            "harder": len(added),
            "repeated": repeated,
            "without weight": len(lines) - len(weighty),
        }
        if not self.written.criteria:
            self.written.no_rubric = "no criterion has a weight"
        return self.written

    async def _references(self) -> list[str]:
        """One answer per writer; a lone writer answers twice, for the last step."""
        places = [(caller, 0) for caller in self.callers]
        if len(places) == 1:
            places.append((self.callers[0], 1))
        asked = await together(
            *(
                self._ask(caller, "answer", AnswerReply, number_, repeat=repeat)
                for number_, (caller, repeat) in enumerate(places)
            )
        )
        return [reply.value.answer if reply.value else "" for reply in asked]

    async def _candidates(self, answers: Sequence[str]) -> list[list[WeightedLine]]:
        """Each writer's criteria from its own answer, or from the first that is one."""
        given = next((answer for answer in answers if answer), "")
        if not given:
            return []
        asked = await together(
            *(
                self._ask(
                    *(caller, "candidate", WeightedReply, place),
                    answer=fence("answer", answers[place] or given),
                )
                for place, caller in enumerate(self.callers)
            )
        )
        pool = [reply.value.criteria for reply in asked if reply.value]
        self.written.steps["candidates"] = len(pool)
        self.written.steps["pooled"] = sum(map(len, pool))
        return pool

    async def _merge(
        self, pool: Sequence[Sequence[WeightedLine]]
    ) -> list[WeightedLine] | None:
        if len(pool) == 1:
            return list(pool[0])
        shown = "\n\n".join(
            f"Author {place}:\n{_listed(lines)}"
            for place, lines in enumerate(pool, start=1)
        )
        asked = await self._ask(
            *(self.callers[0], "merge", WeightedReply, 0),
            criteria=fence("criteria", shown),
        )
        return asked.value.criteria if asked.value else None

    async def _harder(
        self, base: Sequence[WeightedLine], answers: Sequence[str]
    ) -> list[WeightedLine]:
        """What comes on top; nothing where there are not two different answers."""
        different = list(dict.fromkeys(answer for answer in answers if answer))[:2]
        if len(different) < 2:
            self.written.failures["harder: no two answers"] += 1
            return []
        asked = await self._ask(
            *(self.callers[0], "harder", AddedReply, 0),
            criteria=fence("criteria", _listed(base)),
            answers="\n\n".join(fence("answer", answer) for answer in different),
        )
        return asked.value.criteria if asked.value else []

    async def _ask(
        self,
        caller: Caller,
        step: str,
        schema: type[F],
        place: int,
        repeat: int = 0,
        **shown: str,
    ) -> Asked[F]:
        prompt = template(PACKAGE, f"rubrichub_{step}").substitute(
            {**self.shown, **shown}
        )
        asked = await ask(
            caller,
            [ChatMessageUser(content=prompt)],
            schema,
            Scope(f"rubric/rubrichub/{step}/{place}", repeat=repeat, draw=self.draw),
        )
        caller.breaker.count(asked.failure)
        if asked.failure is not None:
            self.written.failures[f"{step}: {asked.failure}"] += 1
        return asked


def _listed(lines: Sequence[WeightedLine]) -> str:
    return json.dumps(
        [{"criterion": x.criterion, "weight": x.weight} for x in lines],
        ensure_ascii=False,
        indent=1,
    )
