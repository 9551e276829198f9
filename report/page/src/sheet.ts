// A formula on a sheet to print: what to add up, how far off it is, and the flops where it is wrong most.

import { button } from "./controls";
import { block } from "./data";
import { h, type Child } from "./dom";
import type { Flops, Formula } from "./flops";
import { fixed, points, signed } from "./format";
import { meaning } from "./terms";
import type { Solve } from "./solves";
import { featureName, termsOf, type Bound } from "./subject";
import { Errors, flopOf, worstOf } from "./worst";

const worstShown = 3;

// proved says what is proved about a formula: that none is better, or how far off every formula of its size is.
function proved(s: Solve, stored: boolean, bound: Bound): string {
  const size = `${bound.features} ${bound.features === 1 ? "feature" : "features"}`;
  if (stored && s.status === "optimal") return `It is proved that no formula with ${size} is better.`;
  return `It is proved that every formula with ${size} is off by ${fixed(Math.floor(1e4 * bound.error) / 100, 2)} or more ${s.program.endsWith("MAXERR") ? "on some flop" : "on average"}.`;
}

export function sheetOf(s: Solve, f: Formula, decimals: number, flops: Flops | null, bound: Bound | undefined): Child {
  const terms = termsOf(f, s.hand);
  const e = flops ? new Errors(flops, f) : undefined;
  const stored = f === s.formula;
  const [average, largest] = [e?.average ?? (stored ? s.average : null), e?.largest ?? (stored ? s.largest : null)];
  const row = (weight: string, text: Child, title: string) => h("tr", { title }, h("td", { class: "number" }, weight), h("th", { scope: "row" }, text));
  const sentence = (id: number) => `F${id}: true when ${block("features").sentence[id - 1] ?? ""}`;
  const words = meaning(s.range);
  return [
    h("h3", {}, `${s.hand} against ${s.range}`, words && h("span", { class: "quiet" }, ` (${words})`)),
    h("p", {}, "Your chance to win (equity) on the flop, in percent: start, then add what is true."),
    h(
      "table",
      { class: "sum" },
      h("tbody", {}, row(`${points(terms.start, decimals)}`, "start", terms.opening.map(sentence).join("; ") || "no feature is true on every flop"),
        terms.others.map((t) => row(signed(t.weight, decimals), [featureName(t.id), h("span", { class: "quiet" }, ` F${t.id}`)], sentence(t.id)))),
    ),
    average !== null && h("p", {}, "Off by ", h("strong", {}, points(average, 2)), ` percentage points on average, ${points(largest, 1)} at most.`,
      bound && ` ${proved(s, stored, bound)}`),
    e && h("details", { open: true }, h("summary", {}, "Where it is wrong most"), worstOf(e, worstShown).map((i) => flopOf(e, s.hand, i, decimals))),
    button("Print this sheet", () => print(), "primary"),
  ];
}
