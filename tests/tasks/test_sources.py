import hashlib
import socket
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from inspect_rubricblind.tasks.fetching import (
    HubPath,
    PinnedFile,
    fetch,
    fetch_from_hub,
    hub_path,
)
from inspect_rubricblind.tasks.sources import find_source

CONTENT = b'{"prompt_id": "a"}\n'
SHA256 = hashlib.sha256(CONTENT).hexdigest()


class Handler(SimpleHTTPRequestHandler):
    def log_message(self, format, *arguments):
        self.server.seen.append(self.path)


@pytest.fixture
def server(tmp_path):
    root = tmp_path / "www"
    root.mkdir()
    (root / "rows.jsonl").write_bytes(CONTENT)
    http = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(root)))
    http.seen = []
    thread = Thread(target=http.serve_forever)
    thread.start()
    yield http
    http.shutdown()
    thread.join()
    http.server_close()


def pinned(server, name="rows.jsonl", sha256=SHA256):
    return PinnedFile(name, f"http://127.0.0.1:{server.server_port}/{name}", sha256)


def test_a_pinned_file_is_downloaded_once(server, tmp_path):
    paths = {fetch(pinned(server), tmp_path / "cache") for _ in range(2)}
    assert [path.read_bytes() for path in paths] == [CONTENT]
    assert server.seen == ["/rows.jsonl"]


def test_a_damaged_copy_is_downloaded_again(server, tmp_path):
    fetch(pinned(server), tmp_path).write_bytes(b"damaged")
    assert fetch(pinned(server), tmp_path).read_bytes() == CONTENT


def test_other_content_is_refused_and_not_kept(server, tmp_path):
    other = pinned(server, sha256="0" * 64)
    with pytest.raises(ValueError, match=f"sha256 0{{64}}, but .* gave .*{SHA256}"):
        fetch(other, tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_file_that_is_gone_is_named_with_the_cure(server, tmp_path):
    gone = pinned(server, name="gone.jsonl")
    with pytest.raises(FileNotFoundError, match=r"no such file.*dataset=PATH"):
        fetch(gone, tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


def test_without_network_the_wanted_file_is_named(tmp_path):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    file = PinnedFile("rows.jsonl", f"http://127.0.0.1:{port}/rows.jsonl", SHA256)
    with pytest.raises(FileNotFoundError) as caught:
        fetch(file, tmp_path)
    message = str(caught.value)
    assert "dataset='official' needs rows.jsonl" in message
    assert SHA256 in message
    assert "Pass a local copy of rows.jsonl with `-T dataset=PATH`" in message


def test_a_file_address_is_read_like_any_other(tmp_path):
    place = tmp_path / "rows.jsonl"
    place.write_bytes(CONTENT)
    file = PinnedFile("rows.jsonl", f"file://{place}", SHA256)
    assert fetch(file, tmp_path / "cache").read_bytes() == CONTENT
    place.unlink()
    with pytest.raises(FileNotFoundError, match=r"rows\.jsonl.*dataset=PATH"):
        fetch(file, tmp_path / "other")


def test_the_start_of_a_hash_pins_a_file_if_it_is_long_enough(server, tmp_path):
    assert fetch(pinned(server, sha256=SHA256[:8]), tmp_path / "a").exists()
    with pytest.raises(ValueError, match="must have the sha256"):
        fetch(pinned(server, sha256=SHA256[:7]), tmp_path / "b")


def test_progress_ends_with_all_bytes(server, tmp_path):
    told = []
    fetch(pinned(server), tmp_path, lambda *done: told.append(done))
    assert told[-1] == (len(CONTENT), len(CONTENT))


class Hub(Handler):
    """Serves one file of one dataset at one revision, as the hub does."""

    revision = "a" * 40
    place = f"/datasets/owner/name/resolve/{revision}/data/rows.jsonl"

    def do_HEAD(self):
        self.reply(b"")

    def do_GET(self):
        self.reply(CONTENT)

    def reply(self, body):
        self.server.seen.append(f"{self.command} {self.path}")
        known = self.path == self.place
        self.send_response(200 if known else 404)
        if known:
            self.send_header("ETag", '"0123456789abcdef"')
            self.send_header("X-Repo-Commit", self.revision)
        else:
            self.send_header("X-Error-Code", "EntryNotFound")
        self.send_header("Content-Length", str(len(CONTENT) if known else 0))
        self.end_headers()
        self.wfile.write(body if known else b"")


@pytest.fixture
def hub():
    http = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    http.seen = []
    thread = Thread(target=http.serve_forever)
    thread.start()
    yield http
    http.shutdown()
    thread.join()
    http.server_close()


def test_a_hub_file_comes_from_its_revision(hub, tmp_path):
    place = hub_path(f"hf://datasets/owner/name@{Hub.revision}/data/rows.jsonl")
    assert place == HubPath("owner/name", Hub.revision, "data/rows.jsonl")
    got = fetch_from_hub(place, tmp_path, f"http://127.0.0.1:{hub.server_port}")
    assert got.read_bytes() == CONTENT
    assert f"GET {Hub.place}" in hub.seen
    gone = place._replace(path="data/gone.jsonl")
    with pytest.raises(OSError, match=r"gone\.jsonl"):
        fetch_from_hub(gone, tmp_path, f"http://127.0.0.1:{hub.server_port}")


def test_without_the_hub_the_wanted_file_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    url = f"hf://datasets/owner/name@{Hub.revision}/rows.jsonl"
    with pytest.raises(FileNotFoundError) as caught:
        fetch(PinnedFile("rows.jsonl", url, SHA256), tmp_path)
    assert "dataset='official' needs rows.jsonl" in str(caught.value)
    assert "-T dataset=PATH" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("url", ["hf://datasets/name/file", "hf://datasets/o/n@r", ""])
def test_an_address_that_is_none_is_refused(url):
    with pytest.raises(ValueError, match="url must be hf://datasets/OWNER/NAME@"):
        hub_path(url)


def test_the_sample_and_a_local_file_are_hashed(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(CONTENT)
    by_path = find_source(str(path), "full", {}, tmp_path / "no.jsonl")
    sample = find_source("sample", "full", {}, path)
    assert by_path == ("path", path, SHA256)
    assert sample == ("sample", path, SHA256)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="dataset must be 'official', 'sample'"):
        find_source(str(tmp_path / "no.jsonl"), "full", {}, tmp_path)
