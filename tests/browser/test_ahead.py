"""Frames ahead of the hand: at the move itself, never one of another look, and without a kernel too."""

import copy
import math

import hosts
import pytest
from pages import Tab, eventually
from proxy import FarAway

from shiftlab_widgets import page as scripts

# Tests run beside others: a busy machine would hold its frames back.
PATIENT = """\
from shiftlab_widgets.ahead import queue
queue.LONGEST, queue.BUDGET, queue.LATE = 1.0, 60.0, 60.0"""
EXPLORER = 'from shiftlab_widgets import explore\nexplorer = explore("undersampling", n=2000)\nexplorer'
STEPS = """\
from shiftlab_widgets import explore
names = list(explore("undersampling").presets)[:3]
explorer = explore("undersampling", steps=[(name, f"Question {i}?") for i, name in enumerate(names)])
explorer"""
HELD = "(root) => Number(root.dataset.shiftlabHeld)"
DIFFERS = "(root) => Number(root.dataset.shiftlabDiffers ?? 0)"
#: What is on screen in the very task in which a slider moves, before any answer can have come.
MOVE = """(slider, places) => {
    slider.value = String(slider.valueAsNumber + places);
    slider.dispatchEvent(new Event("input"));
    const image = slider.closest(".shiftlab-explorer").querySelector("figure img");
    return [image.alt, image.complete && image.naturalWidth > 0, slider.getAttribute("aria-valuetext")];
}"""
#: To the next place, which is held, and to a number between two places at once.
TWO_MOVES = """(slider, value) => {
    slider.value = String(slider.valueAsNumber + 1);
    slider.dispatchEvent(new Event("input"));
    const box = slider.closest(".shiftlab-control").querySelector("input[type=number]");
    box.value = String(value);
    box.dispatchEvent(new Event("change"));
}"""
#: Frames that come ahead between a move to what is not held and its picture.
CAME_BEFORE = """async (slider, places) => {
    const root = slider.closest(".shiftlab-explorer");
    const image = root.querySelector("figure img");
    const [before, held] = [image.alt, Number(root.dataset.shiftlabHeld)];
    slider.value = String(slider.valueAsNumber + places);
    slider.dispatchEvent(new Event("input"));
    while (image.alt === before) await new Promise((done) => setTimeout(done, 5));
    return Number(root.dataset.shiftlabHeld) - held;
}"""
PRESS = """(button) => {
    button.click();
    const root = button.closest(".shiftlab-explorer");
    return [root.querySelector("figure img").alt, root.querySelector("[data-shiftlab-question]").textContent];
}"""
RECONNECT = """async () => {
    await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.reconnect();
}"""
RESTART = "async () => { await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }"
SAVES = "() => Object.defineProperty(navigator.connection, 'saveData', { get: () => true, configurable: true })"
SPENDS = "() => { delete navigator.connection.saveData; }"
STORE = """async ([script, frames]) => {
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const { store } = await import(url);
    const made = store(100);
    const frame = () => ({ bytes: new DataView(new ArrayBuffer(30)), url: "", keepers: 1 });
    const first = frame();
    made.put("first", { frame: first });
    for (let i = 0; i < frames; i++) {
        made.get("first");
        made.put(`other ${i}`, { frame: frame() });
    }
    return [made.count, made.bytes, made.has("first"), made.has("other 0"), made.has(`other ${frames - 1}`)];
}"""


NEAREST_FIRST = """async ([script, action, values, downwards]) => {
    const { wants } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    const slider = { name: "mu", kind: "slider", rungs: [0, 1, 2, 3, 4, 5, 6, 7] };
    const seed = { name: "seed", kind: "number", whole: true, step: 1, low: 0, high: null };
    const learner = { name: "learner", kind: "choice", choices: ["tree", "forest", "bayes"] };
    const state = { values, presets: ["one", "two", "three"], step_shown: 1, next_seed: 77 };
    const element = document.createElement("div");
    element.setAttribute(...action);
    const found = wants({ get: (name) => state[name] }, [slider, seed, learner], element, downwards);
    return found.map((want) => want.values ? want.values[action[1]] ?? want.values.seed : want.step ?? "start");
}"""

