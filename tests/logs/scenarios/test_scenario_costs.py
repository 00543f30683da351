from inspect_rubricblind.logs.spending import calls_of


def rater(model, calls):
    usage = {
        "calls": calls,
        "cached": 1,
        "failed": 0,
        "input_tokens": 10 * calls,
        "output_tokens": calls,
        "reasoning_tokens": 0,
        "cost": None,
    }
    return {"signature": {"grader": model}, "usage": usage}


def test_where_events_are_lost_each_autorater_says_what_it_called():
    metadata = {"raters": [rater("a", 3), rater("b", 5)]}
    sample = {"events": [], "scores": {"autoraters1": {"metadata": metadata}}}
    found = dict(calls_of([sample, sample], "scenarios", None))
    calls = {
        (who.stage, who.role, who.model): spent.calls for who, spent in found.items()
    }
    assert calls == {
        ("autorating", "autorater", "a"): 3,
        ("autorating", "autorater", "b"): 5,
    }
    assert {spent.replayed for spent in found.values()} == {1}
