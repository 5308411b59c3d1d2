"""What is claimed of transfer cross-validation: by which reading it is decided, and that it can come out otherwise."""

import numpy as np
import pytest
from broken import decided_by

from shiftlab import experiments
from shiftlab.experiments.settings import as_dict
from shiftlab.experiments.summary import row
from shiftlab.papers.transfer_cv import cases, printed
from shiftlab.papers.transfer_cv.judged import CRITERIA, Judged
from shiftlab.papers.transfer_cv.kept import flat
from shiftlab.papers.transfer_cv.learners import TRANSFER
from shiftlab.papers.transfer_cv.readings import USUAL
from shiftlab.papers.transfer_cv.selection import claims
from shiftlab.papers.transfer_cv.selection import summary as wine_summary
from shiftlab.papers.transfer_cv.selection.candidates import candidates
from shiftlab.papers.transfer_cv.sources import claims as of_sources
from shiftlab.papers.transfer_cv.sources.cells import reading_of as reading_of_sources
from shiftlab.papers.transfer_cv.sources.world import sources_of
from shiftlab.papers.transfer_cv.text import claims as of_text
from shiftlab.papers.transfer_cv.text import summary as text_summary
from shiftlab.papers.transfer_cv.text.cells import reading_of as reading_of_text
from shiftlab.papers.transfer_cv.text.run import candidates as candidates_of_text

STATEMENTS = [*claims.STATEMENTS, *of_text.STATEMENTS, *of_sources.STATEMENTS]
BY_ID = {statement.id: statement for statement in STATEMENTS}
MEASURED = [statement for statement in STATEMENTS if statement.category == "re-run"]
PAPER = "transfer-cv"
#: Numbers of a record that are not of candidates.
PLAIN = {cases.WINE: wine_summary.PLAIN, cases.TEXT: text_summary.PLAIN, cases.SOURCES: ("n_target", "n_labeled")}
DRAWS = 6


def names_of(experiment, settings):
    """What is chosen amongst in a cell."""
    if experiment == cases.SOURCES:
        learners = printed.LEARNERS if settings.every else ("NB", "SVM", "LM")
        return [f"{learner} from {source}" for source in sources_of(settings.problem) for learner in learners]
    return list((candidates if experiment == cases.WINE else candidates_of_text)(settings))


def made_up(seed, names, off, transfer=0.1):
    """A draw in which each criterion says the accuracy and an error of its own size."""
    random = np.random.RandomState(seed)
    truth = {name: 0.6 + 0.05 * random.standard_normal() for name in names}
    truth |= {name: truth[name] + transfer for name in names if name.split(" from ")[0] in TRANSFER}
    values = {
        criterion: {name: truth[name] + off[criterion] * random.standard_normal() for name in names}
        for criterion in CRITERIA
    }
    return Judged(truth, values)


def as_it_decides(name, settings):
    """Whether a cell is of a reading that decides something, and of the paper's data or the world."""
    reading = {cases.WINE: wine_summary.reading, cases.TEXT: reading_of_text, cases.SOURCES: reading_of_sources}[name]
    used = settings.problem != "made up" and (name != cases.TEXT or settings.problem in cases.REUTERS.values())
    return used and reading(as_dict(settings)) in (USUAL, claims.SHARED)


def summaries(off, transfer=0.1, everything=False):
    """Of all three experiments, as if the first draws of settings of the full run had come out so."""
    known = {}
    for name in (cases.WINE, cases.TEXT, cases.SOURCES):
        experiment = experiments.get(name)
        records = []
        first = [cell for cell in experiment.cells("full") if cell.seed < DRAWS]
        for seed, settings in enumerate(cell for cell in first if everything or as_it_decides(name, cell)):
            plain = dict.fromkeys(PLAIN[name], 1.0)
            judged = made_up(seed, names_of(name, settings), off, transfer)
            records.append({**as_dict(settings), **plain, **flat(judged)})
        known[name] = experiment.summarise(records)
    return known


#: How far what criteria say is from the accuracies.
AS_THE_PAPER_SAYS = {"TrCV": 0.005, "RV": 0.06, "WCV": 0.06, "SCV": 0.3, "TCV": 0.3, "STV": 0.3}
NOBODY_KNOWS = dict.fromkeys(CRITERIA, 0.3)
UPSIDE_DOWN = {**NOBODY_KNOWS, "SCV": 0.005, "WCV": 0.06}


@pytest.fixture(scope="module")
def sound():
    return summaries(AS_THE_PAPER_SAYS, everything=True)


@pytest.fixture(scope="module")
def found(sound):
    return decided_by(STATEMENTS, PAPER, sound)


def test_ids_are_the_papers_and_there_once():
    assert len(BY_ID) == len(STATEMENTS)
    assert all(name.startswith("tcv-") for name in BY_ID)
    assert not set(claims.DROPPED) & set(BY_ID)
    for reason in claims.DROPPED.values():
        assert {word.strip(".,:;") for word in reason.split() if word.startswith("tcv-")} <= set(BY_ID)


