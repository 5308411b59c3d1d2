"""What Dal Pozzolo et al. (2015) print, as data."""

#: Table I: N_s, N_s-, beta, percentage of negatives. The first beta is printed 0.11; it must be 1/9.
TABLE_I = (
    (2000, 1000, 1 / 9, 50.00),
    (2800, 1800, 0.2, 64.29),
    (3700, 2700, 0.3, 72.97),
    (4600, 3600, 0.4, 78.26),
    (5500, 4500, 0.5, 81.82),
    (6400, 5400, 0.6, 84.38),
    (7300, 6300, 0.7, 86.30),
    (8200, 7200, 0.8, 87.80),
    (9100, 8100, 0.9, 89.01),
    (10000, 9000, 1.0, 90.00),
)

#: Figure 1: the class conditional densities of the positives for which it is drawn.
OMEGAS = (0.01, 0.1)

#: Table IV: N and N+ of each data set.
TABLE_IV = {
    "ecoli": (336, 35),
    "glass": (214, 17),
    "letter-a": (20000, 789),
    "letter-vowel": (20000, 3878),
    "ism": (11180, 260),
    "oil": (937, 41),
    "page": (5473, 560),
    "pendigits": (10992, 1142),
    "PhoS": (11411, 613),
    "satimage": (6430, 625),
    "segment": (2310, 330),
    "boundary": (3505, 123),
    "estate": (5322, 636),
    "cam": (18916, 942),
    "compustat": (13657, 520),
    "covtype": (38500, 2747),
}
#: Rows of Table IV whose data we could not find anywhere.
MISSING = ("PhoS", "boundary", "estate", "cam", "compustat")

#: Table V: rank sums of p, p_s, p̃, and the p-values of the tests of p_s and p̃ against p.
TABLE_V = {
    ("auc", "logitboost"): (22516, 23572, 23572, 0.322, 0.322),
    ("auc", "forest"): (24422, 22619, 22619, 0.168, 0.168),
    ("auc", "svm"): (19595, 19902, 19902, 0.873, 0.873),
    ("g_mean", "logitboost"): (23281, 23189.5, 23189.5, 0.944, 0.944),
    ("g_mean", "forest"): (22986, 23337, 23337, 0.770, 0.770),
    ("g_mean", "svm"): (19550, 19925, 19925, 0.794, 0.794),
    ("brier", "logitboost"): (19809, 29448.5, 20402, 0.000, 0.510),
    ("brier", "forest"): (18336, 28747, 22577, 0.000, 0.062),
    ("brier", "svm"): (17139, 23161, 19100, 0.001, 0.156),
}

#: Section VI: frauds and transactions of the card data, and the smallest beta.
CARD = (492, 284_807, 0.00173)
