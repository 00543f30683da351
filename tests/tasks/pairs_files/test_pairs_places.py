import hashlib
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from inspect_rubricblind.tasks.pairs_files.places import find_pairs

CONTENT = b'{"case_id": "a"}\n'
SHA256 = hashlib.sha256(CONTENT).hexdigest()
COMMIT = "c" * 40


class Hub(BaseHTTPRequestHandler):
    """One dataset with the files that the server holds, at one commit."""

    def log_message(self, format, *arguments):
        self.server.seen.append(self.path)

    def do_HEAD(self):
        self.reply(with_body=False)

    def do_GET(self):
        self.reply(with_body=True)

    def reply(self, *, with_body):
        status, kind, body = 404, "text/plain", b""
        api = "/api/datasets/owner/name/revision/"
        files = "/datasets/owner/name/resolve/"
        if self.path.startswith(api):
            names = [{"rfilename": name} for name in self.server.names]
            about = {"id": "owner/name", "sha": COMMIT, "siblings": names}
            status, kind, body = 200, "application/json", json.dumps(about).encode()
        elif self.path.startswith(files):
            commit, _, name = self.path.removeprefix(files).partition("/")
            if (commit, name in self.server.names) == (COMMIT, True):
                status, body = 200, CONTENT
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("ETag", '"0123456789abcdef"')
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if with_body:
            self.wfile.write(body)


@pytest.fixture
def hub():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    server.seen, server.names = [], ["README.md", "data/pairs.jsonl"]
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def find(hub, dataset, sha256=None):
    return find_pairs(dataset, sha256, f"http://127.0.0.1:{hub.server_port}")


def test_a_dataset_without_revision_says_which_one_was_read(hub, caplog):
    source = find(hub, "hf:owner/name")
    assert source.path.read_bytes() == CONTENT
    assert (source.kind, source.sha256) == ("path", SHA256)
    assert f"hf:owner/name@{COMMIT}:data/pairs.jsonl, sha256 {SHA256}" in caplog.text
    assert any(COMMIT in path for path in hub.seen)


def test_a_pinned_one_is_verified_and_says_nothing(hub, caplog):
    address = f"hf:owner/name@{COMMIT}:data/pairs.jsonl"
    assert find(hub, address, SHA256).sha256 == SHA256
    assert "not pinned" not in caplog.text
    with pytest.raises(ValueError, match=f"must have the sha256 00, but has {SHA256}"):
        find(hub, address, "00")


def test_several_tables_ask_for_one(hub):
    hub.names = ["a.csv", "b.parquet", "info.json"]
    with pytest.raises(ValueError, match=r"has a\.csv, b\.parquet: add it as hf:"):
        find(hub, "hf:owner/name")
    hub.names = ["loader.py"]
    with pytest.raises(ValueError, match="has no table"):
        find(hub, "hf:owner/name")


def test_a_file_that_is_not_there_is_named(hub):
    with pytest.raises(FileNotFoundError, match=r"gone\.csv.*-T dataset=PATH"):
        find(hub, f"hf:owner/name@{COMMIT}:gone.csv")
    with pytest.raises(FileNotFoundError, match="hf:owner/other"):
        find(hub, "hf:owner/other")
