"""Is there a shift, where, and how bad? Questions to the rows, none to the labels.

Each module loads when what it defines is first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "discrepancy": ["MMDTest", "mmd", "mmd_test"],
        "report": ["ShiftReport", "shift_report"],
        "size": ["effective_sample_size"],
        "two_sample": ["two_sample_auc"],
    },
)
