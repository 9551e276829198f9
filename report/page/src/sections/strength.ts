// Strength of hands street by street, and worst cases of strategies.

import { Chart, keys, Plot, series } from "../chart";
import { controls, Select } from "../controls";
import { block, type Strategy, type StrengthData } from "../data";
import { fill, h } from "../dom";
import { count, fixed } from "../format";
import { Grid } from "../grid";
import type { Section, Update } from "../section";
import { distinct } from "../solves";
import type { State } from "../state";
import { Table } from "../table";

const hint = "Hover a hand, or go through the grid by the arrow keys.";
const roundNames = ["before the flop", "flop", "turn", "river"];

export const strength: Section = {
  id: "strength",
  title: "Strength and worst case",
  needs: ["strength"],
  render(root, state) {
    const data = block("strength");
    const updates: Update[] = [];
    if (data.preflop.length > 0) updates.push(preflop(root, state, data));
    if (data.streets.length > 0) updates.push(streets(root, data));
    if (data.strategies.length > 0) updates.push(worst(root, state, data));
    return async () => {
      for (const update of updates) await update();
    };
  },
};

function preflop(root: HTMLElement, state: State, data: StrengthData): Update {
  const mode = new Select("reading", "mode", state);
  const opponent = new Select("opponent", "opponent", state);
  const grid = new Grid(data.classes, hint);
  root.append(h("h3", {}, "Before the flop"), controls(mode, opponent), h("div", { class: "grids" }, grid.element));
  return () => {
    const options = (list: string[]) => distinct(list).map((value) => ({ value, text: value }));
    mode.offer(options(data.preflop.map((p) => p.mode)));
    opponent.offer(options(data.preflop.filter((p) => p.mode === mode.value).map((p) => p.opponent)));
    const p = data.preflop.find((x) => x.mode === mode.value && x.opponent === opponent.value);
    if (!p) return;
    const [low, high] = [0.2, 0.9]; // as in the figures
    grid.show(
      "strength before the flop",
      `wins and half of the ties, %; ${p.mode}, ${p.opponent} opponent`,
      p.strength.map((x, k) => ({ t: (x - low) / (high - low), text: (100 * x).toFixed(1), detail: `strength ${(100 * x).toFixed(2)}%, Chen's points ${p.chen_points[k]}` })),
    );
  };
}

const kinds = [
  { name: "published", of: (s: StrengthData["streets"][number]) => s.published },
  { name: "by the rules", of: (s: StrengthData["streets"][number]) => s.rules },
  { name: "as published", of: (s: StrengthData["streets"][number]) => s["as-published"] },
];

function streets(root: HTMLElement, data: StrengthData): Update {
  const opponents = distinct(data.streets.map((s) => s.opponent));
  const places = opponents.map((opponent) => ({ opponent, place: h("div") }));
  const charts = places.map(({ opponent, place }) => ({ opponent, chart: new Chart(place) }));
  root.append(
    h("h3", {}, "Street by street: pocket queens in the source's case"),
    h("div", { class: "pair" }, places.map(({ opponent, place }) => h("figure", {}, keys(kinds.map((k) => k.name)), place, h("figcaption", {}, `against ${opponent === "chen" ? "an opponent weighted by Chen's points" : `a ${opponent} opponent`}`)))),
  );
  return () => {
    for (const { opponent, chart } of charts) {
      const rows = data.streets.filter((s) => s.opponent === opponent);
      const points = kinds.flatMap((kind, n) => rows.map((s) => ({ street: s.street, board: s.board, y: 100 * kind.of(s), kind: kind.name, n })));
      chart.show(`strength on each street against ${opponent}`, () => ({
        height: 260,
        marginLeft: 45,
        x: { domain: distinct(rows.map((s) => s.street)), label: null, type: "point", padding: 0.3 },
        y: { label: "strength, %", grid: true, nice: true },
        symbol: { domain: kinds.map((k) => k.name), range: kinds.map((_, n) => series(n).symbol) },
        color: { domain: kinds.map((k) => k.name), range: kinds.map((_, n) => series(n).color) },
        marks: [
          ...kinds.map((_, n) => Plot.line(points.filter((p) => p.n === n), { x: "street", y: "y", stroke: series(n).color, strokeDasharray: series(n).dash })),
          Plot.dot(points, { x: "street", y: "y", stroke: "kind", fill: "kind", symbol: "kind", r: 4, tip: true, channels: { board: "board" } }),
        ],
      }));
    }
  };
}