#: What is asked for, and how many ms after the slider went, in a page where only the model is not real.
GOES_ON = """async ([script, way]) => {
    const { lookAhead } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    const fields = [{ name: "mu", kind: "slider", rungs: [0, 1, 2, 3, 4, 5, 6, 7] }];
    const state = { values: { mu: 4 }, presets: [], step_shown: -1, prefetch: true, look: 0 };
    const listeners = {};
    const asked = [];
    let went = 0;
    const model = {
        get: (name) => state[name],
        on: (event, action) => (listeners[event] = action),
        off: () => {},
        send: ({ wants }) => asked.push([performance.now() - went, wants.map((want) => want.values.mu)]),
    };
    const root = document.createElement("div");
    root.innerHTML = "<div data-shiftlab-field='mu'><input></div>";
    document.body.append(root);
    const held = { has: () => false, count: 0, clear: () => {} };
    const { stop } = lookAhead({ model, page: "", root, fields, held, isThere: () => true, arrived: () => {} });
    root.querySelector("input").dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    await new Promise((done) => setTimeout(done, 400));
    asked.length = 0;
    state.values = { mu: 4 + way };
    went = performance.now();
    listeners["change:values"]();
    await new Promise((done) => setTimeout(done, 600));
    stop();
    root.remove();
    return asked;
}"""
#: What is on screen after each of these: a move to what is not held, other moves, what the kernel has done, what came.
ON_ITS_WAY = """async ([script, done]) => {
    const { hand } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    const kept = new Map();
    const seen = [];
    let [number, heard] = [0, 0];
    const { move, arrived } = hand({
        model: { get: () => ({ mu: 0 }), show: (found, due) => seen.push([found, due]) },
        fields: [{ name: "mu" }],
        held: { get: (key) => kept.get(key) },
        flow: {
            move: () => number++,
            due: () => number,
            isCertain: () => true,
            unheard: () => ({}),
            isHeard: () => heard >= number,
        },
        kernel: { isGone: () => false },
        goBack: () => {},
    });
    for (const [what, value] of done) {
        if (what === "move") move({ mu: value });
        if (what === "heard") heard = value;
        if (what === "came") {
            kept.set(JSON.stringify([value]), value);
            arrived(JSON.stringify([value]));
        }
    }
    return seen;
}"""
#: What the kernel is told, and how many ms after the last of these: moves over what is held or not, a press, an answer.
TELLS = """async ([script, done]) => {
    const { talk, hand } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    const sent = [];
    let [hears, at] = [() => {}, 0];
    const state = { heard: {}, values: { mu: 0 } };
    const model = {
        get: (name) => state[name],
        on: (event, action) => (hears = action),
        off: () => {},
        send: (content) => sent.push([Math.floor(performance.now() - at), content.do, content.values, content.n]),
        show: () => {},
    };
    const kernel = { asked: () => {}, answered: () => {}, isGone: () => false };
    const flow = talk(model, "page", kernel, () => {});
    const held = { get: (key) => key.length < 4 }; // all below 10
    const { move, press } = hand({ model, fields: [{ name: "mu" }], held, flow, kernel, goBack: () => {} });
    for (const [what, value] of done) {
        at = performance.now();
        if (what === "move" || what === "drag") move({ mu: value }, what === "drag");
        if (what === "press") press(value);
        if (what === "answer") hears({ answered: value, page: "page" });
        if (what === "later") await new Promise((done) => setTimeout(done, value));
    }
    await new Promise((done) => setTimeout(done, 200));
    flow.stop();
    return sent;
}"""


def held(explorer):
    return explorer.root.evaluate(HELD)


def wait_until_held(explorer, least=1):
    eventually(lambda: held(explorer) >= least)


@pytest.fixture
def ahead(lab):
    """An explorer with a slider in focus whose other values are there."""

    def open(*cells, least=12, slider="mu", **options):
        page = lab(PATIENT, *(cells or (EXPLORER,)), **options)
        explorer = page.explorer()
        eventually(explorer.pixels_per_point, pytest.approx(1, abs=0.01))
        page.cell("explore(")
        explorer.slider(slider).focus()
        wait_until_held(explorer, least)
        return page, explorer

    return open


