// Worst cases of strategies: what they lose to a best response.

import { Chart, keys } from "./chart";
import { choices } from "./choices";
import { controls, Select } from "./controls";
import type { Strategy, StrengthData } from "./data";
import { fill, h } from "./dom";
import { fixed } from "./format";
import { Grid } from "./grid";
import { errorChart, grouped, type Group } from "./losschart";
import type { Update } from "./section";
import { distinct } from "./solves";
import type { State } from "./state";
import { Table } from "./table";

export const hint = "Hover a hand, or go through the grid by the arrow keys.";
const roundNames = ["before the flop", "flop", "turn", "river"];
const mostSeries = 6; // of a chart, which tells so many marks apart

// worst compares the losses of strategies: by round, by seat and by hand.
export function worst(root: HTMLElement, state: State, data: StrengthData): Update {
  const all = data.strategies;
  const parts: HTMLElement[] = [];
  const updates: Update[] = [];
  root.append(h("h3", {}, "What strategies lose at most"), h("p", { class: "quiet" }, "The loss to a best response: to a player who knows the strategy, the mean of both seats."));
  // lines draws groups, of which the user chooses if they are many.
  const lines = (title: string, note: string, groups: Group[], x: (s: Strategy) => number, label: string) => {
    if (groups.length === 0) return;
    const [place, key] = [h("div"), h("div")];
    const names = groups.map((g) => g.name);
    const some = groups.length > mostSeries ? choices("lines", title.replaceAll(" ", "-"), state, names, names.slice(0, mostSeries), mostSeries) : undefined;
    parts.push(h("figure", {}, h("h4", {}, title), some && h("details", {}, h("summary", {}, `${names.length} lines: choose`), some.element), key, place, h("figcaption", {}, note)));
    const chart = new Chart(place);
    updates.push(() => {
      const shown = groups.filter((g) => !some || some.value().includes(g.name));
      fill(key, keys(shown.map((g) => g.name)));
      chart.show(`exploitability ${title}`, (width) => errorChart(shown, width, x, label));
    });
  };
  const longest = (s: Strategy) => !all.some((o) => o.line && o.line === s.line && iterationsOf(o) > iterationsOf(s));
  const abstract = groupsOf(all.filter((s) => s.size > 0 && longest(s)), (s) => s.family);
  lines("by number of buckets", "Abstractions in the real game, by buckets on the river, each after its longest training here; bars are standard errors.", abstract, (s) => s.size, "buckets on the river");
  lines("by iterations", "Strategies by how long they were trained; bars are standard errors.", groupsOf(all.filter((s) => iterationsOf(s) > 0), (s) => s.line), iterationsOf, "iterations");
  root.append(h("div", { class: "pair" }, parts.splice(0)));

  const side = all.filter(longest);
  const chosen = choices("strategies side by side", "strategies", state, side.map((s) => s.name), side.slice(0, 4).map((s) => s.name), mostSeries);
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

function seatsOf(s: Strategy | undefined): string[] {
  return s?.game === "limit-holdem" ? ["small blind", "big blind"] : ["first seat", "second seat"];
}

function groupsOf(list: Strategy[], name: (s: Strategy) => string): Group[] {
  return distinct(list.map(name)).filter(Boolean).map((n) => ({ name: n, list: list.filter((s) => name(s) === n) }));
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
