// Jam or fold: a solved tournament state by state, and the published tables beside ours.

import { controls, Select, Slider } from "../controls";
import { block, unpack, type ChartTable, type Seats, type TournamentData } from "../data";
import { fill, h, plainTable } from "../dom";
import { count, fixed } from "../format";
import { Grid, type Cell } from "../grid";
import type { Section, Update } from "../section";
import { distinct } from "../solves";
import type { State } from "../state";
import { Table } from "../table";

const seats = ["button", "small blind", "big blind"];
const hint = "Hover a hand, or go through the grid by the arrow keys.";

// dollars writes a difference or a value.
function dollars(x: number, decimals = 4): string {
  const text = fixed(x, decimals);
  return text.startsWith("−") ? "−$" + text.slice(1) : "$" + text;
}

function gained(x: number): string {
  return (x > 0 ? "+" : "") + dollars(x);
}

// stacks lists the players with chips.
function stacks(chips: Seats): string {
  if (chips[0] === chips[1] && chips[1] === chips[2]) return `${chips[0]} chips each`;
  return seats.flatMap((seat, i) => (chips[i] ? [`${seat} ${chips[i]}`] : [])).join(", ") + " chips";
}

export const jamfold: Section = {
  id: "jamfold",
  title: "Tournament",
  heading: "Jam or fold in a tournament of three",
  needs: ["jamfold"],
  async render(root, state) {
    const data = block("jamfold");
    const updates: Update[] = [];
    if (data.tournament) updates.push(await solved(root, state, data.tournament, data.classes));
    if (data.tables.length > 0) updates.push(tables(root, state, data.tables, data.classes, !data.tournament));
    return async () => {
      for (const update of updates) await update();
      return data.tournament ? "feltlab jamfold tournament" : "feltlab reproduce jamfold";
    };
  },
};

// solved shows a state of the tournament, chosen by its stacks.
async function solved(root: HTMLElement, state: State, t: TournamentData, classes: string[]): Promise<Update> {
  const [row, which, jam, gain] = await Promise.all([t.row, t.which, t.jam, t.gain].map(unpack));
  if (!row || !which || !jam || !gain) throw new Error("the tournament's columns are not all there");
  const players = t.chips.every((c) => c[0] === 0) ? 2 : 3;
  const total = t.chips[0]?.reduce((a, b) => a + b, 0) ?? 0;
  const decisions = new Map<number, number[]>(); // of each state
  row.forEach((s, d) => decisions.set(s, [...(decisions.get(s) ?? []), d]));
  const blinds = `blinds ${t.inputs.small_blind_chips}/${t.inputs.big_blind_chips}` + (t.inputs.ante_chips ? `, ante ${t.inputs.ante_chips}` : "");
  const button = new Slider("chips of the button", "button", state);
  const small = new Slider("chips of the small blind", "small", state);
  const where = h("p", { class: "lead" });
  const grids = h("div", { class: "grids" });
  const valueTable = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "values" });
  const made: Grid[] = [];
  root.append(
    h("p", { class: "lead" }, `${count(t.chips.length)} states of a tournament for ${total} chips, ${blinds}, prizes ${t.inputs.prizes_dollars.map((p) => "$" + p).join(", ")}. `,
      `At no state does a player gain more than ${dollars(t.gain_dollars, 5)} by playing otherwise; on average ${dollars(t.mean_gain_dollars, 5)}.`),
    h("p", { class: "quiet" }, `From ${t.source}; solved by ${t.method} in ${t.rounds} rounds.`),
    controls(...(players === 3 ? [button] : []), small),
    where,
    grids,
    h("h3", {}, "Values of the state"),
    valueTable,
  );
  const middle = total / players;
  return () => {
    const unit = smallest(t.chips.flat().filter(Boolean));
    const buttons = distinct(t.chips.map((c) => c[0]));
    button.offer(Math.min(...buttons), Math.max(...buttons), middle, unit);
    const left = t.chips.filter((c) => players === 2 || c[0] === button.value);
    small.offer(Math.min(...left.map((c) => c[1])), Math.max(...left.map((c) => c[1])), middle, unit);
    const at = t.chips.findIndex((c) => (players === 2 || c[0] === button.value) && c[1] === small.value);
    const chips = t.chips[at];
    if (!chips) {
      fill(where, "No such state is solved.");
      fill(grids);
      fill(valueTable);
      return;
    }
    fill(where, stacks(chips));
    const own = decisions.get(at) ?? [];
    while (made.length < own.length) made.push(new Grid(classes, hint));
    fill(grids, made.slice(0, own.length).map((g) => g.element));
    own.forEach((d, i) => {
      const verb = t.verbs[which[d] ?? 0] ?? "jam";
      const cells = classes.map((_, k) => cellOf(t, verb, jam[d * classes.length + k] ?? 0, gain[d * classes.length + k] ?? 0));
      const weight = (k: number) => (k % 14 === 0 ? 6 : Math.floor(k / 13) < k % 13 ? 4 : 12); // combinations of a class
      const share = classes.reduce((sum, _, k) => sum + (weight(k) * (jam[d * classes.length + k] ?? 0)) / 1000, 0) / 1326;
      made[i]?.show(t.words[which[d] ?? 0] ?? "", `${verb} ${(100 * share).toFixed(1)}% of hands; regret ${dollars(t.regret[d] ?? 0, 6)} a hand`, cells);
    });
    fill(valueTable, values(chips, t.values[at], t.icm[at]));
  };
}

