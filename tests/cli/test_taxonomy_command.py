import json

from click.testing import CliRunner

from inspect_rubricblind.cli import main
from inspect_rubricblind.records import ERROR_CODES
from inspect_rubricblind.taxonomy.load import load_taxonomy


def test_the_table_lists_every_type_with_its_harm():
    shown = CliRunner().invoke(main, ["taxonomy"], env={"COLUMNS": "160"}).output
    for error in load_taxonomy().types:
        (line,) = [row for row in shown.splitlines() if f" {error.code} " in row]
        assert error.name in line
        assert str(error.harm) in line


def test_json_holds_every_field():
    result = CliRunner().invoke(main, ["taxonomy", "--json"])
    loaded = json.loads(result.stdout)
    assert [entry["code"] for entry in loaded["types"]] == list(ERROR_CODES)
    assert all(entry["examples"] for entry in loaded["types"])