@pytest.fixture
def elsewhere(browser, host, number):
    """A page with an explorer, and the way to its kernel."""
    opened = []

    def open():
        server = copy.copy(host("lab"))
        way = FarAway(server.port)
        server.port, name = way.port, f"elsewhere_{next(number)}.ipynb"
        hosts.write_notebook(server.folder / name, [PATIENT, EXPLORER])
        tab = Tab(browser, server, name)
        opened.append((tab, way))
        tab.page.run_all()
        tab.page.cell("explore(")
        return tab.page.explorer(), way

    yield open
    for tab, way in opened:
        way.seconds, way.a_second = 0.0, math.inf
        tab.close()
        way.stop()


def test_a_value_that_is_held_is_there_in_the_task_of_the_move(ahead):
    _, explorer = ahead()
    for place in range(1, 4):
        alt, complete, value = explorer.slider("mu").evaluate(MOVE, 1)
        shown = f"{3 + place / 4:g}"
        assert alt.startswith(f"μ = {shown},")
        assert complete
        assert value == shown
    # the kernel has drawn the same, to the bit, or all that is held would have been forgotten
    eventually(lambda: explorer.root.locator(".shiftlab-live").inner_text()[:9], "μ = 3.75,")
    assert explorer.root.evaluate(DIFFERS) == 0
    assert held(explorer) >= 12


def test_what_is_not_held_comes_as_ever(ahead):
    _, explorer = ahead()
    alt, _, _ = explorer.slider("beta").evaluate(MOVE, 5)
    assert alt.startswith("μ = 3, β = 0.111,")
    eventually(lambda: explorer.alt.startswith("μ = 3, β = 0.111,"), False)


def test_the_next_step_is_there_before_it_is_pressed(ahead):
    _, explorer = ahead(STEPS)
    _, question = explorer.button("Step").evaluate(PRESS)
    assert question == "Question 1?"
    eventually(lambda: explorer.at, 1)
    wait_until_held(explorer, 1)
    assert explorer.root.evaluate(DIFFERS) == 0


def test_no_frame_of_another_theme_is_shown(ahead):
    page, explorer = ahead()
    page.theme("Dark")
    eventually(explorer.corner, [17, 17, 17])
    explorer.slider("mu").focus()
    wait_until_held(explorer, 10)
    explorer.slider("mu").evaluate(MOVE, 1)
    assert explorer.corner() == [17, 17, 17]
    page.theme("Light")
    explorer.slider("mu").evaluate(MOVE, 1)
    eventually(explorer.corner, [255, 255, 255])
    assert explorer.root.evaluate(DIFFERS) == 0


def test_a_cell_that_changes_the_code_makes_what_is_held_worthless(ahead):
    page, explorer = ahead(EXPLORER, "# other words", alone=True)
    page.write(
        "# other words",
        "parts = vars(explorer.experiment)\n"
        "before = parts['describe']\n"
        "parts['describe'] = lambda result: 'Said anew: ' + before(result)",
    )
    explorer.slider("mu").evaluate(MOVE, 1)
    eventually(lambda: explorer.alt.startswith("Said anew: μ = 3.25,"))
    assert explorer.root.evaluate(DIFFERS) == 0
    page.cell("explore(")
    explorer.slider("mu").focus()
    wait_until_held(explorer, 10)
    alt, _, _ = explorer.slider("mu").evaluate(MOVE, 1)
    assert alt.startswith("Said anew: μ = 3.5,")


@pytest.mark.parametrize("way", [1, -1])
def test_who_goes_on_finds_the_next_value_before_the_others(lab, way):
    script = scripts.script("ahead/ahead.js") + "\nexport { lookAhead };"
    (soon, first), (later, all_) = lab("1").page.evaluate(GOES_ON, [script, way])
    assert first == [4 + 2 * way] == all_[:1]
    assert sorted(all_) == sorted({0, 1, 2, 3, 4, 5, 6, 7} | {4 + way})
    assert 59 <= soon < later
    assert later >= 299