function cellOf(t: TournamentData, verb: string, thousandths: number, gain: number): Cell {
  const percent = thousandths / 10;
  const text = percent > 0 && percent < 1 ? "<1" : percent > 99 && percent < 100 ? ">99" : String(Math.round(percent));
  const more = gain === 0 ? "play never comes here with it" : `${verb} minus fold ${gained((gain + t.gain_low - 1) * t.step_dollars)}`;
  return { t: thousandths / 1000, text, detail: `${verb} ${percent.toFixed(1)}% of the time; ${more}` };
}

function values(chips: Seats, value: Seats | undefined, icm: Seats | undefined): HTMLElement {
  return plainTable(["seat", "chips", "equilibrium", "ICM", "difference"], seats.flatMap((seat, i) => {
    const [v, m] = [value?.[i] ?? 0, icm?.[i] ?? 0];
    return chips[i] ? [{ name: seat, cells: [String(chips[i]), dollars(v), dollars(m), gained(v - m)] }] : [];
  }));
}

// smallest is the smallest distance of two numbers, or the smallest number.
function smallest(list: number[]): number {
  const sorted = distinct(list).sort((a, b) => a - b);
  return sorted.reduce((least, x, i) => Math.min(least, i ? x - (sorted[i - 1] ?? 0) : x), Infinity);
}

interface Differing {
  hand: string;
  published: number;
  default: number;
  paper: number;
}

// tables shows a published table in one of our models, and where they differ.
function tables(root: HTMLElement, state: State, all: ChartTable[], classes: string[], alone: boolean): Update {
  const table = new Select("table", "table", state);
  const model = new Select("model", "model", state);
  const grid = new Grid(classes, hint);
  const summary = h("p");
  const list = new Table<Differing>(
    "feltlab-published-cells.csv",
    "cells that differ from the print",
    [
      { key: "hand", title: "hand", value: (r) => r.hand },
      { key: "published_percent", title: "published", value: (r) => r.published, number: true },
      { key: "default_percent", title: "exact model", value: (r) => r.default, number: true },
      { key: "paper_percent", title: "as published", value: (r) => r.paper, number: true },
    ],
    state,
    "cells",
    "hand",
  );
  root.append(
    h("h3", {}, "Beside the published tables"),
    ...(alone ? [h("p", { class: "quiet" }, "These results hold no solved tournament; feltlab report --tournament FOLDER shows one state by state.")] : []),
    controls(table, model),
    h("div", { class: "grids" }, grid.element),
    summary,
    list.element,
  );
  return () => {
    table.offer(all.map((t) => ({ value: String(t.number), text: `Table ${t.number}: ${t.words} (${t.setting})` })));
    model.offer([{ value: "default", text: "the exact model" }, { value: "paper", text: "as published" }, { value: "published", text: "the print" }]);
    const t = all.find((x) => String(x.number) === table.value) ?? all[0];
    if (!t) return;
    const shown = model.value === "paper" ? t.paper_percent : model.value === "published" ? t.published_percent : t.default_percent;
    const ours = model.value === "paper" ? t.paper_percent : t.default_percent;
    const other = (k: number) => (ours[k] ?? 0) >= 50 !== (t.published_percent[k] ?? 0) >= 50;
    grid.show(
      `Table ${t.number}: ${t.words}`,
      `${t.setting}; ${t.verb}, % of the time; framed hands are on the other side of 50%`,
      classes.map((_, k) => ({
        t: (shown[k] ?? 0) / 100,
        text: String(Math.round(shown[k] ?? 0)),
        detail: `published ${t.published_percent[k]}%, exact model ${t.default_percent[k]}%, as published ${t.paper_percent[k]}%`,
        marked: other(k),
      })),
    );
    const rows = classes.flatMap((hand, k) => {
      const r = { hand, published: t.published_percent[k] ?? 0, default: t.default_percent[k] ?? 0, paper: t.paper_percent[k] ?? 0 };
      return Math.abs((ours[k] ?? 0) - r.published) > 5 ? [r] : [];
    });
    fill(summary, `${count(rows.length)} of 169 hands are more than 5 points from the print, ${count(classes.filter((_, k) => other(k)).length)} on the other side of 50%.`);
    list.show(rows);
  };
}
