"""Which newsgroup experiments are run: the six pairs, in several readings of what the paper does not print."""

from __future__ import annotations

from typing import Any

from .settings import PAIRS, Settings

#: Draws of four fifths of the articles and repeats of cross-validation: of the first reading, and of the others.
DRAWS, REPEATS, OTHER_DRAWS, OTHER_REPEATS = 10, 5, 5, 1
SHARE = 0.8

FIRST = "words by frequency, linear SVM"
C45 = "C4.5"
READINGS: dict[str, dict[str, Any]] = {
    FIRST: {},
    "RBF kernel": {"svm": "rbf"},
    "multinomial naive Bayes": {"bayes": "multinomial"},
    C45: {"tree": "c45"},
    "common words too": {"stoplist": False},
}
#: The only ones that a run without the articles needs; fade, draws.
FADES, QUICK_DRAWS = (0.0, 0.9), 3


def cells(mode: str) -> list[Settings]:
    """Full: all pairs, by date and in draws. Quick: the made-up pair, which is among the full cells too."""
    made_up = [
        Settings(fade=fade, seed=seed, loo=True, size=200)
        for fade in FADES
        for seed in range(DRAWS if mode == "full" else QUICK_DRAWS)
    ]
    if mode == "quick":
        return made_up
    several = list(made_up)
    for pair in PAIRS:
        for name, held in READINGS.items():
            first = name == FIRST
            # a C4.5 tree takes ten times as long as the others, too long to leave each row out
            common: dict[str, Any] = {"pair": pair, "loo": name != C45, **held}
            several.append(Settings(**common, repeats=4 * REPEATS if first else REPEATS))
            several += [
                Settings(**common, repeats=REPEATS if first else OTHER_REPEATS, share=SHARE, seed=seed)
                for seed in range(1, 1 + (DRAWS if first else OTHER_DRAWS))
            ]
    return several


def reading(record: Any) -> str:
    """Which of READINGS a record belongs to; the made-up pair is one by itself."""
    if record["pair"] == "made up":
        return f"made up, fade {record['fade']:g}"
    default = Settings()
    held = {name: record[name] for name in ("svm", "bayes", "tree", "stoplist", "presence")}
    changed = {name: value for name, value in held.items() if value != getattr(default, name)}
    return next((name for name, settings in READINGS.items() if settings == changed), "other settings")


PRESETS = {
    "No word fades": Settings(fade=0.0),
    "Half of a topic's words fade": Settings(),
    "The failure: a whole topic fades": Settings(fading=8, fade=0.95),
    "The same with other learners": Settings(fading=8, fade=0.95, bayes="multinomial", svm="rbf"),
    "Few articles: hardly any difference": Settings(size=80),
    "Many articles": Settings(size=1500),
    "One word: nothing to tell apart": Settings(words=1),
    "The sum decides every pair": Settings(rule="sum"),
}
