import hashlib
import socket
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from inspect_rubricblind.tasks.sources import PinnedFile, fetch, find_source

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
    with pytest.raises(FileNotFoundError, match=r"404.*dataset=PATH"):
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
