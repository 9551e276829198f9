// A formula's sum on a flop, term by term, and the choice between formulas of a subject.

import { Select } from "./controls";
import { block } from "./data";
import { h, type Child } from "./dom";
import type { Flops, Formula } from "./flops";
import { count, points, signed } from "./format";
import type { Solve } from "./solves";
import type { State } from "./state";
import { featureName, roundsOf, termsOf } from "./subject";

// Weights chooses between the free weights of a formula and round ones.
export class Weights {
  readonly select: Select;

  constructor(state: State) {
    this.select = new Select("weights", "step", state);
  }

  // read returns the chosen formula, and the number of decimals of its percentage points.
  read(s: Solve): { formula: Formula; decimals: number } {
    const rounds = roundsOf(s.row);
    this.select.offer([{ value: "0", text: "as stored" }, ...rounds.map((r) => ({ value: String(r.step), text: `multiples of ${r.step}` }))]);
    const round = rounds.find((r) => String(r.step) === this.select.value);
    return round ? { formula: round.formula, decimals: 0 } : { formula: s.formula, decimals: 2 };
  }
}

// sumOf writes the terms that are true on a flop and their sum, in percentage points. The sum is that of unrounded terms, so
// its last digit may differ from the sum of the rounded terms.
export function sumOf(f: Formula, hand: string, flops: Flops, i: number, decimals: number): Child {
  const terms = termsOf(f, hand);
  const parts: Child[] = [];
  if (terms.opening.length > 0) parts.push(term(`start ${points(terms.start, decimals)}`, "true on every flop", terms.opening));
  for (const t of terms.others) {
    if (flops.has(t.id, i)) parts.push(term(`${signed(t.weight, decimals)} ${featureName(t.id)}`, `true when ${block("features").sentence[t.id - 1] ?? ""}`, [t.id]));
  }
  if (parts.length === 0) parts.push(h("span", {}, "no feature is true: 0"));
  return [parts.flatMap((p) => [p, " "]), h("strong", { class: "term" }, `= ${points(flops.estimate(f, i), decimals)}`)];
}

function term(text: string, hint: string, ids: number[]): HTMLElement {
  return h("span", { class: "term chip", title: `${ids.map((id) => "F" + id).join(", ")}: ${hint}` }, text);
}

// exactOf writes the exact equity of a flop with the deals behind it.
export function exactOf(flops: Flops, i: number): Child {
  return [
    h("strong", {}, `${points(flops.equity[i], 2)}%`),
    h("span", { class: "quiet" }, ` ${count(flops.wins[i] ?? 0)} wins and ${count(flops.ties[i] ?? 0)} ties of ${count(flops.deals(i))} deals`),
  ];
}
