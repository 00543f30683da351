import re
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from page_parts import Structure, bare_sample, graded_sample, page_of

import inspect_rubricblind
from inspect_rubricblind.cli import main
from inspect_rubricblind.logs.outcomes.supplied import read_pairs
from inspect_rubricblind.logs.outcomes.wording import net_sentence
from inspect_rubricblind.logs.page.cells import blocks
from inspect_rubricblind.logs.page.rendering import numeric_columns
from inspect_rubricblind.logs.page.sections import TITLES, place
from inspect_rubricblind.logs.page.statements import opening
from inspect_rubricblind.logs.page.writing import write_page
from inspect_rubricblind.logs.report import build_file_report, build_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.records import Criterion
from inspect_rubricblind.taxonomy.model import CANARY
from synthetic_logs import case, write_log

HOSTILE = (
    "<script>alert(1)</script> ]]> \"quoted' &amp; http://e.vil/x.png <img src=//e.vil>"
    " \u2028 \u202eevil\u202c \x1b[31m שלום 你好 " + "W" * 300
)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp("graded")
    return page_of(folder, [graded_sample(i) for i in range(4)]), folder / "out"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("bare")
    return page_of(folder, [bare_sample(i) for i in range(4)])


def hostile_page(folder: Path) -> str:
    criteria = tuple(Criterion(index=i, criterion=HOSTILE, points=p)
                     for i, p in enumerate((5, 3, -4)))  # fmt: skip
    about = case(criteria=criteria, canary=HOSTILE, benchmark=HOSTILE)
    samples = [
        graded_sample(
            i, question=HOSTILE, answer_model=HOSTILE, about=about,
            answer=f"{HOSTILE} Take 500 mg twice. {HOSTILE}",
        )
        for i in range(3)
    ]  # fmt: skip
    return page_of(folder, samples)


def test_headings_are_in_order(graded: tuple[str, Path], bare: str):
    for html in (graded[0], bare):
        found = [
            e.tag for e in Structure(html).elements if re.fullmatch("h[1-6]", e.tag)
        ]
        levels = [int(tag[1]) for tag in found]
        assert levels.count(1) == 1
        assert levels[0] == 1
        assert all(b <= a + 1 for a, b in pairwise(levels))


def test_every_link_and_label_within_the_page_leads_somewhere(graded: tuple[str, Path]):
    page = Structure(graded[0])
    ids = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    links = [e.attributes["href"] for e in page.all("a")]
    assert links[0] == "#content"
    assert all(link.removeprefix("#") in ids for link in links)
    for element in page.elements:
        for name in element.attributes.get("aria-labelledby", "").split():
            assert name in ids


def test_every_figure_has_a_caption_a_title_and_a_description(graded: tuple[str, Path]):
    page = Structure(graded[0])
    pictures = page.all("svg")
    assert len(pictures) == len(page.all("figure")) == len(page.all("figcaption")) > 5
    assert all(e.attributes["role"] == "img" for e in pictures)
    assert all(e.text.strip() for e in page.all("desc"))
    assert all(e.text.strip() for e in page.all("caption"))
    assert page.elements[0].attributes["lang"] == "en"


def test_the_page_asks_for_nothing_from_elsewhere(graded: tuple[str, Path]):
    html, _ = graded
    page = Structure(html)
    for element in page.elements:
        for name in ("src", "srcset", "action", "data", "poster", "xlink:href"):
            assert name not in element.attributes
        if "href" in element.attributes:
            assert element.attributes["href"].startswith(("#", "data:,"))
    assert "@import" not in html
    assert not re.search(r"url\((?!#)", html)
    (policy,) = [e for e in page.all("meta") if "http-equiv" in e.attributes]
    assert policy.attributes["content"].startswith("default-src 'none'")


def test_wide_parts_scroll_by_themselves_and_by_keyboard(graded: tuple[str, Path]):
    page = Structure(graded[0])
    boxes = page.all("div", "scroll")
    assert len(boxes) == len(page.all("table")) + len(page.all("figure"))
    assert all(box.attributes["tabindex"] == "0" for box in boxes)


def test_hostile_text_stays_text(tmp_path: Path):
    html = hostile_page(tmp_path)
    page = Structure(html)
    assert len(page.all("script")) == 1
    assert not page.all("img")
    assert "e.vil" not in "".join(page.all("script")[0].text)
    assert not re.search("[\u2028\u202e\x1b]", html)
    for element in page.elements:
        assert not [n for n in element.attributes if n.startswith("on")]
    shown = page.all("div", "prose")[0].text
    assert "<script>alert(1)</script> ]]> \"quoted' &amp; http://e.vil" in shown
    assert r"\u202eevil" in shown
    assert "שלום 你好" in shown


