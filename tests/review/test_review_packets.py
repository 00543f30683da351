import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from review_parts import made

from inspect_rubricblind.logs.page.marked import Piece, unshortened
from inspect_rubricblind.records import Edit
from inspect_rubricblind.review.checksums import joint_digest
from inspect_rubricblind.review.items import shown_pieces, shown_text
from inspect_rubricblind.review.making import Plan
from inspect_rubricblind.taxonomy.model import CANARY

HOSTILE = (
    'Take 500 mg </div><script>document.title="run"</script> & <img src=x '
    "onerror=alert(1)> {{ 7 * 7 }} \u202eevil\u0007 twice a day. Rest well."
)


class Page(HTMLParser):
    """Texts of `data-shown` elements per item, as a browser would hold them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.items: dict[str, list[str]] = {}
        self.item = ""
        self.depth = 0
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        if "data-item" in given:
            self.item = given["data-item"] or ""
            self.items[self.item] = []
        if "data-shown" in given:
            self.items[self.item].append("")
            self.depth = 1
        elif self.depth:
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        if self.depth:
            self.depth -= 1

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.items[self.item][-1] += data


def parsed(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def test_each_page_shows_what_the_organiser_has_a_digest_of(tmp_path: Path):
    review = made(tmp_path, answer=HOSTILE, question="¿Cuánto?\r\n\tمتى؟ 多少")
    shown = {item.item: item.shown for item in review.assignment.items}
    for packet in review.assignment.packets:
        page = parsed(review.folder / "packets" / packet.file)
        assert tuple(page.items) == packet.items
        for name, texts in page.items.items():
            assert joint_digest(texts) == shown[name]
            assert len(texts) == 3


def test_hostile_text_stays_text(tmp_path: Path):
    review = made(tmp_path, answer=HOSTILE)
    for path in sorted((review.folder / "packets").iterdir()):
        page = parsed(path)
        assert page.tags.count("script") == 2
        assert "img" not in page.tags
        text = path.read_text(encoding="utf-8")
        assert "\u202e" not in text
        assert "{{ 7 * 7 }}" in text
        assert "\\u202eevil\\x07" in text


def test_nothing_on_the_page_tells_controls_from_errors(tmp_path: Path):
    review = made(tmp_path)
    kinds = {item.item: item.key for item in review.assignment.items}
    assert {key.kind for key in kinds.values()} == {"error", "control"}
    for path in (review.folder / "packets").iterdir():
        text = path.read_text(encoding="utf-8")
        body = text[text.index("<main") : text.index("</main>")].lower()
        words = set(re.findall(r"[a-z0-9]+", body))
        assert not words & {"control", "injector", "rules", "harm", "dosage", "f1"}
        assert not words & {"varied", "additive", "subtractive"}


def test_each_item_says_what_it_may_hold_and_files_carry_canaries(tmp_path: Path):
    review = made(tmp_path)
    for packet in review.assignment.packets:
        text = (review.folder / "packets" / packet.file).read_text(encoding="utf-8")
        warned = text.count('<p class="tag">May contain a deliberate medical error')
        assert warned == len(packet.items)
        assert "Contains deliberate medical errors" in text
        assert CANARY in text
        assert "benchmark:canary" in text
    assert CANARY in (review.folder / "assignment.json").read_text(encoding="utf-8")


def test_the_policy_allows_the_pages_own_script_and_style_alone(tmp_path: Path):
    review = made(tmp_path)
    text = (review.folder / "packets" / "R01.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    for element, name in (("style", "style-src"), ("script", "script-src")):
        inner = re.findall(f"<{element}>(.*?)</{element}>", text, flags=re.S)[-1]
        own = hashlib.sha256(inner.encode()).digest()
        listed = re.search(rf"{name} 'sha256-([^']*)'", policy[1])
        assert listed
        assert base64.b64decode(listed[1]) == own
    assert not re.search(r"(src|href)=\"(?!#|data:,)", text)
    assert "http" not in text.replace("http-equiv", "")


def test_the_conversation_before_the_answer_is_shown_on_both_sides(tmp_path: Path):
    from inspect_ai.model import ChatMessageAssistant, ChatMessageUser

    turns = [
        ChatMessageUser(content="My head hurts."),
        ChatMessageAssistant(content="Since when?"),
        ChatMessageUser(content="Yesterday."),
    ]
    review = made(tmp_path, question=turns)
    page = parsed(review.folder / "packets" / "R01.html")
    for texts in page.items.values():
        assert texts[:3] == ["My head hurts.", "Since when?", "Yesterday."]


def test_three_injectors_and_three_per_cell_make_s1s_117_items(tmp_path: Path):
    plan = Plan(per_cell=3, raters=12)
    review = made(tmp_path, plan, cases=3, injectors=("a", "b", "c"))
    kinds = [item.key.kind for item in review.assignment.items]
    assert (kinds.count("error"), kinds.count("control")) == (117, 21)
    cells = {(i.key.error_type, i.key.injector) for i in review.assignment.items[:117]}
    assert len(cells) == 39
    pages = sorted(path.name for path in (review.folder / "packets").iterdir())
    assert pages == [f"R{n:02d}.html" for n in range(1, 13)]
    assert {len(p.items) for p in review.assignment.packets} == {23}


def test_a_folder_with_a_review_is_not_written_over(tmp_path: Path):
    review = made(tmp_path)
    before = (review.folder / "assignment.json").read_bytes()
    with pytest.raises(ValueError, match="must be a folder without a review"):
        made(tmp_path, Plan(per_cell=1, raters=4, seed=5))
    assert (review.folder / "assignment.json").read_bytes() == before


def test_the_same_seed_makes_the_same_pages(tmp_path: Path):
    first, second = made(tmp_path / "a"), made(tmp_path / "b")
    for path in (first.folder / "packets").iterdir():
        other = second.folder / "packets" / path.name
        assert path.read_bytes() == other.read_bytes()


def test_direction_marks_stay_and_overrides_are_made_visible():
    assert shown_text("א\u200fב\u200e\u202ec\ufeff\r\nd\te") == (
        "א\u200fב\u200e\\u202ec\\ufeff\nd e"
    )


def test_a_pure_insertion_marks_its_place_in_the_original():
    pieces = unshortened("a b", (Edit(find="b", replace="b c"),))
    original, edited = shown_pieces(pieces)
    assert "".join(p.text for p in original) == "a b"
    assert "".join(p.text for p in edited) == "a b c"
    assert Piece("removed", "") in original


def test_lengths_keep_texts_apart_that_join_alike():
    assert joint_digest(["ab", "c"]) != joint_digest(["a", "bc"])
    expected = hashlib.sha256(b"2:ab3:\xe2\x82\xac").hexdigest()
    assert joint_digest(["ab", "€"]) == expected
