// Strength of hands street by street, and worst cases of strategies.

import { Chart, keys, Plot, series } from "../chart";
import { controls, Select } from "../controls";
import { block, type StrengthData } from "../data";
import { h } from "../dom";
import { Grid } from "../grid";
import type { Section, Update } from "../section";
import { distinct } from "../solves";
import type { State } from "../state";
import { hint, worst } from "../worstcase";

export const strength: Section = {
  id: "strength",
  title: "Strength",
  heading: "Strength and worst case",
  needs: ["strength"],
  render(root, state) {
    const data = block("strength");
    const updates: Update[] = [];
    if (data.preflop.length > 0) updates.push(preflop(root, state, data));
    if (data.streets.length > 0) updates.push(streets(root, data));
    if (data.strategies.length > 0) updates.push(worst(root, state, data));
    return async () => {
      for (const update of updates) await update();
      return data.strategies.length > 0 ? "feltlab reproduce bestresponse" : "feltlab reproduce strength";
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
