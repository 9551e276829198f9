// A formula in words and as bars.

import { block } from "./data";
import { h } from "./dom";
import { points, signed } from "./format";
import type { Solve } from "./solves";
import { featureName, termsOf } from "./subject";

// wordsOf writes a formula in words.
export function wordsOf(s: { formula: Solve["formula"] }, hand: string): string {
  const terms = termsOf(s.formula, hand);
  const others = terms.others.map((t) => `${featureName(t.id)}: ${signed(t.weight, 0)}`);
  return [`start with ${points(terms.start, 0)}%`, ...others].join("; ");
}

// barsOf shows the weights as bars to the left and right of zero.
export function barsOf(s: Solve, hand: string): HTMLElement {
  const terms = termsOf(s.formula, hand);
  const opening = terms.opening.map((id) => ({ id, weight: s.formula.weights[s.formula.features.indexOf(id)] ?? 0 }));
  const list = [...opening, ...terms.others];
  const largest = Math.max(...list.map((t) => Math.abs(t.weight)));
  return h(
    "table",
    { class: "weights" },
    h("caption", { class: "hidden" }, "weights in percentage points"),
    h("thead", { class: "hidden" }, h("tr", {}, h("th", { scope: "col" }, "feature"), h("th", { scope: "col" }, "bar"), h("th", { scope: "col" }, "weight"))),
    h(
      "tbody",
      {},
      list.map((t) => {
        const bar = h("span", { class: t.weight < 0 ? "weight negative" : "weight" });
        const share = (50 * Math.abs(t.weight)) / largest;
        bar.style.width = `${share}%`;
        bar.style.left = `${t.weight < 0 ? 50 - share : 50}%`;
        return h(
          "tr",
          {},
          h("th", { scope: "row", title: `true when ${block("features").sentence[t.id - 1] ?? ""}` }, `F${t.id} ${featureName(t.id)}`, terms.opening.includes(t.id) && h("span", { class: "quiet" }, " (always)")),
          h("td", { class: "track" }, bar),
          h("td", { class: "number" }, signed(t.weight)),
        );
      }),
    ),
  );
}