// worst compares the losses of strategies: by round, by seat and by hand.
function worst(root: HTMLElement, state: State, data: StrengthData): Update {
  const all = data.strategies;
  const parts: HTMLElement[] = [];
  const updates: Update[] = [];
  root.append(h("h3", {}, "What strategies lose at most"), h("p", { class: "quiet" }, "The loss to a best response: to a player who knows the strategy, the mean of both seats."));
  const chartOf = (title: string, note: string, groups: Group[]) => {
    const place = h("div");
    parts.push(h("figure", {}, h("h4", {}, title), keys(groups.map((g) => g.name)), place, h("figcaption", {}, note)));
    return new Chart(place);
  };
  const longest = (s: Strategy) => !all.some((o) => o.line && o.line === s.line && iterationsOf(o) > iterationsOf(s));
  const abstract = groupsOf(all.filter((s) => s.size > 0 && longest(s)), (s) => s.family);
  if (abstract.length > 0) {
    const chart = chartOf("by number of buckets", "Abstractions in the real game, by buckets on the river, each after its longest training here; bars are standard errors.", abstract);
    updates.push(() => chart.show("exploitability by number of buckets", () => errorChart(abstract, (s) => s.size, "buckets on the river")));
  }
  const trained = groupsOf(all.filter((s) => iterationsOf(s) > 0), (s) => s.line);
  if (trained.length > 0) {
    const chart = chartOf("by iterations", "Strategies by how long they were trained; bars are standard errors.", trained);
    updates.push(() => chart.show("exploitability by iterations", () => errorChart(trained, iterationsOf, "iterations")));
  }
  root.append(h("div", { class: "pair" }, parts.splice(0)));

  const side = all.filter(longest);
  const chosen = choices("strategies side by side", "strategies", state, side.map((s) => s.name), side.slice(0, 4).map((s) => s.name));
  const rounds = h("div");
  const seats = h("div");
  const [roundKeys, seatKeys] = [h("div"), h("div")];
  const [roundChart, seatChart] = [new Chart(rounds), new Chart(seats)];
  const roundFigure = h("figure", {}, h("h4", {}, "by betting round"), roundKeys, rounds, h("figcaption", {}, "Parts of both seats' losses (they sum to twice the loss)."));
  const seatFigure = h("figure", {}, h("h4", {}, "by seat"), seatKeys, seats, h("figcaption", {}, "What a best response wins in either seat."));
  root.append(chosen.element, h("div", { class: "pair" }, roundFigure, seatFigure));
  updates.push(() => {
    const picked = side.filter((s) => chosen.value().includes(s.name));
    const withRounds = picked.filter((s) => s.rounds?.length === roundNames.length);
    const withSeats = picked.filter((s) => s.seat_values.some((v) => v !== 0));
    roundFigure.hidden = withRounds.length === 0;
    seatFigure.hidden = withSeats.length === 0;
    fill(roundKeys, keys(withRounds.map((s) => s.name)));
    fill(seatKeys, keys(withSeats.map((s) => s.name)));
    roundChart.show("loss by betting round", () => grouped(withRounds, roundNames, (s) => (s.rounds ?? []).map((r) => r.loss)));
    seatChart.show("loss by seat", () => grouped(withSeats, seatsOf(withSeats[0]), (s) => s.seat_values));
  });

  const byHand = all.filter((s) => s.hands && s.hands.length > 0);
  if (byHand.length > 0) updates.push(hands(root, state, byHand, data.classes));

  const table = new Table<Strategy>(
    "feltlab-worst-case.csv",
    "strategies",
    [
      { key: "strategy", title: "strategy", value: (s) => s.name },
      { key: "game", title: "game", value: (s) => s.game },
      { key: "exploitability", title: "loss", value: (s) => s.exploitability, show: (s) => fixed(s.exploitability, 1), number: true },
      { key: "standard_error", title: "± standard error", value: (s) => s.standard_error ?? null, show: (s) => (s.standard_error ? fixed(s.standard_error, 1) : s.status), number: true },
      { key: "unit", title: "unit, a hand", value: (s) => s.unit },
      { key: "published", title: "published", value: (s) => s.published ?? null, number: true },
      { key: "source", title: "file", value: (s) => s.source },
    ],
    state,
    "worst",
    "-exploitability",
  );
  root.append(table.element);
  return async () => {
    for (const update of updates) await update();
    table.show(all);
  };
}

function iterationsOf(s: Strategy): number {
  return s.trained?.iterations ?? 0;
}

function errorOf(s: Strategy): number {
  return s.standard_error ?? 0;
}

function seatsOf(s: Strategy | undefined): string[] {
  return s?.game === "limit-holdem" ? ["small blind", "big blind"] : ["first seat", "second seat"];
}

