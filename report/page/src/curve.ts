// The chart of error against the number of features.

import { Chart, Plot, series } from "./chart";
import { block, has } from "./data";
import { h, type Child } from "./dom";
import { errorOf, found, type Loss, type Solve } from "./solves";
import { boundAt, boundsOf, featuresOf, type Curve } from "./subject";

// drawCurve draws error against the number of features and returns the key to its marks.
export function drawCurve(chart: Chart, curve: Curve, hand: string, range: string, loss: Loss, n: number): Child {
  const bounds = boundsOf(curve);
  const ours = new Map<number, Solve>();
  for (const s of curve.rows) {
    const size = featuresOf(s);
    const old = ours.get(size);
    if (found(s) && size > 0 && (!old || (errorOf(s, loss) ?? Infinity) < (errorOf(old, loss) ?? Infinity))) ours.set(size, s);
  }
  const sizes = [...ours.keys()].sort((a, b) => a - b);
  const incumbents = sizes.map((size) => ({ size, error: 100 * (errorOf(ours.get(size) as Solve, loss) ?? NaN), proved: ours.get(size)?.status === "optimal" }));
  const proved = sizes.flatMap((size) => {
    const b = boundAt(bounds, size);
    return b ? [{ size, error: 100 * b.error }] : [];
  });
  const printed = loss === "average" ? publishedOf(hand, range) : [];
  const [low, high] = [Math.min(...sizes, ...printed.map((p) => p.size)), Math.max(...sizes, ...printed.map((p) => p.size))];
  const [a, b, c] = [series(0), series(1), series(2)];
  chart.show(`${hand} against ${range}: error by number of features; the same numbers are in the overview's table`, (width) => ({
    height: Math.min(360, Math.max(240, width * 0.6)),
    marginLeft: 44,
    x: { label: "number of features →", domain: [low - 0.5, high + 0.5], ticks: wholeTicks(low, high, width < 420 ? 6 : 12), tickFormat: "d", grid: true },
    y: { label: "↑ percentage points", zero: true, grid: true, nice: true },
    marks: [
      Plot.ruleY([0]),
      Plot.ruleX([n], { stroke: "currentColor", strokeOpacity: 0.12, strokeWidth: 12 }),
      Plot.lineY(proved, { x: "size", y: "error", stroke: b.color, strokeWidth: 1.5, strokeDasharray: "5,3" }),
      Plot.lineY(incumbents, { x: "size", y: "error", stroke: a.color, strokeWidth: 1.8 }),
      Plot.dot(incumbents, {
        x: "size",
        y: "error",
        symbol: a.symbol,
        r: 4,
        stroke: a.color,
        fill: (d: { proved: boolean }) => (d.proved ? a.color : "var(--paper)"),
        title: (d: { size: number; error: number; proved: boolean }) => `${d.size} features: ${d.error.toFixed(4)}${d.proved ? ", proved" : ""}`,
      }),
      Plot.dot(printed, { x: "size", y: "error", symbol: c.symbol, r: 7, stroke: c.color, strokeWidth: 1.8, title: "text" }),
      Plot.tip(incumbents, Plot.pointerX({ x: "size", y: "error", fill: "var(--paper)", title: (d: { size: number; error: number; proved: boolean }) => `${d.size} features\n${d.error.toFixed(4)}${d.proved ? ", proved" : ""}` })),
    ],
  }));
  return [
    h("span", { class: "mark dot-full" }),
    " incumbent, proved  ",
    h("span", { class: "mark dot-open" }),
    " incumbent  ",
    h("span", { class: "mark dashed" }),
    " best bound  ",
    printed.length > 0 && [h("span", { class: "ring" }, "△"), ` published (${printed.map((p) => p.text).join("; ")})`],
  ];
}

// wholeTicks lists whole numbers of a span, at most a number of them.
function wholeTicks(low: number, high: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((high - low + 1) / most));
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
}

// publishedOf lists the printed values of a hand and a range.
function publishedOf(hand: string, range: string): { size: number; error: number; text: string }[] {
  if (!has("published")) return [];
  const p = block("published");
  return p.hand.flatMap((other, i) => {
    if (other !== hand || p.range[i] !== range) return [];
    const [error, needed] = [p.average_error_percent[i] ?? 0, p.features_needed[i] ?? 0];
    return needed > 0 ? [{ size: needed, error: 2.5, text: `Table 3: 2.5 with ${needed} features` }] : [{ size: 10, error, text: `Table 4: ${error} with 10` }];
  });
}