def test_the_net_of_every_cell_is_said_first(tmp_path: Path):
    study = read_study(
        [write_log(tmp_path / "a.eval", [graded_sample(i) for i in range(4)])]
    )
    report = build_report(study)
    found = opening(report, blocks(report.summary.as_json()))
    (statement,) = found.statements
    # One tie, one win and one loss per answer.
    assert (
        statement.claim
        == "Of 100 injected errors, 0 more lowered the score than raised it"
    )
    whole = net_sentence(report.summary.outcomes.by_benchmark[0])
    assert statement.claim in whole
    assert statement.details[0] in whole
    assert whole in report.headline
    assert whole not in found.sentences
    assert [(v, codes) for _, v, codes in statement.verdicts] == [
        ("UNDERPOWERED", "F1, C1, K1")
    ]
    # Nothing of the headline is lost.
    kept = {*found.sentences, found.sample, whole}
    assert {s for s in report.headline if s not in kept} == {
        s for s in report.headline if s.startswith("UNDERPOWERED")
    }


def test_sample_is_said_in_every_section(graded: tuple[str, Path], bare: str):
    for html in (graded[0], bare):
        page = Structure(html)
        numbers = [e for e in page.all("section") if e.attributes["id"] in TITLES]
        assert len(numbers) >= 5
        assert all("SAMPLE data" in section.text for section in numbers)
        assert page.all("p", "sample")[0].text.startswith("SAMPLE data")
        assert page.all("title")[0].text.startswith("SAMPLE")


def test_without_a_grader_the_page_has_no_word_for_what_scores_do(bare: str):
    page = Structure(bare)
    assert "No grader bound: coverage only" in bare
    assert page.all("h2")[1].text == "Coverage map"
    (lead,) = page.all("ul", "lead")
    assert "stimated" in lead.text
    said = "".join(e.text for e in page.all("main"))
    assert not re.search(r"DETECTS|BLIND|REVERSED|UNDERPOWERED|\bwin\b|\bloss\b", said)
    states = [e.attributes["data-outcome"] for e in page.all("details", "example")]
    assert states == ["uncovered"] * 4 + ["covered"] * 4


def example(html: str, code: str) -> str:
    found = [
        e.text
        for e in Structure(html).all("details", "example")
        if e.attributes["data-type"] == code
    ]
    return re.sub(r"\s+", " ", found[0])


def test_an_example_shows_edit_outcome_and_criteria(graded: tuple[str, Path]):
    tie, win, loss = (example(graded[0], code) for code in ("F1", "C1", "K1"))
    assert "5 → 5 of 8 points" in tie
    # KEPT: the dose is met on both texts, nothing changes.
    assert "No verdict changed." in tie
    assert "Met both times" in tie
    assert "+5 States the dose asks about the edit met → met" in tie
    assert "Gives a safety net" not in tie
    # FELL: the dose is no longer met.
    assert "5 → 0 of 8 points" in win
    assert "+5 States the dose asks about the edit met → not met" in win
    assert "Met both times" not in win
    # ROSE: the copy meets one criterion more.
    assert "5 → 8 of 8 points" in loss
    assert "+3 Gives a safety net not met → met" in loss
    assert "[removed:] 500" in tie
    assert "[written instead:] 5000" in tie


def test_a_tie_on_a_mild_type_does_not_list_what_was_met(tmp_path: Path):
    html = page_of(tmp_path, [graded_sample(1)])
    assert "Met both times" not in example(html, "K1")


def test_every_example_carries_a_warning_and_a_canary(graded: tuple[str, Path]):
    page = Structure(graded[0])
    examples = page.all("details", "example")
    assert len(examples) == 12
    assert all("Contains a deliberate medical error" in e.text for e in examples)
    assert all(CANARY in e.text for e in examples)
    assert "contains deliberate medical errors" in graded[0]


@pytest.mark.parametrize("kind", ["official", "path"])
def test_benchmark_text_is_left_out_unless_asked_for(tmp_path: Path, kind: str):
    about = case(dataset_kind=kind, canary="bench:canary")
    samples = [graded_sample(i, about=about) for i in range(2)]
    hidden = page_of(tmp_path / "a", samples)
    assert "5000" not in hidden
    assert "How much should I take" not in hidden
    assert "States the dose" not in hidden
    assert "0 of 6 pairs; examples of official or local data are left out" in hidden
    assert "SAMPLE" not in hidden
    shown = page_of(tmp_path / "b", samples, with_text=True)
    assert "How much should I take" in shown
    assert "must not be published" in shown
    assert shown.count("bench:canary") == 6


def test_the_figures_of_the_page_lie_beside_it(graded: tuple[str, Path]):
    html, folder = graded
    names = {path.stem for path in (folder / "figures").iterdir()}
    shown = {e.attributes["aria-labelledby"].split("-title")[0].removeprefix("fig-")
             for e in Structure(html).all("svg")}  # fmt: skip
    assert shown <= names
    assert names - shown == {"map"}
    assert {"outcomes", "auroc"} <= names


