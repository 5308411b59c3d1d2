"""How a sample becomes biased: the probability P(s=1 | x, y) that a row of the population is selected.

Every mechanism has `probability(X, y)`, exact for the rows given, `select(X, y, random_state)`, a mask of the
rows that stay, and `kind`: what selection depends on. The kinds are those of Zadrozny (2004), as section 2 of
Fan and Davidson's reverse testing paper (2006) tells them:

``"independent"``  P(s=1|x,y) = P(s=1)
``"feature"``      P(s=1|x,y) = P(s=1|x), covariate shift: P(y|x) is unchanged
``"class"``        P(s=1|x,y) = P(s=1|y): P(x|y) is unchanged
``"complete"``     P(s=1|x,y) depends on both
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "both": ["FeatureAndLabel"],
        "component": ["FeatureNormal"],
        "drop": ["DropLowest"],
        "feature": ["FeatureDistance", "FeatureStep"],
        "independent": ["Independent"],
        "label": ["LabelLogistic", "LabelStep"],
        "undersampling": ["Undersampling"],
    },
)
