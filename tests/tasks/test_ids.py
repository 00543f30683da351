import pytest

from inspect_rubricblind.tasks.ids import read_ids

KNOWN = {"a": 1, "b": 1, "3": 1}


@pytest.fixture
def write(tmp_path):
    def _write(content):
        path = tmp_path / "ids.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return _write


@pytest.mark.parametrize(
    "content",
    ["a\nb\n", "\ufeffa\r\n\n# a comment\n b", '["a", "b"]', '\n ["b",\n"a"]'],
)
def test_ids_stand_one_per_line_or_in_a_json_list(write, content):
    assert read_ids(write(content), KNOWN) == {"a", "b"}


def test_numbers_are_ids_too(write):
    assert read_ids(write("[3]"), KNOWN) == {"3"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "ids must hold at least one id"),
        ("[]", "ids must hold at least one id"),
        ("a\nb\na", "ids must be unique, but got 'a' more than once"),
        ("a\nc", "every id must be a case of the dataset, but 1 of 2 are not.*'c'"),
        ('["a", null]', "ids must be strings or whole numbers, but got None"),
        ("[true]", "ids must be strings or whole numbers, but got True"),
        ('["a"', "ids must be a JSON list, but"),
        (b"\xff\xfe", "ids must be UTF-8"),
    ],
)
def test_a_list_that_cannot_be_used_is_named(write, content, message):
    with pytest.raises(ValueError, match=rf"ids\.txt: .*{message}"):
        read_ids(write(content), KNOWN)
