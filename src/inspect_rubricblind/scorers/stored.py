"""What the solvers froze, also where Inspect rebuilt the sample after a crash."""

from typing import TypeVar

from inspect_ai.log import transcript
from inspect_ai.solver import TaskState
from inspect_ai.util import Store, StoreModel, store_from_events, store_from_events_as

from inspect_rubricblind.calls.conversation import PLANTED
from inspect_rubricblind.records import TRAP_SOURCE, Case, Trap, TrapTrial

Stored = TypeVar("Stored", bound=StoreModel)


def stored(state: TaskState, kind: type[Stored]) -> Stored:
    """The records of one kind in the store of a sample.

    A sample that was finished but not yet written when its run was killed comes back
    from Inspect's recovery without a store; then the recorded changes are replayed.

    Args:
        state: Of the sample that is scored.
        kind: A store model, as `records.Trial`.

    Raises:
        ValueError: The sample holds no such records, neither way.
    """
    if kind.__name__ in _kinds(state.store):
        return state.store_as(kind)
    events = list(transcript().events)
    if kind.__name__ in _kinds(store_from_events(events)):
        return store_from_events_as(events, kind)
    raise ValueError(
        f"sample {state.sample_id!r} must hold the records of a task of this suite "
        f"({kind.__name__}), but got neither a store nor events with them; run the "
        "task again, or score another log"
    )


def stored_case(state: TaskState) -> Case:
    """The case of a sample, with the rubric of its trap if one was planted.

    A sample that Inspect recovered has neither the trap's rubric nor its turns where
    they were put, so both are put back from what was frozen.

    Raises:
        ValueError: A trap's sample holds no records.
    """
    case = state.metadata_as(Case)
    if case.criteria or not any(tag.startswith(TRAP_SOURCE) for tag in case.tags):
        return case
    trial = stored(state, TrapTrial)
    if trial.trap is None:
        return case
    trap = Trap.model_validate(trial.trap)
    state.store.set(PLANTED, [turn.model_dump() for turn in trap.turns])
    return case.model_copy(update={"criteria": trap.criteria})


def _kinds(store: Store) -> set[str]:
    """The store models that left records; Inspect names each `Model:field`."""
    return {name.partition(":")[0] for name, _ in store.items()}
