"""One request to a search service: bounded in tries, time and size, failures named.

A redirect is not followed, since it would carry the key elsewhere; a reply is read up
to a limit and then dropped; an error status is an outcome, never a reason to go on for
ever.
"""

import json
import ssl
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import anyio
import httpx

from inspect_rubricblind import __version__
from inspect_rubricblind.evidence.backends import Allowance, SearchError
from inspect_rubricblind.records import SearchFailure

MOST_BYTES = 2_000_000
AGENT = f"inspect_rubricblind/{__version__}"

_REFUSED = {401, 402, 403}


@dataclass(frozen=True)
class Retries:
    """How often a request is tried and how long is waited in between, in seconds.

    A `Retry-After` of the service is honoured up to `most_wait`.
    """

    tries: int = 3
    wait: float = 1.0
    most_wait: float = 30.0
    timeout: float = 20.0


@dataclass
class Pace:
    """Requests at least `interval` seconds apart, however many ask at once."""

    interval: float = 0.0
    _next: float = field(default=0.0, init=False)

    async def wait(self) -> None:
        """Wait for the next turn."""
        now = anyio.current_time()
        turn = max(now, self._next)
        self._next = turn + self.interval
        if turn > now:
            await anyio.sleep(turn - now)


@dataclass(frozen=True)
class Request:
    """One request; `body` is sent as JSON."""

    method: str
    url: str
    params: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    body: Any = None


async def fetch(
    request: Request, allowance: Allowance, retries: Retries, pace: Pace | None = None
) -> bytes:
    """The body of a reply with status 200.

    Args:
        request: What to send.
        allowance: Asked before each try.
        retries: Bounds.
        pace: Keeps requests apart.

    Raises:
        SearchError: By the failure of the last try, or the budget's.
    """
    failure = SearchError("connection")
    for attempt in range(retries.tries):
        if pace is not None:
            await pace.wait()
        allowance.spend()
        wait = retries.wait * 2**attempt
        try:
            with anyio.fail_after(retries.timeout):
                status, headers, body = await _send(request, retries.timeout)
        except (TimeoutError, httpx.TimeoutException):
            failure = SearchError("timeout")
        except httpx.HTTPError as error:
            failure = SearchError("connection", type(error).__name__)
        else:
            if status == 200:
                return body
            failure = _failure(status)
            if failure.failure not in ("rate_limited", "server_error"):
                raise failure
            wait = max(wait, _asked_wait(headers))
        if attempt + 1 < retries.tries:
            await anyio.sleep(min(wait, retries.most_wait))
    raise failure


def read_json(body: bytes) -> dict[str, Any]:
    """A reply as a JSON object.

    Raises:
        SearchError: It is no JSON, or another value.
    """
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise SearchError("not_json", "the reply is no JSON") from None
    if not isinstance(value, dict):
        raise SearchError("unexpected_shape", "the reply is no object")
    return value


async def _send(request: Request, timeout: float) -> tuple[int, httpx.Headers, bytes]:
    """Status, headers and body; the body of an error is not read."""
    async with (
        httpx.AsyncClient(
            timeout=timeout, follow_redirects=False, verify=_certificates()
        ) as client,
        client.stream(
            request.method,
            request.url,
            params=list(request.params) or None,
            headers=[("User-Agent", AGENT), *request.headers],
            json=request.body,
        ) as reply,
    ):
        if reply.status_code != 200:
            return reply.status_code, reply.headers, b""
        parts, size = [], 0
        async for part in reply.aiter_bytes():
            size += len(part)
            if size > MOST_BYTES:
                raise SearchError("too_large", f"more than {MOST_BYTES} bytes")
            parts.append(part)
        return 200, reply.headers, b"".join(parts)


@cache
def _certificates() -> ssl.SSLContext:
    """Reading the certificates takes longer than many a request."""
    return httpx.create_ssl_context()


def _failure(status: int) -> SearchError:
    names: dict[int, SearchFailure] = {429: "rate_limited"}
    if status in _REFUSED:
        # No key, a wrong one, or one without credit: asking again cannot help.
        return SearchError("refused", f"status {status}", final=True)
    if 300 <= status < 400:
        return SearchError("redirected", f"status {status}")
    if status >= 500:
        return SearchError("server_error", f"status {status}")
    return SearchError(names.get(status, "bad_request"), f"status {status}")


def _asked_wait(headers: httpx.Headers) -> float:
    try:
        return max(0.0, float(headers.get("retry-after", "0")))
    except ValueError:  # a date: the next try comes after our own wait
        return 0.0
