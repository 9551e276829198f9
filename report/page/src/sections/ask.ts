// Questions to the program: the equity of a typed hand, range and board, and fits.

import { button, copyable, quoted } from "../controls";
import { fill, h, uniqueID, type Child } from "../dom";
import { count, fixed, points, seconds, signed } from "../format";
import { ask, hear, onFits, type EquityAnswer, type Fit } from "../live";
import type { Section } from "../section";
import type { State } from "../state";
import { pickOf } from "../subject";

export const asked: Section = {
  id: "ask",
  title: "Equity",
  heading: "Equity, and longer searches for a formula",
  needs: [],
  live: true,
  render(root, state) {
    const fits = h("div", { role: "region", "aria-label": "fits" });
    onFits((list) => fill(fits, list.length > 0 ? list.map((f) => card(f)) : h("p", { class: "quiet" }, "None yet.")));
    const [hand, range] = [field("hand", "fit-hand", state, "", { required: true }), field("against", "fit-range", state, "", { required: true })];
    root.append(h("h3", {}, "Equity of a hand or range"), equity(state), h("h3", {}, "Find a formula"), formula(state, hand, range), h("h3", {}, "Fits, the newest first"), fits);
    return () => {
      const pick = pickOf(state);
      hand.input.value = state.get("ask-fit-hand") ?? pick.hand;
      range.input.value = state.get("ask-fit-range") ?? pick.range;
    };
  },
};

// follow reloads the page when the results change: at once, or by a button if the user is typing.
export function follow(place: HTMLElement): void {
  hear(() => {
    if (!/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) location.reload();
    else fill(place, h("p", { role: "status", class: "alert" }, "The results have changed. ", button("Show them", () => location.reload(), "primary")));
  });
}

interface Input {
  element: HTMLElement;
  input: HTMLInputElement;
}

// field is a labelled input whose value stays in the state.
function field(label: string, key: string, state: State, fallback: string, attributes: Record<string, string | number | boolean> = {}): Input {
  const id = uniqueID("ask");
  const input = h("input", { id, name: key, autocomplete: "off", spellcheck: "false", onchange: () => state.set({ [`ask-${key}`]: input.value }), ...attributes });
  input.value = state.get(`ask-${key}`) ?? fallback;
  return { element: h("div", { class: "control" }, h("label", { for: id }, label), input), input };
}

// form sends a question and shows the answer or the error.
function form(parts: HTMLElement[], text: string, send: () => Promise<Child>): HTMLElement {
  const answer = h("output", { class: "answer" });
  const submit = h("button", { type: "submit", class: "primary" }, text);
  const element = h(
    "form",
    {
      onsubmit: (e) => {
        e.preventDefault();
        submit.disabled = true;
        fill(answer, h("span", { class: "quiet" }, "…"));
        void send()
          .then((shown) => fill(answer, shown))
          .catch((problem: unknown) => fill(answer, h("span", { class: "bad" }, problem instanceof Error ? problem.message : String(problem))))
          .finally(() => (submit.disabled = false));
      },
    },
    h("div", { class: "controls" }, parts, submit),
    answer,
  );
  return element;
}

function equity(state: State): HTMLElement {
  const hand = field("hand or range", "hand", state, "AhKh", { required: true });
  const range = field("against (/ between opponents)", "range", state, "TT+", { required: true });
  const board = field("board (none, 3, 4 or 5 cards)", "board", state, "Qh7h2c");
  const dead = field("dead cards", "dead", state, "");
  return form([hand.element, range.element, board.element, dead.element], "Count", async () => {
    const a = await ask<EquityAnswer>("POST", "/equity", { hand: hand.input.value, range: range.input.value, board: board.input.value, dead: dead.input.value });
    if (!a) return null;
    const place = (a.board ? ` on ${a.board}` : " before the flop") + (a.dead ? ` without ${a.dead}` : "");
    const cell = (share: number) => h("td", { class: "number" }, fixed(100 * share, 4));
    return [
      h("p", { class: "lead" }, `${a.hand} against ${a.ranges.join(" and ")}${place}: `, h("strong", {}, `${fixed(100 * (a.players[0]?.equity ?? 0), 4)}%`)),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ["player", "equity, %", "win, %", "tie, %"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, a.players.map((p) => h("tr", {}, h("th", { scope: "row" }, p.hand), cell(p.equity), cell(p.win), cell(p.tie)))),
      ),
      h("p", { class: "quiet" }, `exact: ${count(a.wins)} wins and ${count(a.ties)} ties of ${count(a.deals)} deals, ${seconds(a.seconds)}`),
      copyable(["feltlab equity", ...[a.hand, ...a.ranges].map(quoted), a.board && `--board ${a.board}`, a.dead && `--dead ${a.dead}`].filter(Boolean).join(" ")),
    ];
  });
}

function formula(state: State, hand: Input, range: Input): HTMLElement {
  const size = field("features", "features", state, "3", { type: "number", min: 1, max: 73, required: true });
  const time = field("seconds at most", "seconds", state, "60", { type: "number", min: 1, max: 3600, required: true });
  const id = uniqueID("ask");
  const loss = h("select", { id }, h("option", { value: "average" }, "average error"), h("option", { value: "max" }, "largest error"));
  const lossControl = h("div", { class: "control" }, h("label", { for: id }, "that counts"), loss);
  return form([hand.element, range.element, size.element, lossControl, time.element], "Start", async () => {
    const f = await ask<Fit>("POST", "/fits", {
      hand: hand.input.value,
      range: range.input.value,
      loss: loss.value,
      features: Number(size.input.value),
      seconds: Number(time.input.value),
    });
    return h("p", { class: "quiet" }, `Fit ${f?.id} is queued; one runs at a time.`);
  });
}

// card shows a fit.
function card(f: Fit): HTMLElement {
  const open = f.state === "waiting" || f.state === "running";
  const r = f.result;
  const errors = r && (f.loss === "max" ? r.max_error : r.average_error);
  const terms = [...(r?.features ?? [])].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return h(
    "article",
    { class: "run fit", "data-state": f.state },
    h("div", { class: "bar" }, h("strong", {}, `${f.id}: ${f.hand} against ${f.range}, ${f.loss === "max" ? "MAXERR" : "AVGERR"}(${f.features})`), open && button("Cancel", () => void ask("DELETE", `/fits/${f.id}`).catch(console.error))),
    h("p", {}, f.state, f.state === "running" && f.error !== null && `: error ${points(f.error)}, bound ${points(f.bound) || "none"} points so far`, f.failed && `: ${f.failed}`),
    r && f.state === "done" && h("p", {}, `${r.status}: error ${points(errors)} points, no formula below ${points(r.lower_bound) || "0"}`),
    terms.length > 0 && h("ul", {}, terms.map((t) => h("li", {}, h("strong", {}, signed(t.weight)), ` ${t.name}`))),
  );
}
