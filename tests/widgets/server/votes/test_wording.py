"""Words of a question, as a phone shows them."""

import re

import pytest

from shiftlab.course import registry
from shiftlab_widgets.server.votes.wording import shown


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<script>alert(1)</script> & co", "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co"),
        ("set `a<b` so", "set <code>a&lt;b</code> so"),
        ("is $p_s$ or $x^{12}$ more", "is <i>p<sub>s</sub></i> or <i>x<sup>12</sup></i> more"),
        ("it costs $5 and then $10", "it costs $5 and then $10"),
        ("`$HOME` and `$PATH`", "<code>$HOME</code> and <code>$PATH</code>"),
        ("$a<b$", "<i>a&lt;b</i>"),
    ],
)
def test_words_are_escaped_and_marked(text, html):
    assert shown(text) == html


def test_the_questions_of_the_course_have_no_other_marks():
    for one in registry.predictions().values():
        assert not re.search(r"<(?!/?(code|i|sub|sup)>)", "".join(map(shown, [one.question, *one.choices])))
