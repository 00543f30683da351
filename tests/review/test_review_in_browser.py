"""A packet in headless Chromium: rated by keyboard, reloaded, saved, taken back."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from review_parts import made
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from inspect_rubricblind.logs.ratings import read_ratings
from inspect_rubricblind.review.ingesting import ingest
from inspect_rubricblind.review.making import Made, Plan

pytestmark = pytest.mark.slow

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
ANSWER = (
    "Take 500 mg twice a day. <script>document.title = 'run'</script> שלום עולם 服药 "
    "<img src=http://127.0.0.1:9/x> \u202e\x07 Call your doctor. Rest well."
)
PHONE = 390


def started(folder: Path) -> webdriver.Chrome:
    if not (BROWSER and DRIVER):
        reason = "needs chromium and chromedriver"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    options = Options()
    options.binary_location = BROWSER
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1280,900",
    ):
        options.add_argument(argument)
    options.set_capability(
        "goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"}
    )
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    driver.execute_cdp_cmd("Network.enable", {})
    saving = {"behavior": "allow", "downloadPath": str(folder)}
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", saving)
    return driver


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[webdriver.Chrome]:
    driver = started(tmp_path)
    yield driver
    driver.quit()


@pytest.fixture
def review(tmp_path: Path) -> Made:
    plan = Plan(per_cell=1, raters=2, ratings_per_item=1, control_share=0.2)
    return made(tmp_path, plan, answer=ANSWER, question="متى آخذ الدواء؟")


def page(review: Made, rater: str = "R01") -> str:
    return (review.folder / "packets" / f"{rater}.html").as_uri()


def press(driver: webdriver.Chrome, *keys: str) -> None:
    for key in keys:
        driver.switch_to.active_element.send_keys(key)


def start(driver: webdriver.Chrome) -> None:
    """Choose a profession and start, by keyboard alone."""
    driver.find_element(By.ID, "role").send_keys("Pharm", Keys.TAB)
    press(driver, Keys.ENTER)


def place(driver: webdriver.Chrome) -> str:
    shown = [
        e for e in driver.find_elements(By.TAG_NAME, "article") if e.is_displayed()
    ]
    return shown[0].find_element(By.TAG_NAME, "h2").text if shown else ""


def saved_file(driver: webdriver.Chrome, folder: Path) -> Path:
    driver.find_element(By.ID, "export").click()
    wait = WebDriverWait(driver, 30)
    return wait.until(lambda _: next(iter(folder.glob("R0*-*.json")), None))


def requests(driver: webdriver.Chrome) -> set[str]:
    messages = (
        json.loads(e["message"])["message"] for e in driver.get_log("performance")
    )
    sent = (m for m in messages if m["method"] == "Network.requestWillBeSent")
    urls = {m["params"]["request"]["url"] for m in sent}
    return {url for url in urls if not url.startswith(("data:", "blob:"))}


def test_a_packet_rated_by_keyboard_is_accepted(
    browser: webdriver.Chrome, review: Made, tmp_path: Path
):
    count = len(review.assignment.packets[0].items)
    assert count == 8
    browser.get(page(review))
    start(browser)
    for number in range(1, count + 1):
        assert place(browser) == f"{number} / {count}"
        if number == 2:
            press(browser, "n", "r")
            press(browser, 'Dose "y" n <b>\n因为 كثير', Keys.ESCAPE)
        elif number == 3:
            press(browser, "s")
            Select(browser.switch_to.active_element).select_by_visible_text("Other")
            press(browser, Keys.ESCAPE)
        else:
            press(browser, "y" if number % 2 else "n")
        if number == 4:  # in the middle: what was done is still there
            browser.get(page(review))
            assert browser.find_element(By.ID, "count").text == f"4 of {count}"
            assert place(browser) == f"4 / {count}"
        press(browser, Keys.ARROW_RIGHT)
    assert browser.find_element(By.ID, "open").text.startswith("All items are rated")
    path = saved_file(browser, tmp_path)
    assert browser.title == "R01: Review of edited medical answers"
    assert browser.get_log("browser") == []
    assert requests(browser) == {page(review)}

    shutil.copy(path, review.folder / "returned" / path.name)
    found = ingest(review.folder)
    assert found.refused == ()
    assert found.missing == ("R02: nothing has come back (8 items)",)
    ratings = {r.position: r for r in read_ratings(found.path)}
    said = [ratings[n].answer for n in range(1, count + 1)]
    assert said == ["yes", "no", None, "no", "yes", "no", "yes", "no"]
    assert ratings[2].reason == 'Dose "y" n <b>\n因为 كثير'
    assert ratings[3].skipped == "Other"
    assert {r.role for r in ratings.values()} == {"Pharmacist"}


def test_a_saved_file_goes_on_in_another_browser(
    browser: webdriver.Chrome, review: Made, tmp_path: Path
):
    browser.get(page(review))
    start(browser)
    press(browser, "y", Keys.ARROW_RIGHT, "n")
    browser.find_element(By.ID, "overview").click()
    path = saved_file(browser, tmp_path)
    browser.execute_script("localStorage.clear()")
    browser.get(page(review))
    assert browser.find_element(By.ID, "count").text == "0 of 8"
    start(browser)
    press(browser, Keys.ARROW_RIGHT, "y")  # newer than the file: it stays
    browser.find_element(By.ID, "overview").click()
    load = browser.find_element(By.ID, "load")
    load.send_keys(str(path))
    message = browser.find_element(By.ID, "message")
    WebDriverWait(browser, 30).until(lambda _: message.text)
    assert message.text == "Loaded: 1 newer ratings."
    listed = [e.text for e in browser.find_elements(By.CSS_SELECTOR, "#list button")]
    assert listed[:3] == ["1: yes", "2: yes", "3: open"]

    altered = tmp_path / "altered.json"
    altered.write_text(path.read_text("utf-8").replace('"no"', '"yes"'), "utf-8")
    load.send_keys(str(altered))
    WebDriverWait(browser, 30).until(lambda _: message.text.startswith("Not"))
    assert message.text == "Not loaded: it was changed after it was saved."
    browser.get(page(review, "R02"))
    start(browser)
    browser.find_element(By.ID, "overview").click()
    browser.find_element(By.ID, "load").send_keys(str(path))
    message = browser.find_element(By.ID, "message")
    WebDriverWait(browser, 30).until(lambda _: message.text)
    assert message.text == "Not loaded: it belongs to another packet (R01)."


def test_text_is_shown_as_text_and_in_its_own_direction(
    browser: webdriver.Chrome, review: Made
):
    browser.get(page(review))
    start(browser)
    item = browser.find_element(By.CSS_SELECTOR, ".item:not([hidden])")
    question, original, _ = item.find_elements(By.CSS_SELECTOR, "[data-shown]")
    assert "<script>document.title = 'run'</script>" in original.text
    assert "\\u202e\\x07" in original.text
    direction = "return getComputedStyle(arguments[0]).direction"
    assert browser.execute_script(direction, question) == "rtl"
    assert browser.execute_script(direction, original) == "ltr"


def test_the_highlight_can_be_hidden_and_shortcuts_turned_off(
    browser: webdriver.Chrome, review: Made
):
    browser.get(page(review))
    start(browser)
    mark = browser.find_element(By.CSS_SELECTOR, ".item:not([hidden]) mark")
    shade = "background-color"
    clear = "rgba(0, 0, 0, 0)"
    assert mark.value_of_css_property(shade) != clear
    press(browser, "h")
    assert mark.value_of_css_property(shade) == clear
    browser.find_element(By.ID, "shortcuts").click()
    browser.find_element(By.TAG_NAME, "body").send_keys("y")
    assert browser.find_element(By.ID, "count").text == "0 of 8"


def test_nobody_gets_past_the_start_without_a_profession(
    browser: webdriver.Chrome, review: Made
):
    browser.get(page(review))
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
    assert place(browser) == ""
    assert browser.switch_to.active_element.get_attribute("id") == "role"


def test_all_of_it_is_on_paper(browser: webdriver.Chrome, review: Made):
    browser.get(page(review))
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    articles = browser.find_elements(By.TAG_NAME, "article")
    assert all(article.is_displayed() for article in articles)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_by_wcag(browser: webdriver.Chrome, review: Made, scheme: str):
    feature = {"name": "prefers-color-scheme", "value": scheme}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    browser.get(page(review))
    for selector in (".warn", "#begin button", "#start p", ".who span", "footer p"):
        check_contrast(browser, selector)
    start(browser)
    item = ".item:not([hidden])"
    for selector in (".tag", "h3", ".sides .box", "mark", "legend", "kbd", ".field"):
        check_contrast(browser, f"{item} {selector}")


@pytest.mark.parametrize("width", [320, PHONE])
def test_nothing_is_wider_than_a_phone(
    browser: webdriver.Chrome, review: Made, width: int
):
    metrics = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get(page(review))
    start(browser)
    across = "return document.documentElement.scrollWidth"
    assert browser.execute_script(across) <= width
    sides = browser.find_elements(By.CSS_SELECTOR, ".item:not([hidden]) .sides section")
    assert sides[0].location["x"] == sides[1].location["x"]


CONTRAST = """
const element = document.querySelector(arguments[0]);
const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
const paper = (node) => {
  const shade = numbers(getComputedStyle(node).backgroundColor);
  return shade.length === 4 && shade[3] === 0 && node.parentElement
    ? paper(node.parentElement) : shade;
};
return [numbers(getComputedStyle(element).color), paper(element)];
"""


def check_contrast(driver: webdriver.Chrome, selector: str) -> None:
    ink, paper = (luminance(c) for c in driver.execute_script(CONTRAST, selector))
    contrast = (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05)
    assert contrast >= 4.5, (selector, contrast)


def luminance(colour: list[Any]) -> float:
    """Relative luminance by WCAG 2."""
    linear = []
    for value in colour[:3]:
        share = float(value) / 255
        low = share <= 0.04045
        linear.append(share / 12.92 if low else ((share + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
