"""State tokens: a round trip, and one sentence for what is none."""

import base64
import json
import re

import pytest

from shiftlab import experiments
from shiftlab_widgets import TokenError, explore

PRESETS = experiments.get("undersampling").presets


def made(state):
    return base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip("=")


@pytest.mark.parametrize("name", list(PRESETS)[::3])
def test_round_trip(explorer, name):
    explorer.preset(name)
    explorer.set(seed=3)
    token = explorer.token()
    assert re.fullmatch(r"[A-Za-z0-9_-]+", token)
    again = explore.from_token(f" {token}\n")
    assert again.settings == explorer.settings
    assert again.text == explorer.text
    assert explorer.token_text == token


@pytest.mark.parametrize("token", [
    "", "x", "not a token", "é", "AAAA", None, 7, made([]), made({"experiment": "undersampling"}),
    made({"experiment": 1, "settings": {}}), made({"experiment": "undersampling", "settings": []}),
    made({"experiment": "undersampling", "settings": {}, "more": 1}),
    made({"experiment": "another", "settings": {}}),
    made({"experiment": "undersampling", "settings": {"mu": 99.0}}),
    made({"experiment": "undersampling", "settings": {"mu": "3"}}),
    made({"experiment": "undersampling", "settings": {"nu": 3.0}}),
    made({"experiment": "undersampling", "settings": {"beta": 0.01}}),
])  # fmt: skip
def test_a_bad_token_gets_one_sentence(token, one_sentence):
    assert one_sentence(explore.from_token, token)


def test_a_truncated_token_gets_one_sentence(explorer, one_sentence):
    token = explorer.token()
    for end in range(len(token)):
        assert "token" in one_sentence(explore.from_token, token[:end])


def test_the_error_is_a_token_error():
    with pytest.raises(TokenError):
        explore.from_token("?")


def test_a_token_of_what_is_an_experiment_of_its_own_now_says_which(one_sentence):
    old = made({"experiment": "discriminative", "settings": {"problem": "exact", "shift": 2.0, "seed": 3}})
    told = one_sentence(explore.from_token, old)
    assert told.endswith("problem='exact' is an experiment of its own now: discriminative-theorems.")
