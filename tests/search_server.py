"""Search services on the loopback, in their own reply shapes, with faults on demand.

`POST /search` speaks like Serper, `/esearch.fcgi` and `/efetch.fcgi` like NCBI's
E-utilities. What they find depends on the query alone.
"""

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlparse

KEY = "serper-key-0123456789"
FAULTS = {
    "429": "rate_limited",
    "500": "server_error",
    "403": "refused",
    "400": "bad_request",
    "timeout": "timeout",
    "drip": "timeout",
    "cut": "connection",
    "html": "not_json",
    "nested": "not_json",
    "list": "unexpected_shape",
    "other": "unexpected_shape",
    "10MB": "too_large",
    "redirect": "redirected",
}
"""How each fault has to be named."""

DOSE = "Adults take at most 4 g of paracetamol in 24 hours."
ARTICLE = """<PubmedArticle><MedlineCitation><PMID Version="1">{pmid}</PMID><Article>
<Journal><JournalIssue><PubDate><Year>2021</Year></PubDate></JournalIssue>
<Title>Journal of Doses</Title></Journal>
<ArticleTitle>Paracetamol in <i>adults</i></ArticleTitle>
<Abstract><AbstractText Label="METHODS">We read labels.</AbstractText>
<AbstractText Label="RESULTS">{text}</AbstractText></Abstract>
</Article></MedlineCitation></PubmedArticle>"""
SET = (
    '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD '
    'PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi.dtd">\n'
    "<PubmedArticleSet>{articles}</PubmedArticleSet>"
)


@dataclass
class Service:
    """A running server: `faults` are used up one per request, then all is well.

    `always` is a fault that never ends. `empty` finds nothing, `text` is what passages
    say. `seen` holds method, path, query and headers of every request.
    """

    port: int = 0
    faults: list[str] = field(default_factory=list)
    always: str | None = None
    empty: bool = False
    text: str = DOSE
    body: bytes | None = None
    seen: list[dict[str, Any]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        """Address of both services."""
        return f"http://127.0.0.1:{self.port}"

    def reset(self) -> None:
        """No faults, nothing seen."""
        self.faults, self.always, self.empty, self.body = [], None, False, None
        self.text, self.seen = DOSE, []


def serper_reply(service: Service, asked: dict[str, Any]) -> dict[str, Any]:
    """A results page."""
    reply: dict[str, Any] = {
        "searchParameters": {"q": asked["q"], "gl": "us", "type": "search"},
        "organic": [],
        "credits": 1,
    }
    if service.empty:
        return reply
    reply["answerBox"] = {
        "title": "Paracetamol",
        "answer": "4 g",
        "snippet": service.text,
        "link": "https://bnf.example/paracetamol",
    }
    reply["knowledgeGraph"] = {
        "title": "Paracetamol",
        "type": "Medication",
        "description": "A painkiller.",
        "attributes": {"Maximum": "4 g"},
    }
    reply["organic"] = [
        {
            "title": f"Result {n}",
            "link": f"https://site{n}.example/page",
            "snippet": service.text,
            "date": "3 May 2023",
            "position": n,
        }
        for n in range(1, 9)
    ] + [{"title": "no snippet", "link": "https://x.example"}]
    return reply


def ncbi_reply(service: Service, path: str, query: dict[str, str]) -> str:
    """Ids as JSON, articles as XML."""
    if path.endswith("esearch.fcgi"):
        ids = [] if service.empty else ["11", "12"][: int(query["retmax"])]
        result = {"count": str(len(ids)), "retstart": "0", "idlist": ids}
        return json.dumps({"header": {"type": "esearch"}, "esearchresult": result})
    articles = [
        ARTICLE.format(pmid=pmid, text=service.text) for pmid in query["id"].split(",")
    ]
    without = "<PubmedArticle><MedlineCitation><PMID>13</PMID></MedlineCitation>"
    return SET.format(articles="".join([*articles, without, "</PubmedArticle>"]))


class Handler(BaseHTTPRequestHandler):
    """Answers one request, as the service was told to."""

    service: Service
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers["content-length"])))

    def _answer(self, body: bytes) -> None:
        service, parts = self.service, urlparse(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        asked = json.loads(body) if body else {}
        service.seen.append(
            {
                "path": parts.path,
                "query": query,
                "body": asked,
                "headers": {k.lower(): v for k, v in self.headers.items()},
            }
        )
        fault = service.faults.pop(0) if service.faults else service.always
        if fault is not None:
            self._fail(fault)
        elif service.body is not None:
            self._send(200, service.body)
        elif parts.path == "/search":
            if self.headers.get("x-api-key") != KEY:
                self._send(403, b'{"message": "Unauthorized.", "statusCode": 403}')
            else:
                self._send(200, json.dumps(serper_reply(service, asked)).encode())
        else:
            self._send(200, ncbi_reply(service, parts.path, query).encode())

    def _fail(self, fault: str) -> None:
        if fault.isdigit():
            headers = {"retry-after": "0"} if fault == "429" else {}
            self._send(int(fault), b'{"message": "no", "error": "no"}', **headers)
        elif fault == "redirect":
            self._send(302, b"", location=self.path)
        elif fault == "cut":
            self.send_response(200)
            self.send_header("content-length", "100")
            self.end_headers()
            self.close_connection = True
        elif fault == "timeout":
            self.service.released.wait(20)
            self.close_connection = True
        elif fault == "drip":
            self.send_response(200)
            self.send_header("content-length", "1000")
            self.end_headers()
            with contextlib.suppress(OSError):
                while not self.service.released.wait(0.02):
                    self.wfile.write(b" ")
                    self.wfile.flush()
            self.close_connection = True
        else:
            self._send(200, BODIES[fault])

    def _send(self, status: int, body: bytes, **headers: str) -> None:
        with contextlib.suppress(OSError):  # the client may have had enough
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)


BODIES = {
    "html": b"<!DOCTYPE html><html><body>Service unavailable</body></html>",
    "nested": b"[" * 100_000 + b"]" * 100_000,
    "list": b"[1, 2]",
    "other": b'{"status": "ok"}',
    "10MB": b'{"organic": "' + b"x" * 10_000_000 + b'"}',
}


@contextlib.contextmanager
def running_search() -> Iterator[Service]:
    """Serve on a free port until the end of the block."""
    service = Service()
    handler = type("Own", (Handler,), {"service": service})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    service.port = server.server_address[1]
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.02}
    )
    thread.start()
    try:
        yield service
    finally:
        service.released.set()
        server.shutdown()
        server.server_close()
        thread.join()