// Group is a line of a chart: strategies that differ in one number.
interface Group {
  name: string;
  list: Strategy[];
}

function groupsOf(list: Strategy[], name: (s: Strategy) => string): Group[] {
  return distinct(list.map(name)).filter(Boolean).map((n) => ({ name: n, list: list.filter((s) => name(s) === n) }));
}

// errorChart has logarithmic axes, like the figure of the results.
function errorChart(groups: Group[], x: (s: Strategy) => number, label: string): Plot.PlotOptions {
  const rows = groups.flatMap((g, n) => g.list.map((s) => ({
    x: x(s), y: s.exploitability, low: Math.max(s.exploitability - errorOf(s), s.exploitability / 100), high: s.exploitability + errorOf(s), name: s.name, group: g.name, n,
  })));
  const domain = groups.map((g) => g.name);
  const narrow = Math.max(...rows.map((r) => r.high)) < 10 * Math.min(...rows.map((r) => r.low)); // room for every label
  return {
    height: 300,
    marginLeft: 55,
    inset: 12, // no point touches an edge
    x: { type: "log", label, grid: true, ticks: distinct(rows.map((r) => r.x)), tickFormat: (v: number) => count(v) },
    y: { type: "log", label: `loss, ${groups[0]?.list[0]?.unit ?? ""} a hand`, grid: true, tickFormat: (v: number) => (narrow || /^[125]0*$/.test(String(v)) ? count(v) : "") },
    symbol: { domain, range: groups.map((_, n) => series(n).symbol) },
    color: { domain, range: groups.map((_, n) => series(n).color) },
    marks: [
      ...groups.map((_, n) => Plot.line(rows.filter((r) => r.n === n), { x: "x", y: "y", stroke: series(n).color, strokeDasharray: series(n).dash, sort: "x" })),
      ...groups.map((_, n) => Plot.ruleX(rows.filter((r) => r.n === n && r.high > r.y), { x: "x", y1: "low", y2: "high", stroke: series(n).color, strokeWidth: 1.5, marker: "tick" } as Plot.RuleXOptions)),
      Plot.dot(rows, { x: "x", y: "y", stroke: "group", fill: "group", symbol: "group", r: 3, tip: true, channels: { strategy: "name", "standard error": (r: { y: number; high: number }) => fixed(r.high - r.y, 1) } }),
    ],
  };
}

// grouped is a chart of some values of several strategies.
function grouped(list: Strategy[], names: string[], values: (s: Strategy) => number[]): Plot.PlotOptions {
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

// hands shows the winnings of a best response by hand.
function hands(root: HTMLElement, state: State, list: Strategy[], classes: string[]): Update {
  const seat = new Select("best response in", "seat", state);
  const place = h("div", { class: "grids" });
  const grids = list.map(() => new Grid(classes, hint));
  root.append(h("h3", {}, "What a best response wins with each hand"), controls(seat), place);
  fill(place, grids.map((g) => g.element));
  return () => {
    seat.offer(seatsOf(list[0]).map((text, i) => ({ value: String(i), text })));
    const i = Number(seat.value) === 1 ? 1 : 0;
    const all = list.flatMap((s) => (s.hands ?? []).map((hand) => hand.values[i]));
    const [low, high] = [Math.min(...all), Math.max(...all)];
    list.forEach((s, n) => {
      const cells = (s.hands ?? []).map(({ values }) => ({
        t: high > low ? (values[i] - low) / (high - low) : 0,
        text: fixed(values[i], 0),
        detail: `${fixed(values[i], 1)} ${s.unit} a hand`,
      }));
      grids[n]?.show(s.name, `${s.unit} a hand that a best response wins from the ${seatsOf(s)[i] ?? ""}`, cells);
    });
  };
}

// choices is a list of check boxes, bound to a key of the state.
function choices(label: string, key: string, state: State, names: string[], fallback: string[]): { element: HTMLElement; value: () => string[] } {
  const value = () => state.get(key)?.split("~").filter((n) => names.includes(n)) ?? fallback;
  const boxes = names.map((name) => {
    const box = h("input", {
      type: "checkbox",
      onchange: () => {
        const now = new Set(value());
        if (box.checked) now.add(name);
        else now.delete(name);
        state.set({ [key]: names.filter((n) => now.has(n)).join("~") || "~" });
      },
    });
    box.checked = value().includes(name);
    return h("label", { class: "choice" }, box, name);
  });
  return { element: h("fieldset", { class: "choices" }, h("legend", {}, label), boxes), value };
}