def test_every_claim_finds_its_rows_in_what_a_full_run_gives(sound):
    known = {name: [*rows, *of_cases(0.75).get(name, [])] for name, rows in sound.items()}
    assert set(decided_by(STATEMENTS, PAPER, known)) == set(BY_ID)


def test_the_paper_is_known_for_five_to_eight_conclusions():
    headlines = [statement for statement in STATEMENTS if statement.headline]
    assert 5 <= len(headlines) <= 8
    assert all(statement.says and statement.category == "re-run" for statement in headlines)


def test_one_reading_decides_everywhere(sound):
    allowed = {USUAL, claims.SHARED}
    for statement in MEASURED:
        if statement.id == "tcv-over-wcv":
            continue
        primary = [part.row for part in statement.read(sound) if part.primary and part.row is not None]
        assert {one["reading"] for one in primary} <= allowed, statement.id
        assert {one.get("weigher", "KMM") for one in primary} == {"KMM"}, statement.id


def test_ties_decide_as_printed_and_halves_stand_beside_them(sound):
    for name in ("tcv-learners-over-scv", "tcv-svm", "tcv-folds", "tcv-few-labels", "tcv-each-step", "tcv-only-x"):
        parts = BY_ID[name].read(sound)
        assert all(part.row["quantity"].startswith("corr") for part in parts if part.primary), name
        assert any(part.row["quantity"].startswith("half") and not part.primary for part in parts), name


def test_no_world_of_ours_decides_a_claim_about_the_papers_data(sound):
    for statement in MEASURED:
        if statement.data != "stand-in" and statement.id != "tcv-over-wcv":
            problems = {part.row.get("problem") for part in statement.read(sound) if part.primary}
            assert not problems & {"world", "made up"}, statement.id


def test_table_4_for_which_there_are_no_ratings_has_no_data_by_declaration(found):
    for name in ("tcv-web-learners", "tcv-web-tuning"):
        assert found[name].verdict == "no data"
        assert found[name].data == "stand-in"
        assert found[name].evidence


# A criterion as good as the paper says makes its claims replicate, and others do not.

REPLICATE = [
    "tcv-best",
    "tcv-learners-over-scv",
    "tcv-learners-over-wcv",
    "tcv-learners-over-few-labels",
    "tcv-latentmap",
    "tcv-svm",
    "tcv-figure-5",
    "tcv-estimate",
    "tcv-transfer-learners",
    "tcv-folds",
    "tcv-few-labels",
    "tcv-only-x",
    "tcv-only-y",
    "tcv-both",
    "tcv-sources-over-few-labels",
    "tcv-sources-pairs",
]


@pytest.mark.parametrize("name", REPLICATE)
def test_a_criterion_as_good_as_printed_replicates(found, name):
    assert found[name].verdict in {"replicates", "inconclusive"}
    assert not any(part["state"] == "contradicted" for part in found[name].evidence if part["primary"])


@pytest.mark.parametrize("name", ["tcv-learners-over-scv", "tcv-sources-pairs", "tcv-figure-5", "tcv-folds"])
def test_many_draws_are_enough_to_say_so(found, name):
    assert found[name].verdict == "replicates"


@pytest.fixture(scope="module")
def upside_down():
    return decided_by(STATEMENTS, PAPER, summaries(UPSIDE_DOWN, transfer=-0.1))


@pytest.mark.parametrize(
    "name",
    [
        "tcv-learners-over-scv",
        "tcv-learners-over-wcv",
        "tcv-figure-5",
        "tcv-transfer-learners",
        "tcv-only-x",
        "tcv-sources-pairs",
    ],
)
def test_where_others_know_more_it_does_not(upside_down, name):
    assert upside_down[name].verdict == "does not replicate"


def test_where_nobody_knows_anything_nothing_is_shown_and_cases_are_few():
    nobody = decided_by(STATEMENTS, PAPER, summaries(NOBODY_KNOWS))
    assert nobody["tcv-best"].verdict in {"does not replicate", "inconclusive"}
    assert nobody["tcv-learners-over-scv"].verdict != "replicates"
    assert nobody["tcv-only-y"].verdict != "replicates"


def of_cases(share, n=40):
    """Rows that say how often TrCV beats WCV in each case there is."""
    known = {}
    for case in cases.existing():
        place = cases.where(case)
        held = (np.arange(n) < share * n).astype(float)
        known.setdefault(place.experiment, []).append(row(cases.BETTER, held, **place.keys))
    return known


def test_cases_won_are_those_of_the_24_there_are():
    statement = BY_ID["tcv-over-wcv"]
    (part,) = statement.read(of_cases(0.75))
    assert part.value == pytest.approx(18)
    assert part.expected == 18
    assert statement.decide(PAPER, of_cases(1.0)).verdict == "does not replicate"  # always, which is not 18
    assert statement.decide(PAPER, of_cases(0.0)).verdict == "does not replicate"
