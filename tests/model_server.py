"""A local model behind OpenAI's chat-completions protocol, in a process of its own.

Start it with `running_server()`; Inspect reaches it as `openai-api/local/<model>`. What
it says depends on model name and prompt only (`model_replies`), what goes wrong on the
request only (`model_faults`). The names `forbidden`, `missing` and `schemaless` are
models that cannot be used; every key but `KEY` is refused.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import traceback
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from model_faults import Plan, Seen, damage, doom_of, fault_of
from model_replies import reply_to, stage_of

KEY = "sk-local-0123456789abcdef"
REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden"}
CHAT = ("model", "messages")
# The SDK waits as long as it is told to, so tests need not wait out its back-off.
QUICK = "retry-after-ms: 2\r\n"


class Model:
    """State of the server: the plan, and every distinct request it has seen."""

    def __init__(self) -> None:
        self.plan = Plan()
        self.seen: dict[str, Seen] = {}
        self.distinct: Counter[str] = Counter()
        self.in_flight: Counter[str] = Counter()
        self.most_in_flight = 0

    async def chat(self, body: bytes, key: str) -> tuple[int, dict[str, Any]] | None:
        """Answer a chat request; None cuts the connection."""
        asked = json.loads(body)
        if refused := _refuse(asked, key):
            return refused
        request = _hash(body)
        stage = stage_of(str(asked["messages"][-1]["content"]))
        if request not in self.seen:
            settings = {k: v for k, v in asked.items() if k not in CHAT}
            chat = _hash(json.dumps(asked["messages"]).encode())
            self.distinct[stage] += 1
            doom = doom_of(self.plan, stage, self.distinct[stage])
            self.seen[request] = Seen(stage, asked["model"], chat, settings, doom)
        seen = self.seen[request]
        seen.arrivals += 1
        self.in_flight[request] += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight.total())
        try:
            return await self._reply(request, seen, asked)
        finally:
            self.in_flight[request] -= 1

    async def _reply(
        self, request: str, seen: Seen, asked: dict[str, Any]
    ) -> tuple[int, dict[str, Any]] | None:
        plan = self.plan
        fault = seen.doomed or fault_of(plan, request, seen.stage, len(seen.faults))
        if fault:
            seen.faults.append(fault)
        text = reply_to(asked["model"], asked["messages"], seen.arrivals - 1)
        if wait := plan.slow if fault == "slow" else plan.latency:
            await asyncio.sleep(wait)
        if fault == "reset":
            return None
        if fault in ("429", "500", "503"):
            return _error(int(fault), f"try again later ({fault})")
        finish = "stop"
        if fault and fault != "slow":
            text, finish = damage(fault, text)
        else:
            seen.served += 1
        return 200, _completion(asked, text, finish)

    def admin(self, path: str, body: bytes) -> tuple[int, dict[str, Any]]:
        """`POST /admin/plan` sets the plan, `POST /admin/reset` forgets requests."""
        if path == "/admin/plan":
            self.plan = Plan.read(json.loads(body))
        elif path == "/admin/reset":
            self.seen.clear()
            self.distinct.clear()
            self.most_in_flight = 0
        if path == "/admin/count":
            return 200, {"calls": sum(seen.arrivals for seen in self.seen.values())}
        return 200, {
            "requests": {key: asdict(seen) for key, seen in self.seen.items()},
            "most_in_flight": self.most_in_flight,
        }


class Connection(asyncio.Protocol):
    """One kept-alive HTTP/1.1 connection; requests come one after the other."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.buffer = b""
        self.tasks: set[asyncio.Task[None]] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, rest = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {
            k.lower(): v.strip() for k, _, v in (x.partition(":") for x in lines)
        }
        length = int(headers.get("content-length", 0))
        if len(rest) < length:
            return
        self.buffer = rest[length:]
        path = first.split(" ")[1]
        key = headers.get("authorization", "").removeprefix("Bearer ")
        task = asyncio.create_task(self.respond(path, rest[:length], key))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def respond(self, path: str, body: bytes, key: str) -> None:
        """Answer one request."""
        if path.startswith("/admin/"):
            answer: tuple[int, dict[str, Any]] | None = self.model.admin(path, body)
        else:
            try:
                answer = await self.model.chat(body, key)
            except Exception:  # a fault of the test server: say so, do not hang
                answer = _error(400, traceback.format_exc())
        if answer is None:
            self.transport.abort()
            return
        status, content = answer
        data = json.dumps(content).encode()
        head = (
            f"HTTP/1.1 {status} {REASONS.get(status, 'Error')}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(data)}\r\n"
            f"{'' if status == 200 else QUICK}\r\n"
        )
        self.transport.write(head.encode() + data)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]


def _refuse(asked: dict[str, Any], key: str) -> tuple[int, dict[str, Any]] | None:
    """Errors that no repetition mends. The text of 401 repeats the key: a bad habit."""
    model = asked["model"]
    if key != KEY:
        return _error(401, f"Incorrect API key provided: {key}.")
    if model == "forbidden":
        return _error(403, "You have no access to this model.")
    if model == "missing":
        return _error(404, f"The model {model} does not exist.")
    if model == "schemaless" and "response_format" in asked:
        return _error(400, "response_format is not supported by this model.")
    return None


def _error(status: int, message: str) -> tuple[int, dict[str, Any]]:
    return status, {"error": {"message": message, "type": "error", "code": status}}


def _completion(asked: dict[str, Any], text: str, finish: str) -> dict[str, Any]:
    prompt = sum(len(str(m["content"]).split()) for m in asked["messages"])
    written = len(text.split())
    return {
        "id": "chatcmpl-local",
        "object": "chat.completion",
        "created": 0,
        "model": asked["model"],
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": finish,
            }
        ],
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": written,
            "total_tokens": prompt + written,
        },
    }


@dataclass(frozen=True)
class Server:
    """A running server, as a test sees it."""

    port: int

    @property
    def environment(self) -> dict[str, str]:
        """What Inspect needs to reach it."""
        return {
            "LOCAL_BASE_URL": f"http://127.0.0.1:{self.port}/v1",
            "LOCAL_API_KEY": KEY,
        }

    def plan(self, **fields: object) -> None:
        """Set latency and faults (`model_faults.Plan`); what is not given is reset."""
        self._admin("plan", json.dumps(fields).encode())

    def reset(self) -> None:
        """Forget the requests seen so far."""
        self._admin("reset", b"")

    def seen(self) -> dict[str, Seen]:
        """Every distinct request so far, by the hash of its body."""
        return {k: Seen(**v) for k, v in self._admin("seen")["requests"].items()}

    def calls(self, stage: str | None = None) -> int:
        """How many requests arrived."""
        if stage is None:
            return int(self._admin("count")["calls"])
        return sum(s.arrivals for s in self.seen().values() if s.stage == stage)

    def _admin(self, what: str, body: bytes | None = None) -> dict[str, Any]:
        url = f"http://127.0.0.1:{self.port}/admin/{what}"
        with urllib.request.urlopen(url, body, timeout=30) as reply:
            return dict(json.load(reply))


@contextlib.contextmanager
def running_server() -> Iterator[Server]:
    """Start a server process on a free port of the loopback, stop it at the end."""
    command = [sys.executable, str(Path(__file__).resolve()), str(os.getpid())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield Server(int(process.stdout.readline()))
        finally:
            process.send_signal(signal.SIGTERM)


async def serve(parent: int) -> None:
    """Serve until killed, or until the parent process is gone; prints the port."""
    model = Model()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(model), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        while os.getppid() == parent:
            await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
