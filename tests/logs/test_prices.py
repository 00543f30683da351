from pathlib import Path

import pytest
from inspect_ai.model import ModelCost

from inspect_rubricblind.logs.prices import Price, Tokens, read_prices


def test_cost_is_dollars_per_million_tokens_of_each_kind():
    price = Price(input=2, output=8, input_cache_read=0.5, input_cache_write=2.5)
    # 0.2 M x 2 + 0.1 M x 0.5 + 0.01 M x 2.5 + 0.05 M x 8
    tokens = Tokens(200_000, 100_000, 10_000, 50_000, 40_000)
    assert price.cost(tokens) == pytest.approx(0.4 + 0.05 + 0.025 + 0.4)


def test_cached_input_without_a_price_costs_as_much_as_other_input():
    assert Price(input=2, output=8).cost(
        Tokens(cache_read=500_000, cache_write=250_000)
    ) == pytest.approx(1.5)


def test_tokens_add_up_kind_by_kind():
    assert Tokens(1, 2, 3, 4, 5).plus(Tokens(10, output=1)) == (11, 2, 3, 5, 5)


def test_a_file_for_inspects_cost_option_is_a_price_file(tmp_path: Path):
    path = tmp_path / "prices.yaml"
    path.write_text(
        "openai/gpt-4.1:\n  input: 2.0\n  output: 8\n  input_cache_write: 2.0\n"
        "  input_cache_read: 0.5\n"
    )
    price = read_prices(path)["openai/gpt-4.1"]
    assert ModelCost(**price.model_dump()) == ModelCost(
        input=2, output=8, input_cache_write=2, input_cache_read=0.5
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: [", "prices must be a YAML file"),
        ("", "prices must map models to {input, output}, but got .* NoneType"),
        ("- a", "prices must map models .* list"),
        ("m: {input: 1}", "model 'm': output must be a price"),
        ("m: {input: 1, output: -1}", "output must be a price .* but got -1"),
        ("m: {input: x, output: 1}", "input must be a price .* but got 'x'"),
        ("m: {input: 1, output: 1, cached: 2}", "cached must be a price"),
        ("m: 3", "the entry must be a price .* but got 3"),
    ],
)
def test_a_faulty_price_file_is_refused_by_model_and_field(tmp_path, text, message):
    path = tmp_path / "prices.yaml"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_prices(path)
