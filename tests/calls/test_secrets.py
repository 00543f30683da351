from inspect_rubricblind.calls.secrets import redact


def test_keys_are_taken_out_of_texts(monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "abcdef123")
    assert redact("x abcdef123 y") == "x [key] y"
    assert "eyJ0" not in redact("Authorization: Bearer eyJ0abcdefghij")
    assert redact("key: sk-abcdefgh") == "key: [key]"


def test_short_values_are_words_and_stay(monkeypatch):
    monkeypatch.setenv("LOCAL_API_KEY", "none")
    assert redact("none of the criteria") == "none of the criteria"
