"""Which settings the comparison needs: synthetic problems, land mines in all pairs, and stand-ins for the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .settings import FIELDS, Settings

FAMILIES = ("curved", "linear", "mixed", "text-like")
SHIFTS = (0.0, 1.0, 2.0, 3.0, 4.0)
SIZES = (32, 512)
PROTOCOLS = ("matched", "tuned")
KERNELS = ("linear", "rbf")
TRIALS, TEXT_TRIALS = 100, 40
QUICK_SHIFTS = {"curved": (0.0, 2.0, 4.0), "linear": (0.0, 2.0, 4.0), "mixed": (4.0,), "text-like": (2.0,)}
#: The shift and the size at which the priors and the number of labelled rows are varied.
MIDDLE: dict[str, Any] = {"shift": 2.0, "n_target": 128}
SIGMAS = (0.1, 1.0, 10.0)
#: Of the disjoint problem: from weights that hardly vary to weights of nothing.
DISJOINT_SIGMAS = (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
GAPS = (0.0, 1.0, 4.0)

#: More than any source has: all its rows.
WHOLE = 2048
#: Test rows of a mine field, which has at most 690; one of them for matched parameters.
FIELD_SIZES, MATCHED_FIELD_SIZE = (32, 128, 256, 512), 256
#: Matched parameters of real data, on some of them.
OTHER_PRIORS: tuple[dict[str, Any], ...] = ({"sigma_w": 10.0}, {"sigma_w": 0.1}, {"sigma_v": 10.0}, {"sigma_v": 0.1})
PRIOR_SOURCES, PRIOR_SEEDS = (4, 11, 18, 25), 3
STAND_IN_SIZES = (32, 128, 512, 2048)
#: Trials are targets, one after the other. Half of the source rows of text, drawn by the seed, so that seeds differ.
STAND_INS: dict[str, dict[str, int]] = {
    "spam": {"n_source": 1000, "trials": 9, "seeds": 10},
    "text": {"n_source": 600, "trials": 3, "seeds": 10},
}


def cells(mode: str) -> list[Settings]:
    """Full: everything. Quick: synthetic problems with a linear kernel, matched."""
    if mode == "full":
        return [*_families(), *_variants(), *_disjoint(GAPS, KERNELS), *_landmine(), *_stand_ins()]
    quick = [
        middle.changed(shift=shift)
        for middle in _middles()
        if middle.kernel == "linear"
        for shift in QUICK_SHIFTS[middle.problem]
    ]
    return [*quick, *_disjoint(GAPS[1:2], KERNELS[:1])[::2]]


def _families() -> Iterator[Settings]:
    for protocol in PROTOCOLS:
        for middle in _middles():
            for shift in SHIFTS:
                yield middle.changed(shift=shift, protocol=protocol)
            for size in SIZES:
                yield middle.changed(n_target=size, protocol=protocol)


def _middles() -> Iterator[Settings]:
    """Of every synthetic problem and kernel the setting from which the others depart."""
    for problem in FAMILIES:
        # in the 300 columns of the text-like problem the Gaussian kernel has no fewer coordinates than rows
        for kernel in KERNELS[:1] if problem == "text-like" else KERNELS:
            trials = TEXT_TRIALS if problem == "text-like" else TRIALS
            yield Settings().changed(problem=problem, kernel=kernel, trials=trials, **MIDDLE)


def _variants() -> Iterator[Settings]:
    """The middle setting with other priors, widths and numbers of rows."""
    for middle in _middles():
        changes: list[dict[str, Any]] = [{"sigma_w": w, "sigma_v": v} for w in SIGMAS for v in SIGMAS]
        changes += [{"n_source": 32}, {"n_source": 512}]
        changes += [{"width": 0.3}, {"width": 3.0}] if middle.kernel == "rbf" else [{"n_target": 2048}]
        yield from (middle.changed(**change) for change in changes)


def _disjoint(gaps: tuple[float, ...], kernels: tuple[str, ...]) -> list[Settings]:
    return [
        Settings(problem="disjoint", trials=TRIALS).changed(kernel=kernel, shift=gap, sigma_v=sigma_v)
        for kernel in kernels
        for gap in gaps
        for sigma_v in DISJOINT_SIGMAS
    ]


def _landmine() -> Iterator[Settings]:
    """All pairs of fields: tuned at every size, matched at one of them; other priors for some sources."""
    middle = Settings(problem="landmine", kernel="rbf", n_source=WHOLE, n_target=MATCHED_FIELD_SIZE, trials=FIELDS - 1)
    fields = [middle.changed(source=source, target=source % FIELDS + 1) for source in range(1, FIELDS + 1)]
    for field in fields:
        yield from (field.changed(protocol="tuned", n_target=size) for size in FIELD_SIZES)
        yield field
    for source in PRIOR_SOURCES:
        yield from (fields[source - 1].changed(**priors) for priors in OTHER_PRIORS)


def _stand_ins() -> Iterator[Settings]:
    for problem, plan in STAND_INS.items():
        middle = Settings(problem="spam", target=1).changed(
            problem=problem, n_source=plan["n_source"], trials=plan["trials"]
        )
        for seed in range(plan["seeds"]):
            for size in STAND_IN_SIZES:
                yield from (middle.changed(seed=seed, n_target=size, protocol=protocol) for protocol in PROTOCOLS)
            if seed < PRIOR_SEEDS:
                yield from (middle.changed(seed=seed, n_target=512, **priors) for priors in OTHER_PRIORS)


#: All with the first seed. The two about integrating are settings in which 100 samples have decided for one side.
PRESETS = {
    "A curved boundary": Settings(),
    "A straight boundary": Settings(problem="linear"),
    "Integrated against two-stage, 20 samples": Settings(trials=20),
    "A shift that a line does not see": Settings(problem="mixed", shift=4.0),
    "The same with a kernel": Settings(problem="mixed", shift=4.0, kernel="rbf"),
    "Hardly a row counts": Settings(shift=4.0, sigma_v=10.0),
    "Disjoint samples": Settings(problem="disjoint", shift=1.0, sigma_v=10.0),
    "Disjoint samples, kernel mean matching": Settings(problem="disjoint", shift=1.0, sigma_v=10.0, left="KMM"),
    "Integrating helps: no overlap, 20 samples": Settings(problem="disjoint", shift=1.0, trials=20),
    "Integrating hurts: a model that is right, 20 samples": Settings(problem="linear", shift=4.0, trials=20),
    "A large target": Settings(n_target=2048),
    "More words than rows": Settings(problem="text-like"),
}
