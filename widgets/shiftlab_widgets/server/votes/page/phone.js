// @ts-check
/** Asks how things stand, shows it, and sends one vote. It knows nothing but what it was told. */

/** @typedef {{step: "wait" | "vote" | "voted" | "closed", pace: number, round?: number, nth?: number, question?: string, choices?: string[]}} News */

/** @template {HTMLElement} T @param {string} id @returns {T} */
const find = (id) => /** @type {T} */ (document.getElementById(id));
const question = find("question");
const nth = find("nth");
const choices = find("choices");
const said = find("said");
/** @type {HTMLFormElement} */
const form = find("form");

const WORDS = {
  wait: "Wait for the next question.",
  vote: "Choose, then press Vote.",
  voted: "Your vote is in.",
  closed: "Voting is closed. Wait for the next question.",
};
const GONE = "The vote has ended, or this phone has left its network.";
const PATIENCE = 5; // seconds until the next try, after one that failed
let round = -1;
let voted = -1; // the round in which it has voted: news that were under way may not know yet
let refused = ""; // why its vote was not taken in this round
let sending = false;
let timer = 0;

/** Said once: a screen reader reads out every change. @param {string} text */
function say(text) {
  if (said.textContent !== text) said.textContent = text;
}

/** A question that was not shown yet. The server has escaped its words. @param {News} news */
function write(news) {
  round = news.round ?? -1;
  refused = "";
  question.innerHTML = news.question ?? "Vote";
  nth.textContent = "Second vote on this question";
  nth.hidden = news.nth !== 2;
  choices.replaceChildren(
    ...(news.choices ?? []).map((choice, place) => {
      const [label, input, text] = ["label", "input", "span"].map((tag) => document.createElement(tag));
      Object.assign(input, { type: "radio", name: "choice", value: String(place), required: true });
      text.innerHTML = choice;
      label.append(input, text);
      return label;
    }),
  );
}

/** @param {News} news */
function show(news) {
  if ((news.round ?? -1) !== round) write(news);
  const step = news.step === "vote" && round === voted ? "voted" : news.step;
  const lost = step !== "vote" && form.contains(document.activeElement);
  form.hidden = step !== "vote";
  say((step === "vote" && refused) || WORDS[step]);
  if (lost) said.focus(); // what had the focus is gone
}

/** What a request brings, or an error that says why it was refused. @param {string} path @param {RequestInit} [options] */
async function ask(path, options) {
  const answer = await fetch(path, { cache: "no-store", ...options }).catch(() => null);
  if (!answer) throw new Error(GONE);
  if (!answer.ok) throw new Error((await answer.text()) || GONE);
  return answer.json();
}

async function look() {
  clearTimeout(timer);
  let pace = PATIENCE;
  try {
    const news = await ask("state");
    pace = news.pace * (0.8 + 0.4 * Math.random()); // phones that came together do not stay together
    if (!sending) show(news);
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
  clearTimeout(timer);
  timer = setTimeout(look, 1000 * pace);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const choice = new FormData(form).get("choice");
  if (sending || choice === null) return;
  sending = true;
  const body = JSON.stringify({ round, choice: Number(choice) });
  try {
    await ask("vote", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    voted = round;
    show({ step: "voted", pace: 0, round });
  } catch (error) {
    refused = /** @type {Error} */ (error).message;
    say(refused);
  }
  sending = false;
});

// a phone in a pocket asks nothing, and asks at once when it is looked at
document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : look()));
look();