@pytest.mark.parametrize(
    ("done", "seen"),
    [
        ([("move", 1), ("came", 1)], [[1, 1]]),
        ([("move", 1), ("came", 2)], []),
        ([("move", 1), ("heard", 1), ("came", 1)], []),
        ([("move", 1), ("move", 2), ("came", 1)], []),
        ([("move", 1), ("move", 2), ("came", 2)], [[2, 2]]),
        ([("came", 1), ("move", 1), ("came", 1)], [[1, 1]]),
    ],
    ids=["is shown", "not another", "not after the kernel's own", "not an earlier", "the last", "once"],
)
def test_what_was_on_its_way_when_the_hand_moved_there(lab, done, seen):
    script = scripts.script("ahead/hand.js") + "\nexport { hand };"
    assert lab("1").page.evaluate(ON_ITS_WAY, [script, done]) == seen


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ([("move", 1), ("move", 2), ("later", 10), ("move", 3)], [(20, "move", {"mu": 3}, 3)]),
        ([("drag", 1), ("later", 50), ("drag", 2)], [(100, "move", {"mu": 2}, 2)]),
        ([("drag", 1), ("move", 2)], [(20, "move", {"mu": 2}, 2)]),
        ([("move", 1), ("move", 10)], [(0, "move", {"mu": 10}, 2)]),
        ([("move", 1), ("press", "pin")], [(0, "pin", {"mu": 1}, 2)]),
        ([("move", 10), ("move", 11)], [(0, "move", {"mu": 10}, 1)]),
        ([("move", 10), ("move", 11), ("answer", 1)], [(0, "move", {"mu": 10}, 1), (0, "move", {"mu": 11}, 2)]),
        ([("move", 10), ("move", 1), ("answer", 1)], [(0, "move", {"mu": 10}, 1), (20, "move", {"mu": 1}, 2)]),
    ],
    ids=[
        "when it is painted",
        "when the hand rests",
        "when it lets go",
        "with what is not",
        "before a press",
        "one at a time",
        "the next",
        "not with an answer",
    ],
)
def test_the_kernel_hears_a_little_later_of_what_is_held(lab, done, told):
    script = scripts.script("explorer.js").replace("export default", "export { talk, hand }; ")
    found = lab("1").page.evaluate(TELLS, [script, done])
    assert [about for _, *about in found] == [about for _, *about in told]
    for (after, *_), (least, *_) in zip(found, told, strict=True):
        assert after >= least - 1
        assert least or after < 30


def test_what_followed_in_the_same_message_makes_no_difference(ahead):
    """The kernel never draws the first of the two, and the other was not held."""
    _, explorer = ahead()
    explorer.slider("mu").evaluate(TWO_MOVES, 6.31)
    explorer.says("μ = 6.31,")
    assert explorer.root.evaluate(DIFFERS) == 0


def test_pins_are_in_what_is_held(ahead):
    _, explorer = ahead()
    explorer.button("Pin").click()
    eventually(lambda: "Pinned" in explorer.note.inner_text())
    explorer.slider("mu").focus()
    wait_until_held(explorer, 10)
    explorer.slider("mu").evaluate(MOVE, 2)
    eventually(lambda: explorer.root.locator(".shiftlab-live").inner_text()[:8], "μ = 3.5,")
    assert explorer.root.evaluate(DIFFERS) == 0


def test_a_move_in_the_middle_of_a_prefetch_ends_where_the_hand_does(ahead):
    page, explorer = ahead(least=1)
    for _ in range(12):
        page.press("ArrowRight")
    explorer.says("μ = 6,")
    wait_until_held(explorer, 12)
    for _ in range(4):
        page.press("ArrowLeft")
    explorer.says("μ = 5,")
    assert explorer.slider("mu").get_attribute("aria-valuetext") == "5"
    assert explorer.root.evaluate(DIFFERS) == 0


def test_over_a_long_way_what_is_held_is_there_at_once_and_confirmed(elsewhere):
    explorer, way = elsewhere()
    explorer.slider("mu").focus()
    wait_until_held(explorer, 8)
    way.seconds = 0.3
    alt, complete, _ = explorer.slider("mu").evaluate(MOVE, 1)
    assert alt.startswith("μ = 3.25,")
    assert complete
    there = held(explorer)
    wait_until_held(explorer, there + 1)  # what was asked for after it
    assert explorer.root.evaluate(DIFFERS) == 0


def test_over_a_narrow_way_a_move_stands_behind_one_frame(elsewhere):
    explorer, way = elsewhere()
    way.a_second = 40_000
    explorer.slider("mu").focus()
    wait_until_held(explorer, 5)  # then it is known how narrow it is
    assert explorer.slider("beta").evaluate(CAME_BEFORE, 5) <= 1


