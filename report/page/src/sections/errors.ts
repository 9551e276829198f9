// Where a formula is right and where it is wrong, over all flops.

import { symbol } from "../cards";
import { Chart, paint, Plot, series } from "../chart";
import { button, command, controls, Select } from "../controls";
import { block } from "../data";
import { fill, h, type Child } from "../dom";
import { count, fixed, points, signed } from "../format";
import { legend } from "../marks";
import type { Section } from "../section";
import type { Solve } from "../solves";
import type { State } from "../state";
import { flopsFor, Subject } from "../subject";
import { Weights } from "../sum";
import { noFormula } from "./flop";
import { glossary } from "../terms";
import { Errors, flopOf, worstOf } from "../worst";

const shownWorst = 8;

export const errors: Section = {
  id: "errors",
  title: "Where it errs",
  needs: ["solves", "features", "flops", "certificates"],
  glossary: () => glossary("features"),
  render(root, state) {
    const subject = new Subject(state, true);
    const weights = new Weights(state);
    const rowFamily = new Select("rows", "rows", state, { cell: null });
    const columnFamily = new Select("columns", "columns", state, { cell: null });
    const summary = h("p", { class: "lead" });
    const [scatterPlace, histogramPlace] = [h("div", { class: "plot" }), h("div", { class: "plot" })];
    const [scatter, histogram] = [new Chart(scatterPlace), new Chart(histogramPlace)];
    const map = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "average error by texture" });
    const worstTitle = h("h3");
    const worst = h("div", { class: "flops" });
    const parts = h("div", {},
      h(
        "div",
        { class: "columns" },
        h("figure", {}, h("h3", {}, "Exact against estimated"), scatterPlace, h("figcaption", {}, "Each mark is flops with the same exact equity and estimate, its area their number; on the line the formula is right.")),
        h("figure", {}, h("h3", {}, "How far off"), histogramPlace, h("figcaption", {}, "Estimate less exact equity, of all flops, in bins of a percentage point.")),
      ),
      h("h3", {}, "By texture"),
      controls(rowFamily, columnFamily),
      map,
      worstTitle,
      worst,
    );
    root.append(controls(subject.hand, subject.range, subject.loss, subject.size, weights.select), summary, parts);
    const families = block("flops").families;
    return async () => {
      const { hand, range, n, best } = subject.read();
      const flops = best && (await flopsFor(summary, state, hand, range, n));
      parts.hidden = !flops;
      if (!best) fill(summary, noFormula(state, hand, range, n));
      if (!best || !flops) return;
      const { formula, decimals } = weights.read(best);
      const e = new Errors(flops, formula);
      fill(summary, summaryOf(e, hand, range, best, formula === best.formula));
      drawScatter(scatter, e, hand, range);
      drawHistogram(histogram, e);
      rowFamily.offer(families.map((f) => ({ value: f.name, text: f.name })), "high card");
      columnFamily.offer(families.map((f) => ({ value: f.name, text: f.name })), "suits");
      const rows = families.findIndex((f) => f.name === rowFamily.value);
      const columns = families.findIndex((f) => f.name === columnFamily.value);
      fill(map, textureMap(e, rows, columns, state));
      const [row, column] = (state.get("cell") ?? "").split(".").map(Number);
      const chosen = row !== undefined && column !== undefined && families[rows]?.groups[row] !== undefined && families[columns]?.groups[column] !== undefined;
      const within = chosen ? (i: number) => flops.groups[rows]?.[i] === row && flops.groups[columns]?.[i] === column : () => true;
      fill(
        worstTitle,
        "The worst flops",
        chosen && [`: ${groupNames(rows, columns, row, column)} `, button("all flops", () => state.set({ cell: null }))],
      );
      fill(worst, worstOf(e, shownWorst, within).map((i) => flopOf(e, hand, i, decimals)));
      return command("explain", { hand, range, features: n, step: weights.select.value === "0" ? undefined : weights.select.value });
    };
  },
};

function summaryOf(e: Errors, hand: string, range: string, best: Solve, stored: boolean): Child {
  let total = 0;
  for (const w of e.flops.weight) total += w;
  const same = (a: number, b: number | null) => b !== null && Math.abs(a - b) < 1e-9;
  return [
    `${hand} against ${range}, ${e.formula.features.length} features: on ${count(total)} flops the formula is off by `,
    h("strong", {}, points(e.average)),
    " percentage points on average, ",
    points(e.largest, 2),
    " at most. ",
    h("span", { class: "quiet" }, stored ? (same(e.average, best.average) && same(e.largest, best.largest) ? "Summed in this page; the stored result says the same." : `The stored result says ${points(best.average)} and ${points(best.largest, 2)}.`) : "Summed in this page."),
  ];
}

