"""How every model call of the suite is made reproducible and paid only once."""

from inspect_ai.model import CachePolicy, GenerateConfig

CACHE_VERSION = "1"
"""Part of every cache key: a new value makes all earlier replies unusable."""


def cache_policy(
    stage: str, *, attempt: int = 0, repeat: int = 0, draw: int = 0
) -> CachePolicy:
    """Where a reply is kept: a resumed run finds it, an independent call does not.

    Args:
        stage: The stage that asks.
        attempt: Counts retries of the same question; each is a new request.
        repeat: Counts the extra gradings of the original.
        draw: Counts independent re-runs.
    """
    scopes = {
        "suite": f"inspect_rubricblind/{CACHE_VERSION}",
        "stage": stage,
        "attempt": str(attempt),
        "repeat": str(repeat),
        "draw": str(draw),
    }
    return CachePolicy(expiry=None, per_epoch=True, scopes=scopes)


def sampling(config: GenerateConfig) -> GenerateConfig:
    """Temperature 0 unless a model's own settings speak against it.

    Args:
        config: The model's own settings. Models that reason take no temperature,
            so a reasoning effort or budget leaves it unset as well.
    """
    own = (config.temperature, config.reasoning_effort, config.reasoning_tokens)
    return GenerateConfig(temperature=0.0 if own == (None, None, None) else None)