def test_two_runs_write_the_same_bytes_and_take_stale_figures_away(tmp_path: Path):
    log = write_log(tmp_path / "a.eval", [graded_sample(i) for i in range(3)])
    out = tmp_path / "out"
    (out / "figures").mkdir(parents=True)
    stale, own = out / "figures" / "auroc-9-old.svg", out / "figures" / "mine.svg"
    stale.write_text("<svg/>")
    own.write_text("<svg/>")
    found = []
    for _ in range(2):
        study = read_study([log])
        paths = write_page(build_report(study), out, study)
        found.append({path.name: path.read_bytes() for path in paths})
    assert found[0] == found[1]
    assert not stale.exists()
    assert own.exists()


def test_a_pairs_file_has_a_page_without_examples(tmp_path: Path):
    table = tmp_path / "pairs.csv"
    lines = ["benchmark,case_id,error_type,outcome"]
    lines += [f"hb,{i},F1,{'win' if i % 3 else 'tie'}" for i in range(60)]
    table.write_text("\n".join(lines))
    report = build_file_report(read_pairs(table), table)
    write_page(report, tmp_path / "out")
    html = (tmp_path / "out" / "report.html").read_text()
    assert "a pairs file carries no text" in html
    assert "Of 100 injected errors, 67 more lowered the score than raised it." in html
    assert "DETECTS" in html


@pytest.mark.slow
def test_a_big_report_stays_small(tmp_path: Path):
    table = tmp_path / "pairs.csv"
    lines = ["benchmark,case_id,error_type,outcome,answer_model"]
    for n in range(16):
        # Cells that differ in two things are not compared with each other.
        lines += [
            f"hb {n},{i},F1,{'win' if i % 3 else 'tie'},model {n}" for i in range(40)
        ]
    table.write_text("\n".join(lines))
    report = build_file_report(read_pairs(table), table)
    paths = write_page(report, tmp_path / "out")
    html = (tmp_path / "out" / "report.html").read_text()
    assert "Figures of the first 12 of 16 cells; tables of all." in html
    assert sum(path.stem.startswith("auroc-") for path in paths) == 12


def test_no_table_of_the_report_is_lost(tmp_path: Path, graded: tuple[str, Path]):
    log = write_log(tmp_path / "a.eval", [graded_sample(i) for i in range(4)])
    report = build_report(read_study([log]))
    titles = [e.text for e in Structure(graded[0]).all("caption")]
    assert {table.title for table in report.tables} <= set(titles)
    places = {place(table) for table in report.tables}
    assert {"outcomes", "auroc", "types", "map", "noise"} <= places


def test_columns_of_numbers_are_set_in_line():
    table = Table(
        "t",
        ("Name", "N", "AUROC", "p", "Flags", "Net", "Empty", "Tried"),
        (
            ("a", "1,921", "0.599 (0.57–0.63)", "<0.001", "n < 30",
             "-0.03 (-0.1 to 0.1)", "-", "3 of 9"),
            ("b", "7", "-", "0.012", "-", "0.5 (no interval)", "-", "9 of 9"),
        ),
    )  # fmt: skip
    found = dict(zip(table.columns, numeric_columns(table), strict=True))
    assert found == {
        "Name": False, "N": True, "AUROC": True, "p": True, "Flags": False,
        "Net": True, "Empty": False, "Tried": True,
    }  # fmt: skip


# What no report may say, word for word or nearly: the statistical contract's list.
FORBIDDEN = (
    r"best (that )?any grader could",
    r"the grader missed|missed by the grader",
    r"scores? (does|do|did) not move",
    r"go(es)? unnoticed",
    r"clinically significant",
    r"more sensitive than",
    r"fact.?check (beats|outperforms)",
    r"length explains|explained by length",
    r"(?<!kind= )\bstable\b",
    r"coverage ceiling",
)


@pytest.mark.parametrize("pattern", FORBIDDEN)
def test_no_text_of_the_page_says_what_statistics_cannot(pattern: str):
    logs = Path(inspect_rubricblind.__file__).parent / "logs"
    speaking = [*(logs / "page").rglob("*.*"), *(logs / "figures").glob("*.py")]
    texts = [p for p in speaking if p.suffix in {".py", ".j2", ".js", ".css"}]
    assert len(texts) > 20
    for path in texts:
        text = re.sub(r'["\s]+f?"?', " ", path.read_text("utf-8"))
        assert not re.search(pattern, text, re.IGNORECASE), path.name


def test_an_export_has_a_page_without_examples_and_costs(tmp_path: Path):
    log = write_log(tmp_path / "logs" / "a.eval", [graded_sample(1)])
    done = CliRunner().invoke(main, ["export", str(log), "-o", str(tmp_path / "e")])
    assert done.exit_code == 0, done.output
    study = read_study([tmp_path / "e"])
    write_page(build_report(study), tmp_path / "out", study)
    html = (tmp_path / "out" / "report.html").read_text()
    assert "an export carries no text" in html
    assert "nothing is known of calls" in html