function drawScatter(chart: Chart, e: Errors, hand: string, range: string): void {
  const merged = new Map<string, { exact: number; estimate: number; flops: number; first: number }>();
  for (let i = 0; i < e.flops.count; i++) {
    const [exact, estimate, weight] = [100 * (e.flops.equity[i] ?? 0), 100 * (e.estimate[i] ?? 0), e.flops.weight[i] ?? 0];
    const key = `${exact},${estimate}`;
    const old = merged.get(key);
    if (old) old.flops += weight;
    else merged.set(key, { exact, estimate, flops: weight, first: i });
  }
  const marks = [...merged.values()];
  const all = marks.flatMap((m) => [m.exact, m.estimate]);
  const domain = [Math.max(0, Math.floor(Math.min(...all) / 5) * 5), Math.min(100, Math.ceil(Math.max(...all) / 5) * 5)];
  const look = series(0);
  chart.show(`exact equity of ${hand} against ${range} by the estimate, all flops`, (width) => ({
    height: Math.min(420, width),
    marginLeft: 40,
    x: { label: "estimate, % →", domain, grid: true, clamp: true }, // a sum may be more than 100%
    y: { label: "↑ exact equity, %", domain, grid: true },
    r: { range: [1, 6] },
    marks: [
      Plot.line([domain, domain].map((_, k) => [domain[k], domain[k]] as [number, number]), { stroke: "currentColor", strokeDasharray: "5,3" }),
      Plot.dot(marks, { x: "estimate", y: "exact", r: "flops", fill: look.color, fillOpacity: 0.35 }),
      Plot.tip(marks, Plot.pointer({ x: "estimate", y: "exact", fill: "var(--paper)", title: (m: (typeof marks)[number]) => `${m.flops} ${m.flops === 1 ? "flop" : "flops"}, such as ${e.flops.cards(m.first).map(symbol).join(" ")}\nexact ${m.exact.toFixed(2)}%, estimate ${m.estimate.toFixed(2)}%` })),
    ],
  }));
}

function drawHistogram(chart: Chart, e: Errors): void {
  const bins = new Map<number, number>();
  for (let i = 0; i < e.flops.count; i++) {
    const bin = Math.floor(100 * (e.signed[i] ?? 0));
    bins.set(bin, (bins.get(bin) ?? 0) + (e.flops.weight[i] ?? 0));
  }
  const bars = [...bins].map(([low, flops]) => ({ low, high: low + 1, flops }));
  const look = series(0);
  chart.show("flops by the formula's error", (width) => ({
    height: Math.min(420, width),
    marginLeft: 52,
    x: { label: "estimate less exact equity, percentage points →", nice: true },
    y: { label: "↑ flops", grid: true, nice: true },
    marks: [
      Plot.rectY(bars, { x1: "low", x2: "high", y: "flops", fill: look.color, insetLeft: 0.5, title: (b: (typeof bars)[number]) => `${fixed(b.low, 0)} to ${fixed(b.high, 0)}: ${count(b.flops)} flops` }),
      Plot.ruleY([0]),
      Plot.ruleX([0], { strokeDasharray: "5,3" }),
    ],
  }));
}

function groupNames(rows: number, columns: number, row: number, column: number): string {
  const families = block("flops").families;
  return [...new Set([families[rows]?.groups[row], families[columns]?.groups[column]])].join(", ");
}

// textureMap shows the average error on the flops of two families' groups. Each cell is a button that lists its worst
// flops.
function textureMap(e: Errors, rows: number, columns: number, state: State): HTMLElement {
  const families = block("flops").families;
  const [rowGroups, columnGroups] = [families[rows]?.groups ?? [], families[columns]?.groups ?? []];
  const cells = rowGroups.map(() => columnGroups.map(() => ({ flops: 0, sum: 0, signed: 0 })));
  for (let i = 0; i < e.flops.count; i++) {
    const c = cells[e.flops.groups[rows]?.[i] ?? 0]?.[e.flops.groups[columns]?.[i] ?? 0];
    const weight = e.flops.weight[i] ?? 0;
    if (!c) continue;
    c.flops += weight;
    c.sum += weight * e.size(i);
    c.signed += weight * (e.signed[i] ?? 0);
  }
  const means = cells.flat().filter((c) => c.flops > 0).map((c) => c.sum / c.flops);
  const high = Math.max(...means);
  const cell = (row: number, column: number): HTMLElement => {
    const c = cells[row]?.[column];
    if (!c || c.flops === 0) return h("td", { class: "empty" });
    const mean = c.sum / c.flops;
    const chosen = state.get("cell") === `${row}.${column}`;
    const element = h(
      "td",
      { class: "heat" },
      h(
        "button",
        {
          type: "button",
          "aria-pressed": chosen ? "true" : "false",
          title: `${groupNames(rows, columns, row, column)}: ${count(c.flops)} flops, off by ${points(mean, 2)} on average, ${signed(c.signed / c.flops)} with signs`,
          onclick: () => state.set({ cell: chosen ? null : `${row}.${column}` }),
        },
        points(mean, 2),
      ),
    );
    paint(element, high > 0 ? mean / high : 0);
    return element;
  };
  return h(
    "figure",
    {},
    h(
      "table",
      { class: "matrix" },
      h("caption", { class: "hidden" }, `average error by ${families[rows]?.name} and ${families[columns]?.name}`),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, families[rows]?.name ?? ""), columnGroups.map((g) => h("th", { scope: "col" }, g)))),
      h("tbody", {}, rowGroups.map((g, row) => h("tr", {}, h("th", { scope: "row" }, g), columnGroups.map((_, column) => cell(row, column))))),
    ),
    h("figcaption", {}, "average error, percentage points: ", legend(0, high, (v) => points(v, 2)), " A cell lists its worst flops below."),
  );
}
