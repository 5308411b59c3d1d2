"""What Fan and Davidson (2006) print about decisions that bring money: section 6, Tables 15 to 18."""

from __future__ import annotations

from itertools import combinations

from .run import NAMES

#: The order in which the tables have their six pairs.
PAIRS = tuple(combinations(NAMES, 2))

#: Benefits on the test set, and by 10-fold cross-validation.
TABLE_15 = {"Donate": (11334, 12577, 14424, 14567), "CCF": (412303, 537903, 691044, 712314)}
TABLE_16 = {"Donate": (129, 112, 135, 127), "CCF": (601434, 574123, 589416, 612434)}
#: The better one of each pair, in the order of `PAIRS`; a star where Table 18 differs from Table 17.
TABLE_17 = dict.fromkeys(("Donate", "CCF"), ("uDT", "cDT", "RDT", "cDT", "RDT", "RDT"))
TABLE_18 = {
    "Donate": ("*bNB", "cDT", "*bNB", "cDT", "RDT", "*cDT"),
    "CCF": ("*bNB", "*bNB", "RDT", "cDT", "RDT", "RDT"),
}
#: Entries of Table 18, and those that agree with Table 17.
N_ENTRIES, CV_RIGHT = 12, 7
#: Section 1: "cross-validation was right 58% of the time".
CV_SHARE = 0.58
#: Section 6: training and test examples of the card data, and all that there are.
CCF_TRAIN, CCF_TEST, CCF_TOTAL = 406_009, 40_038, 500_000
