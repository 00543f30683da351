"""The page in headless Chromium: errors, requests, filters, no scripts, phones."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_parts import bare_sample, graded_sample, page_of
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from synthetic_logs import case

pytestmark = pytest.mark.slow

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
LONG = "W" * 400 + " <script>document.title = 'run'</script>"


def started(*, scripts: bool = True, width: int = 1280) -> webdriver.Chrome:
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
        f"--window-size={width},900",
    ):
        options.add_argument(argument)  # fmt: skip
    options.set_capability(
        "goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"}
    )
    if not scripts:
        setting = "profile.managed_default_content_settings.javascript"
        options.add_experimental_option("prefs", {setting: 2})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    driver.execute_cdp_cmd("Network.enable", {})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    return driver


@pytest.fixture
def browser() -> Iterator[webdriver.Chrome]:
    driver = started()
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    about = case(benchmark=LONG)
    samples = [graded_sample(i, about=about, question=LONG) for i in range(5)]
    page_of(folder, samples)
    return (folder / "out" / "report.html").as_uri()


def requests(driver: webdriver.Chrome) -> list[str]:

    events = [
        json.loads(e["message"])["message"] for e in driver.get_log("performance")
    ]
    sent = [e for e in events if e["method"] == "Network.requestWillBeSent"]
    return [e["params"]["request"]["url"] for e in sent]


def shown(driver: webdriver.Chrome) -> list[Any]:
    found = driver.find_elements(By.CSS_SELECTOR, ".example")
    return [e for e in found if e.is_displayed()]


def test_it_opens_without_errors_or_requests(browser: webdriver.Chrome, page: str):
    browser.get(page)
    assert browser.title == "SAMPLE: Rubric blindness report"
    assert browser.get_log("browser") == []
    assert {url for url in requests(browser) if not url.startswith("data:,")} == {page}
    drawn = browser.find_elements(By.CSS_SELECTOR, "figure svg")
    assert drawn
    assert all(e.size["height"] > 40 for e in drawn)


def test_filters_show_what_was_asked_for(browser: webdriver.Chrome, page: str):
    browser.get(page)
    assert len(shown(browser)) == 15
    Select(browser.find_element(By.NAME, "type")).select_by_visible_text("C1")
    assert {e.get_attribute("data-type") for e in shown(browser)} == {"C1"}
    Select(browser.find_element(By.NAME, "outcome")).select_by_visible_text("tie")
    assert shown(browser) == []
    counted = browser.find_element(By.CSS_SELECTOR, "#filters output")
    assert counted.text == "0 of 15 shown"
    Select(browser.find_element(By.NAME, "outcome")).select_by_visible_text("win")
    assert counted.text == "5 of 15 shown"
    browser.find_element(By.NAME, "unfold").click()
    assert all(e.get_attribute("open") for e in shown(browser))
    browser.find_element(By.CSS_SELECTOR, "[type=reset]").click()
    assert len(shown(browser)) == 15


def test_everything_is_there_without_scripts(page: str):
    driver = started(scripts=False)
    try:
        driver.get(page)
        assert len(shown(driver)) == 15
        assert not driver.find_element(By.ID, "filters").is_displayed()
        closed = driver.find_elements(By.CSS_SELECTOR, ".example:not([open]) > summary")
        closed[0].click()
        opened = driver.find_elements(By.CSS_SELECTOR, ".example[open]")
        assert len(opened) == 2
    finally:
        driver.quit()


@pytest.mark.parametrize("width", [390, 768])
def test_nothing_is_wider_than_a_phone(page: str, width: int):
    driver = started(width=width)
    try:
        driver.get(page)
        for example in driver.find_elements(By.TAG_NAME, "details"):
            driver.execute_script("arguments[0].open = true", example)
        across = "return document.documentElement.scrollWidth"
        assert driver.execute_script(across) <= width
    finally:
        driver.quit()


def test_text_and_figures_stand_out_in_light_and_dark(
    browser: webdriver.Chrome, page: str
):
    for scheme in ("light", "dark"):
        feature = {"name": "prefers-color-scheme", "value": scheme}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        browser.get(page)
        paper = luminance(browser, "body", "background-color")
        for selector, role in (
            ("h1", "color"), (".note", "color"), (".facts", "color"),
            ("a", "color"), ("figure svg text", "fill"), (".statement .about", "color"),
        ):  # fmt: skip
            ink = luminance(browser, selector, role)
            contrast = (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05)
            assert contrast >= 4.5, (scheme, selector, contrast)


def luminance(driver: webdriver.Chrome, selector: str, role: str) -> float:
    """Relative luminance by WCAG 2."""
    element = driver.find_element(By.CSS_SELECTOR, selector)
    colour = element.value_of_css_property(role)
    values = colour[colour.index("(") + 1 : -1].split(",")[:3]
    linear = []
    for value in values:
        share = float(value) / 255
        low = share <= 0.04045
        linear.append(share / 12.92 if low else ((share + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_first_tab_stop_skips_to_the_report(browser: webdriver.Chrome, page: str):
    browser.get(page)
    browser.find_element(By.TAG_NAME, "body").send_keys("\ue004")
    first = browser.switch_to.active_element
    assert first.text == "Skip to the report"
    first.send_keys("\ue007")
    assert browser.switch_to.active_element.get_attribute("id") == "content"


def test_a_page_without_a_grader_opens_too(browser: webdriver.Chrome, tmp_path: Path):
    page_of(tmp_path, [bare_sample(i) for i in range(3)])
    browser.get((tmp_path / "out" / "report.html").as_uri())
    assert browser.get_log("browser") == []
    Select(browser.find_element(By.NAME, "outcome")).select_by_visible_text("covered")
    assert {e.get_attribute("data-type") for e in shown(browser)} == {"K1"}
