"""Lesson 02 from start to end, as a student goes through it."""

import re
import subprocess
import sys

from pages import eventually, shows

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

    ready = page.run('print("ready")')
    eventually(lambda: ready.inner_text().strip(), "ready")
    page.run('course.picture("undersampling"').locator("img").wait_for()

    shows(page.run('course.reveal("02-drift")'), "Say what you expect first")
    shows(page.write('course.predict("02-drift"', 'course.predict("02-drift", "up")'), "You predict: up")
    page.run('explore(\n    "undersampling",\n    after="02-drift"')
    explorer = page.explorer()
    explorer.slider("mu").focus()
    page.press("End")
    explorer.says("μ = 15,")
    shows(page.run('course.reveal("02-drift")'), "Not what you predicted: unchanged")

    begin = "# exercise: 02-posterior"
    shows(page.run(begin), "Not attempted")
    call = '\n\ncourse.check("02-posterior", undersampled)'
    exercise = registry.exercise("02-posterior")
    wrong = next(one for one in exercise.misconceptions if one.name == "β on the positives")
    answer = page.write(begin, f"{begin}\ndef undersampled(p, beta):\n    return beta * p / (beta * p + 1 - p){call}")
    shows(answer, re.compile(f"{re.escape(wrong.name)}|{re.escape(wrong.message)}"))
    broken = page.write(begin, f"{begin}\ndef undersampled(p, beta):\n    return p / (p + beta * q){call}")
    shows(broken, "q")
    assert "Traceback" not in broken.inner_text()
    page.command("notebook:insert-cell-below")
    page.press("Enter")
    page.locator(".jp-Cell.jp-mod-active .cm-content:focus").wait_for()
    page.page.keyboard.insert_text('course.hint("02-posterior")')
    shows(page.run('course.hint("02-posterior")'), "Hint 1 of 3")
    shows(page.write(begin, f"{begin}\n{exercise.solution.strip()}{call}"), "Correct")

    violations = page.violations(".jp-OutputArea-output")
    assert violations == []

    said = shiftlab("report", folder)
    assert "02-posterior" in said
    (line,) = [line for line in said.splitlines() if "02-posterior" in line]
    assert line.split(maxsplit=1)[1] == "solved, 3 tries, 1 hint"
    assert "predicted up: it is otherwise" in said
