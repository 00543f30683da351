from scenario_files import write_s3

from inspect_rubricblind.logs.scenarios.labels import read_labels
from inspect_rubricblind.logs.scenarios.panel import build_panel
from inspect_rubricblind.logs.scenarios.plates import scenario_plates
from inspect_rubricblind.logs.scenarios.section import panel_section
from inspect_rubricblind.records.scenario_files import read_scenarios
from s3_labels import MODELS, published


def test_the_figure_of_s3_shows_table_3_and_claims_no_trend(tmp_path):
    scenarios, labels = write_s3(tmp_path)
    panel = build_panel([], read_labels([labels]), read_scenarios(scenarios))
    [plate] = scenario_plates(panel_section(panel))
    assert plate.section == "scenarios"
    svg = plate.drawing.svg
    for row in published("03"):
        assert f"{row['n_met']} of {row['n_criteria']}" in svg
    assert all(f"{model}, weight 5" in svg for model in MODELS)
    assert "inver" not in plate.caption.lower()


def test_without_labels_there_is_no_figure():
    assert list(scenario_plates(None)) == []
    assert list(scenario_plates(panel_section(build_panel([])))) == []
