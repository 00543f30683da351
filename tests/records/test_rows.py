import hashlib

import pytest
from pydantic import Field

from inspect_rubricblind.records.rows import (
    Row,
    Text,
    find_file,
    parse_row,
    read_jsonl,
    refuse_duplicates,
    sha256_of,
)


class Small(Row):
    id: Text
    points: int = Field(default=1)
    parts: list[Text] = Field(default_factory=lambda: ["a"], min_length=1)


@pytest.fixture
def write(tmp_path):
    def _write(content: bytes):
        path = tmp_path / "rows.jsonl"
        path.write_bytes(content)
        return path

    return _write


def values(path):
    return [line.value for line in read_jsonl(path)]


def test_unicode_line_ends_inside_strings_do_not_end_a_line(write):
    text = "a\u2028b\u0085c\u2029d"
    assert values(write(f'{{"id": "{text}"}}\n'.encode())) == [{"id": text}]


def test_lines_are_numbered_as_an_editor_numbers_them(write):
    path = write(b'{"id": "a"}\n\n{"id": "b"}')
    assert [line.number for line in read_jsonl(path)] == [1, 3]


def test_byte_order_mark_and_windows_line_ends_are_tolerated(write):
    assert values(write(b'\xef\xbb\xbf{"id": "a"}\r\n{"id": "b"}\r\n')) == [
        {"id": "a"},
        {"id": "b"},
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"id": "a"}\n{"id": }', r"line 2: must be one JSON object, but Expecting"),
        (b'{"id": "a"', r"line 1: must be one JSON object"),
        (b'["a"]', r"line 1: must be one JSON object, but got \['a'\]"),
        (b'"a"', r"line 1: must be one JSON object, but got 'a'"),
        (b'{"id": "\xff"}', r"line 1: must be UTF-8"),
        (b'{"id": NaN}', r"line 1: .*NaN is not JSON"),
        (b'{"id": "\\ud83d"}', r"line 1: .*surrogate"),
        (b'{"a":' * 100_000, r"line 1: must be one JSON object"),
    ],
)
def test_a_malformed_line_is_named(write, content, message):
    with pytest.raises(ValueError, match=rf"rows\.jsonl, {message}"):
        values(write(content))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (b"{}", "line 1: field id is missing"),
        (b'{"id": 3}', "line 1, row 3: field id must be a valid string, but got 3"),
        (b'{"id": " "}', "line 1, row ' ': field id must not be empty"),
        (
            b'{"id": "a", "points": true}',
            "row 'a': field points must be a valid integer, but got True",
        ),
        (
            b'{"id": "a", "points": 1.0}',
            "row 'a': field points must be a valid integer, but got 1.0",
        ),
        (
            b'{"id": "a", "parts": ["x", ""]}',
            r"row 'a': field parts\[1\] must not be empty",
        ),
        (b'{"id": "a", "parts": []}', "row 'a': field parts .*at least 1 item"),
        (b'{"id": "a", "parts": "x"}', "row 'a': field parts must be a valid list"),
    ],
)
def test_a_faulty_field_is_named_with_its_row(write, row, message):
    [line] = read_jsonl(write(row))
    with pytest.raises(ValueError, match=message):
        parse_row(Small, line, "id")


def test_long_values_are_cut_in_messages(write):
    [line] = read_jsonl(write(b'{"id": "a", "points": "%s"}' % (b"x" * 5000)))
    with pytest.raises(ValueError, match=r"x\.\.\.") as caught:
        parse_row(Small, line, "id")
    assert len(str(caught.value)) < 400


def test_extra_keys_are_let_pass(write):
    [line] = read_jsonl(write(b'{"id": "a", "new": 1}'))
    assert parse_row(Small, line, "id") == Small(id="a")


def test_duplicates_are_named_with_both_lines(write):
    lines = list(read_jsonl(write(b'{"id": "a"}\n{"id": "b"}\n{"id": "a"}')))
    with pytest.raises(ValueError, match="'a' on the lines 1 and 3"):
        refuse_duplicates(((line.value["id"], line) for line in lines), "id")


def test_a_missing_file_and_a_folder_are_refused_by_argument(tmp_path):
    for value in (str(tmp_path / "absent.jsonl"), str(tmp_path)):
        with pytest.raises(FileNotFoundError, match="answers must be 'auto' or an"):
            find_file(value, "answers", "'auto'")
    with pytest.raises(FileNotFoundError, match=r"\(a folder, not a file: /"):
        find_file(str(tmp_path), "answers", "'auto'")


def test_hash_is_of_the_bytes(write):
    content = b"\xef\xbb\xbf{}\r\n"
    assert sha256_of(write(content)) == hashlib.sha256(content).hexdigest()


def test_a_key_that_stands_twice_is_refused_wherever_it_stands(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": "a"}\n{"id": "b", "in": [{"met": true, "met": false}]}\n')
    with pytest.raises(
        ValueError, match=r"rows\.jsonl, line 2: .*key 'met' stands twi"
    ):
        list(read_jsonl(path))