def test_two_explorers_and_two_views_keep_to_themselves(ahead):
    page, explorer = ahead(EXPLORER, "explorer", "explore('undersampling', n=1500)")
    again, other = page.explorer(1), page.explorer(2)
    assert held(again) == held(other) == 0
    explorer.slider("mu").evaluate(MOVE, 1)
    again.says("μ = 3.25,")  # by the kernel
    assert other.alt.startswith("μ = 3,")
    page.cell("1500")
    other.slider("mu").focus()
    wait_until_held(other, 10)
    assert other.slider("mu").evaluate(MOVE, -1)[0].startswith("μ = 2.75,")
    assert explorer.alt.startswith("μ = 3.25,")
    assert [one.root.evaluate(DIFFERS) for one in (explorer, again, other)] == [0, 0, 0]


@pytest.mark.parametrize("why", ["prefetch", "saveData", "untouched"])
def test_nothing_is_fetched_that_nobody_wants(lab, why):
    source = EXPLORER.replace("n=2000", "n=2000, prefetch=False") if why == "prefetch" else EXPLORER
    page = lab(PATIENT, source)
    explorer = page.explorer()
    if why == "saveData":
        page.page.evaluate(SAVES)
    if why != "untouched":
        explorer.slider("mu").focus()
        page.press("ArrowRight")
        explorer.says("μ = 3.25,")
    page.page.wait_for_timeout(1500)
    assert held(explorer) == 0
    if why == "saveData":
        page.page.evaluate(SPENDS)
        page.press("ArrowRight")
        wait_until_held(explorer)


def test_after_a_lost_connection_nothing_old_is_shown(ahead):
    page, explorer = ahead(alone=True)
    page.page.evaluate(RECONNECT)
    explorer.slider("mu").focus()
    page.press("ArrowRight")
    explorer.says("μ = 3.25,")
    eventually(lambda: explorer.gone.inner_text(), "")
    page.press("ArrowRight")
    explorer.says("μ = 3.5,")
    wait_until_held(explorer, 10)
    assert explorer.root.evaluate(DIFFERS) == 0


def test_what_is_held_moves_without_a_kernel(ahead):
    page, explorer = ahead(alone=True)
    page.page.evaluate(RESTART)
    explorer.gone.get_by_text("what this page holds still moves").wait_for()
    alt, complete, _ = explorer.slider("mu").evaluate(MOVE, 1)
    assert alt.startswith("μ = 3.25,")
    assert complete
    assert page.violations(".shiftlab-explorer") == []
    explorer.slider("beta").evaluate(MOVE, 5)
    explorer.gone.get_by_text("holds no picture of the settings that you asked for").wait_for()
    assert explorer.slider("beta").get_attribute("aria-valuetext") == "0.1111"  # as on screen
    assert explorer.alt.startswith("μ = 3.25,")
    explorer.slider("mu").evaluate(MOVE, -1)
    explorer.gone.get_by_text("what this page holds still moves").wait_for()
    assert explorer.alt.startswith("μ = 3,")


def test_the_store_has_a_bound_and_the_oldest_goes(lab):
    page = lab("1")
    script = scripts.script("ahead/held.js") + "\nexport { store };"
    assert page.page.evaluate(STORE, [script, 5]) == [3, 90, True, False, True]


@pytest.mark.parametrize(
    ("action", "downwards", "order"),
    [
        (["data-shiftlab-field", "mu"], False, [6, 4, 7, 3, 5, 2, 2, 1, 0]),  # 5 is here, and the first 2 the next step
        (["data-shiftlab-field", "mu"], True, [4, 6, 3, 7, 5, 2, 2, 1, 0]),
        (["data-shiftlab-field", "seed"], False, [2, 0, 3, 4, 1, 2, 5, 6]),
        (["data-shiftlab-field", "learner"], False, ["tree", "bayes", "forest", 2]),
        (["data-shiftlab-action", "step"], False, [2]),
        (["data-shiftlab-action", "preset"], False, [0, 1, 2]),
        (["data-shiftlab-action", "reset"], False, ["start", 2]),
        (["data-shiftlab-action", "new-seed"], False, [77, 2]),
    ],
    ids=lambda one: one[1] if isinstance(one, list) and isinstance(one[0], str) else "",
)
def test_the_nearest_is_asked_for_first(lab, action, downwards, order):
    script = scripts.script("ahead/wants.js") + "\nexport { wants };"
    values = {"mu": 5, "seed": 1, "learner": "forest"}
    assert lab("1").page.evaluate(NEAREST_FIRST, [script, action, values, downwards]) == order
