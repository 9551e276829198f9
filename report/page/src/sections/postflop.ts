// Solutions of postflop games: a line of the first street with both ranges, actions by colour, and each hand's values.

import { series } from "../chart";
import { button, controls, Select } from "../controls";
import { block, type HandRow, type Spot } from "../data";
import { fill, h, plainTable } from "../dom";
import { fixed, points } from "../format";
import { Grid, type Cell } from "../grid";
import type { Section } from "../section";

const picked = "pf-hand"; // the class of hands that the table lists
const color = (action: number) => series(action + 1).color; // the first is black

export const postflop: Section = {
  id: "postflop",
  title: "Postflop",
  heading: "Postflop solutions",
  needs: ["postflop"],
  render(root, state) {
    const { classes, solutions } = block("postflop");
    const which = new Select("solution", "solution", state, { line: null, [picked]: null });
    const line = new Select("line", "line", state, { [picked]: null });
    const certificate = h("p");
    const actions = h("p", { class: "keys" });
    const hint = "Hover or click a hand, or go through the grid by the arrow keys.";
    const acting = new Grid(classes, hint, (k) => state.set({ [picked]: state.get(picked) === classes[k] ? null : (classes[k] ?? null) }));
    const other = new Grid(classes, hint);
    const hands = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "hands" });
    root.append(controls(which, line), certificate, actions, h("div", { class: "grids" }, acting.element, other.element), hands);
    return () => {
      which.offer(solutions.map((s, i) => ({ value: String(i), text: s.title })));
      const solution = solutions[Number(which.value)];
      line.offer((solution?.lines ?? []).map((l) => ({ value: l.line, text: `${l.words || "start"}: ${l.seat} acts` })));
      const spot = solution?.lines.find((l) => l.line === line.value);
      if (!solution || !spot) return;
      const v = solution.verdict;
      fill(certificate, `Certificate: exploitability ${fixed(v.exploitability, 4)} chips, ${points(v.exploitability_of_pot)}% of the pot${v.iterations ? `, after ${v.iterations} iterations` : ""}. Expected values: oop ${fixed(v.ev[0], 4)}, ip ${fixed(v.ev[1], 4)}; best responses: oop ${fixed(v.best_response[0], 4)}, ip ${fixed(v.best_response[1], 4)}.`);
      const all = total(spot.hands);
      fill(actions, spot.actions.map((name, i) => {
        const next = solution.lines.find((l) => l.words === (spot.words ? `${spot.words}, ` : "") + name);
        const one = button(`${name} ${fixed((100 * total(spot.hands, (r) => r.probabilities[i] ?? 0)) / all, 1)}%`, () => state.set({ line: next?.line ?? null, [picked]: null }));
        one.disabled = !next;
        one.title = next ? "go on with this action" : "the street ends here";
        one.style.borderLeft = `1em solid ${color(i)}`;
        return one;
      }));
      const by = new Map<string, HandRow[]>();
      for (const r of spot.hands) by.set(classOf(r.hand), [...(by.get(classOf(r.hand)) ?? []), r]);
      acting.show(`${spot.seat} acts`, `${spot.words || "at the start"}; colours are the shares of the actions`, classes.map((c) => cellOf(by.get(c) ?? [], spot, c === state.get(picked))));
      const rest = new Map<string, number>();
      for (const [hand, w] of Object.entries(spot.other)) rest.set(classOf(hand), (rest.get(classOf(hand)) ?? 0) + w);
      other.show(`range of ${spot.seat === "oop" ? "ip" : "oop"}`, "combos that are left of each class", classes.map((c) => {
        const w = rest.get(c);
        return { t: w === undefined ? null : w / combos(c), text: "", detail: `${fixed(w ?? 0, 2)} of ${combos(c)} combos` };
      }));
      const shown = spot.hands.filter((r) => !state.get(picked) || classOf(r.hand) === state.get(picked));
      fill(hands, plainTable([spot.seat, "weight", "equity, %", "EV", ...spot.actions.flatMap((a) => [`${a}, %`, "its EV"])], shown.map((r) => ({
        name: r.hand,
        cells: [fixed(r.weight, 3), points(r.equity, 1), fixed(r.ev, 3), ...spot.actions.flatMap((_, i) => [points(r.probabilities[i], 1), fixed(r.values[i] ?? 0, 3)])],
      }))));
      return "feltlab postflop solve GAME --page page.html";
    };
  },
};

// classOf is the class of a hand such as AsKd.
function classOf(hand: string): string {
  const [a = "", x, b = "", y] = hand;
  return a + b + (a === b ? "" : x === y ? "s" : "o");
}

const combos = (c: string) => (c.length === 2 ? 6 : c.endsWith("s") ? 4 : 12);

const total = (rows: HandRow[], of: (r: HandRow) => number = () => 1) => rows.reduce((sum, r) => sum + r.weight * of(r), 0);

// cellOf shows the actions of a class as stripes of their colours.
function cellOf(rows: HandRow[], spot: Spot, marked: boolean): Cell {
  const all = total(rows);
  if (all === 0) return { t: null, text: "", detail: "not in the range", marked };
  const shares = spot.actions.map((_, i) => total(rows, (r) => r.probabilities[i] ?? 0) / all);
  let from = 0;
  const stripes = shares.map((share, i) => `${color(i)} ${100 * from}% ${100 * (from += share)}%`);
  const mean = (of: (r: HandRow) => number) => total(rows, of) / all;
  const words = spot.actions.map((a, i) => `${a} ${points(shares[i], 1)}%`).join(", ");
  return { t: null, text: "", marked, fill: `linear-gradient(90deg, ${stripes.join(", ")})`, detail: `${words}; EV ${fixed(mean((r) => r.ev), 3)}, equity ${points(mean((r) => r.equity), 1)}%` };
}
