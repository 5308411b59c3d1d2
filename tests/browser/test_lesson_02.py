"""Lesson 02 from start to end, as a student goes through it."""

import subprocess
import sys

from shiftlab.course import registry


def shiftlab(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "shiftlab.cli", *map(str, arguments)], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_predict_explore_a_wrong_answer_a_hint_the_right_one_and_the_report(host, visit):
    folder = host("lab").folder / "mine"
    assert "is ready" in shiftlab("start", "02", folder)
    page = visit("mine/02_undersampling.ipynb")

    assert page.run('print("ready")') == "ready"
    page.run('course.picture("undersampling"')
    assert page.cell('course.picture("undersampling"').locator("img").is_visible()

    assert "Commit first" in page.run('course.reveal("02-drift")')
    assert "You predict: up" in page.write('course.predict("02-drift"', 'course.predict("02-drift", "up")')
    page.run('explore("undersampling")')
    explorer = page.explorer()
    explorer.slider("mu").focus()
    page.press("End")
    explorer.says("μ = 15,")
    assert "Not what you predicted: unchanged" in page.run('course.reveal("02-drift")')

    begin = "# exercise: 02-posterior"
    assert "Not attempted" in page.run(begin)
    call = '\n\ncourse.check("02-posterior", undersampled)'
    exercise = registry.exercise("02-posterior")
    wrong = next(one for one in exercise.misconceptions if one.name == "β on the positives")
    text = page.write(begin, f"{begin}\ndef undersampled(p, beta):\n    return beta * p / (beta * p + 1 - p){call}")
    assert wrong.name in text or wrong.message in text
    broken = page.write(begin, f"{begin}\ndef undersampled(p, beta):\n    return p / (p + beta * q){call}")
    assert "q" in broken
    assert "Traceback" not in broken
    page.command("notebook:insert-cell-below")
    page.press("Enter")
    page.page.keyboard.insert_text('course.hint("02-posterior")')
    assert "Hint 1 of 3" in page.run('course.hint("02-posterior")')
    assert "Correct" in page.write(begin, f"{begin}\n{exercise.solution.strip()}{call}")

    violations = page.violations(".jp-OutputArea-output")
    assert violations == []

    said = shiftlab("report", folder)
    assert "02-posterior" in said
    (line,) = [line for line in said.splitlines() if "02-posterior" in line]
    assert line.split(maxsplit=1)[1] == "solved, 3 tries, 1 hint"
    assert "predicted up: it is otherwise" in said
