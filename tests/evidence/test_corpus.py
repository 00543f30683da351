import json
import sqlite3
from contextlib import closing

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.evidence.corpus import Corpus
from inspect_rubricblind.evidence.documents import Document, read_documents
from inspect_rubricblind.evidence.index import build_corpus, corpus_info
from inspect_rubricblind.evidence.notes import find_documents
from inspect_rubricblind.evidence.passages import MOST_WORDS, cut_passages, weigh

BREATH = Document("a", "Asthma", "Salbutamol opens the airways in asthma.", "notes")
SUGAR = Document("b", "Insulin", "Insulin lowers blood glucose in diabetes.", "notes")
PRESSURE = Document("c", "高血压", "家庭自测血压平均值达到135/85为偏高。", "notes")


@pytest.fixture
def corpus(tmp_path):
    build_corpus(tmp_path / "c.sqlite", [BREATH, SUGAR, PRESSURE])
    return Corpus(tmp_path / "c.sqlite")


def titles(corpus, query, limit=5):
    return [passage.title for passage in corpus.find(query, limit)]


def test_a_query_finds_the_passage_about_it_by_stem_and_by_another_name(corpus):
    assert titles(corpus, "which drug opened an airway of asthmatics") == ["Asthma"]
    assert titles(corpus, "albuterol in asthma") == ["Asthma"]


def test_chinese_is_found_by_pieces_of_three_characters(corpus):
    assert titles(corpus, "自测血压平均值") == ["高血压"]


def test_a_passage_with_too_little_of_the_query_is_no_evidence(corpus):
    query = "glucose tolerance among astronauts returning from orbit"
    assert titles(corpus, query) == []
    assert titles(Corpus(corpus.path, floor=0.1), query) == ["Insulin"]


@pytest.mark.parametrize(
    "query", ['"', "a NEAR b", "title:x OR", "(*", "'; DROP TABLE words; --", "-", ""]
)
def test_nothing_in_a_query_is_syntax(corpus, query):
    corpus.find(query, 5)
    assert corpus_info(corpus.path).documents == 3


@given(st.text(max_size=80))
def test_any_text_can_be_searched_for(tmp_path_factory, query):
    path = tmp_path_factory.getbasetemp() / "any.sqlite"
    if not path.exists():
        build_corpus(path, [BREATH, SUGAR, PRESSURE])
    Corpus(path).find(query, 3)


def test_a_second_build_adds_replaces_and_removes_only_what_differs(tmp_path):
    path = tmp_path / "c.sqlite"
    assert build_corpus(path, [BREATH, SUGAR]).added == 2
    before = corpus_info(path).sha256
    assert build_corpus(path, [BREATH, SUGAR]).unchanged == 2
    assert corpus_info(path).sha256 == before
    new = Document("b", "Insulin", "Insulin is given by pump.", "notes")
    built = build_corpus(path, [BREATH, new])
    assert (built.changed, built.unchanged, built.passages) == (1, 1, 2)
    assert titles(Corpus(path), "insulin pump") == ["Insulin"]
    assert titles(Corpus(path), "lowers blood glucose") == []
    assert build_corpus(path, [BREATH], prune=True).removed == 1
    assert corpus_info(path).documents == 1
    assert corpus_info(path).sha256 != before


def test_the_hash_does_not_depend_on_the_order_of_documents(tmp_path):
    build_corpus(tmp_path / "1", [BREATH, SUGAR])
    build_corpus(tmp_path / "2", [SUGAR])
    build_corpus(tmp_path / "2", [BREATH, SUGAR])
    assert corpus_info(tmp_path / "1").sha256 == corpus_info(tmp_path / "2").sha256


def test_a_failed_build_leaves_the_corpus_as_it_was(tmp_path):
    path = tmp_path / "c.sqlite"
    with pytest.raises(ValueError, match="ids of documents must be unique"):
        build_corpus(path, [BREATH, BREATH])
    assert not path.exists()
    build_corpus(path, [BREATH])
    with pytest.raises(ValueError, match="unique"):
        build_corpus(path, [SUGAR, SUGAR])
    assert corpus_info(path).documents == 1


def test_another_file_is_no_corpus(tmp_path):
    (tmp_path / "text").write_text("not a database, but long enough to be looked at")
    with pytest.raises(ValueError, match="must be a corpus"):
        corpus_info(tmp_path / "text")
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE x (y)")
    with pytest.raises(ValueError, match="must be a corpus"):
        corpus_info(tmp_path / "other")
    with pytest.raises(FileNotFoundError, match="rubricblind corpus build"):
        corpus_info(tmp_path / "absent")


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "folder.sqlite").mkdir()
    with pytest.raises(ValueError, match=r"folder\.sqlite must be .*of your own"):
        build_corpus(tmp_path / "folder.sqlite", [BREATH])


def test_a_damaged_corpus_is_named(tmp_path):
    path = tmp_path / "c.sqlite"
    build_corpus(path, [BREATH, SUGAR])
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TABLE passages")
    with pytest.raises(ValueError, match=r"c\.sqlite must be an intact corpus.*anew"):
        corpus_info(path)
    with pytest.raises(ValueError, match=r"c\.sqlite must be a corpus that can be wr"):
        build_corpus(path, [PRESSURE])
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM documents").fetchone() == (2,)


