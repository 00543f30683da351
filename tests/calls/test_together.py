import asyncio

import pytest

from inspect_rubricblind.calls.together import together


async def give(value):
    await asyncio.sleep(0)
    return value


async def fail(message):
    await asyncio.sleep(0)
    raise ValueError(message)


async def all_of(*calls):
    return await together(*calls)


def test_results_come_in_the_order_of_the_calls():
    assert asyncio.run(all_of(give(1), give(2), give(3))) == [1, 2, 3]


def test_one_error_of_many_is_raised_as_it_is():
    with pytest.raises(ValueError, match=r"^same reason$"):
        asyncio.run(all_of(*(fail("same reason") for _ in range(5))))
