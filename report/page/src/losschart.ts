// Charts of what strategies lose.

import { Plot, series } from "./chart";
import type { Strategy } from "./data";
import { count, fixed } from "./format";
import { distinct } from "./solves";

// Group is a line of a chart: strategies that differ in one number.
export interface Group {
  name: string;
  list: Strategy[];
}

const plotHeight = 204; // pixels between the ends of the vertical axis

// apart lists values of a logarithmic axis whose labels do not overlap: the ends first, then those with enough room in
// pixels to the others.
export function apart(values: number[], length: number, room: number, ends?: [number, number]): number[] {
  const sorted = distinct(values).sort((a, b) => a - b);
  const [low, high] = ends ?? [sorted[0] ?? 1, sorted.at(-1) ?? 1];
  const at = (v: number) => (high > low ? (Math.log(v / low) / Math.log(high / low)) * length : 0);
  const kept: number[] = [];
  for (const v of [sorted.at(-1), ...sorted]) {
    if (v !== undefined && kept.every((k) => Math.abs(at(k) - at(v)) >= room)) kept.push(v);
  }
  return kept;
}

// errorChart has logarithmic axes, like the figure of the results.
export function errorChart(groups: Group[], width: number, x: (s: Strategy) => number, label: string): Plot.PlotOptions {
  const rows = groups.flatMap((g, n) => g.list.map((s) => ({
    x: x(s), y: s.exploitability, low: Math.max(s.exploitability - (s.standard_error ?? 0), s.exploitability / 100), high: s.exploitability + (s.standard_error ?? 0), name: s.name, group: g.name, n,
  })));
  const domain = groups.map((g) => g.name);
  const [lows, highs] = [rows.map((r) => r.low), rows.map((r) => r.high)];
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((d) => Array.from({ length: 9 }, (_, k) => d * 10 ** (k - 2)));
  const across = apart(rows.map((r) => r.x), width - 90, 52);
  const up = apart(steps.filter((v) => v >= Math.min(...lows) && v <= Math.max(...highs)), plotHeight, 18, [Math.min(...lows), Math.max(...highs)]);
  return {
    height: plotHeight + 96,
    marginLeft: 55,
    inset: 12, // no point touches an edge
    x: { type: "log", label, axis: null },
    y: { type: "log", label: `loss, ${groups[0]?.list[0]?.unit ?? ""} a hand`, axis: null },
    symbol: { domain, range: groups.map((_, n) => series(n).symbol) },
    color: { domain, range: groups.map((_, n) => series(n).color) },
    marks: [
      // Axes of their own: those of a logarithmic scale leave labels out.
      Plot.gridX(across), Plot.gridY(up), Plot.axisX(across, { text: count, label }), Plot.axisY(up, { text: count }),
      ...groups.map((_, n) => Plot.line(rows.filter((r) => r.n === n), { x: "x", y: "y", stroke: series(n).color, strokeDasharray: series(n).dash, sort: "x" })),
      ...groups.map((_, n) => Plot.ruleX(rows.filter((r) => r.n === n && r.high > r.y), { x: "x", y1: "low", y2: "high", stroke: series(n).color, strokeWidth: 1.5, marker: "tick" } as Plot.RuleXOptions)),
      Plot.dot(rows, { x: "x", y: "y", stroke: "group", fill: "group", symbol: "group", r: 3, tip: true, channels: { strategy: "name", "standard error": (r: { y: number; high: number }) => fixed(r.high - r.y, 1) } }),
    ],
  };
}

// grouped is a chart of some values of several strategies.
export function grouped(list: Strategy[], names: string[], values: (s: Strategy) => number[]): Plot.PlotOptions {
  const rows = list.flatMap((s) => values(s).map((y, i) => ({ name: s.name, what: names[i] ?? "", y })));
  const domain = list.map((s) => s.name);
  return {
    height: 300,
    marginLeft: 55,
    x: { domain: names, type: "point", padding: 0.4, label: null },
    y: { label: list[0] ? `${list[0].unit} a hand` : null, grid: true, zero: true, nice: true },
    symbol: { domain, range: list.map((_, n) => series(n).symbol) },
    color: { domain, range: list.map((_, n) => series(n).color) },
    marks: [
      Plot.ruleY([0]),
      ...list.map((s, n) => Plot.line(rows.filter((r) => r.name === s.name), { x: "what", y: "y", stroke: series(n).color, strokeDasharray: series(n).dash })),
      Plot.dot(rows, { x: "what", y: "y", stroke: "name", fill: "name", symbol: "name", r: 4, tip: true }),
    ],
  };
}