def test_files_that_are_not_what_they_are_called_are_named(tmp_path):
    (tmp_path / "deep.json").write_text("[" * 200_000)
    (tmp_path / "rows.parquet").write_bytes(b"nothing of the kind")
    for name in ("deep.json", "rows.parquet"):
        with pytest.raises(ValueError, match=name):
            list(read_documents(tmp_path / name))


def test_a_source_without_documents_is_refused_and_prunes_nothing(tmp_path):
    (tmp_path / "rows.jsonl").write_text("\n")
    path = tmp_path / "c.sqlite"
    build_corpus(path, [BREATH])
    with pytest.raises(ValueError, match=r"at least one per source.*rows\.jsonl"):
        build_corpus(path, find_documents(str(tmp_path / "rows.jsonl")), prune=True)
    assert corpus_info(path).documents == 1


def test_rows_of_every_format_become_the_same_document(tmp_path):
    row = {"id": "7", "title": "T", "abstract": "Some text.", "year": 1999}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row))
    (tmp_path / "list.json").write_text(json.dumps([row]))
    (tmp_path / "by_id.json").write_text(json.dumps({"7": {**row, "id": None}}))
    parquet.write_table(pa.Table.from_pylist([row]), tmp_path / "rows.parquet")
    found = {
        path.name: [(d.id, d.title, d.text, d.date) for d in read_documents(path)]
        for path in sorted(tmp_path.iterdir())
    }
    assert set(map(tuple, found.values())) == {(("7", "T", "Some text.", "1999"),)}


def test_a_folder_of_text_is_read_by_path_and_titled_by_its_heading(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.md").write_text("# Fever\n\nUnder 3 months: urgent.")
    (tmp_path / "b.txt").write_text("Plain text.")
    (tmp_path / "c.txt").write_text("  \n")
    found = [(d.id, d.title) for d in read_documents(tmp_path)]
    assert found == [("b.txt", "b"), ("sub/a.md", "Fever")]


def test_a_row_without_text_is_named(tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"id": "1", "headline": "x"}')
    with pytest.raises(ValueError, match=r"line 1.*text, abstract, content.*headline"):
        list(read_documents(tmp_path / "rows.jsonl"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="without any"):
        list(read_documents(tmp_path / "empty"))


@given(st.lists(st.text(alphabet="ab .#\n血", max_size=400), max_size=8))
def test_no_passage_is_long_and_no_word_is_lost(parts):
    text = "\n\n".join(parts)
    pieces = list(cut_passages(Document("x", "T", text, "s")))
    assert all(weigh(piece.text) <= MOST_WORDS + 1 for piece in pieces)
    # A heading without a text below it is no passage.
    headings = {x for x in text.splitlines() if x.lstrip().startswith("#")}
    kept = "".join(piece.text + piece.title for piece in pieces)
    for line in text.splitlines():
        if line not in headings:
            assert all(word in kept for word in line.split() if "#" not in word)


def test_a_long_text_is_cut_at_headings_and_paragraphs():
    text = "# One\n\n" + "word " * 300 + "\n\n" + "more " * 300 + "\n\n## Two\n\nend."
    pieces = list(cut_passages(Document("x", "Doc", text, "s")))
    assert [piece.title for piece in pieces] == ["Doc: One", "Doc: One", "Doc: Two"]


def test_a_frequent_term_does_not_decide_where_rare_ones_do(tmp_path, monkeypatch):
    """Each passage has 'common'; with room for 3 only the rare words are ranked."""
    monkeypatch.setattr("inspect_rubricblind.evidence.corpus.MOST_RANKED", 3)
    documents = [
        Document(str(n), f"t{n}", f"common words about thing{n}x", "s")
        for n in range(20)
    ]
    documents.append(Document("z", "rare", "common zebra stripes", "s"))
    build_corpus(tmp_path / "c", documents)
    assert titles(Corpus(tmp_path / "c"), "common zebra stripes") == ["rare"]
    assert len(titles(Corpus(tmp_path / "c"), "common", limit=30)) > 3


def test_a_corpus_larger_than_a_batch_is_whole(tmp_path):
    documents = [
        Document(str(n), "", f"word{n}end of a text", "s") for n in range(4500)
    ]
    built = build_corpus(tmp_path / "c", documents)
    assert (built.added, built.passages) == (4500, 4500)
    for n in (0, 1999, 2000, 4499):
        [found] = Corpus(tmp_path / "c").find(f"word{n}end", 2)
        assert found.snippet == f"word{n}end of a text"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("note.txt", "Fièvre".encode("latin-1"), "must be UTF-8, but got byte 0xe8"),
        ("note.md", b"ok \xff", "position 3 of"),
        ("rows.jsonl", b'{"id": 1, "text": {"a": 1}}', "text must be text, but got"),
        ("rows.jsonl", b'{"id": 1, "text": 5}', "text must be text, but got"),
        ("rows.jsonl", b'{"text": "x", "title": true}', "title must be text"),
        ("rows.jsonl", b'{"text": ["x", 7]}', "text must be text"),
    ],
)
def test_evidence_is_never_altered_to_be_read(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=message):
        list(read_documents(tmp_path / name))


def test_an_id_or_a_year_may_be_a_number(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text('{"id": 12, "date": 2020, "text": ["One.", "Two."]}')
    [found] = read_documents(file)
    assert (found.id, found.date, found.text) == ("12", "2020", "One.\n\nTwo.")
