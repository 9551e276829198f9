// All results: a matrix of hands and ranges for one program, and a table of the results that match the filters.

import { paint } from "../chart";
import { controls, Field, quoted, Select, type Option } from "../controls";
import { block } from "../data";
import { fill, h } from "../dom";
import { count, points, seconds } from "../format";
import { legend, lock } from "../marks";
import { factsOf } from "../ranges";
import type { Section } from "../section";
import { better, countsFeatures, distinct, gapOf, objective, proved, sizeOf, solves, title, type Solve } from "../solves";
import type { State } from "../state";
import { Table } from "../table";
import { glossary, meaning, short } from "../terms";

// Colour is a value that colours the cells of the matrix.
interface Colour {
  value: string;
  text: string;
  of: (s: Solve) => number | null;
}

const error: Colour = { value: "error", text: "error", of: objective };
const gap: Colour = {
  value: "gap",
  text: "gap: error less bound",
  of: (s) => {
    const best = objective(s);
    return best === null || s.bound === null ? null : Math.max(0, best - s.bound);
  },
};
const bound: Colour = { value: "bound", text: "proved bound", of: (s) => s.bound };
const colours = [error, gap, bound];

// cellLink leads to the cell of a result.
export function cellLink(state: State, s: Solve): string {
  const size = countsFeatures(s.program) ? s.formula.features.length : s.maxFeatures;
  return state.link("cell", { hand: s.hand, range: s.range, loss: s.program.endsWith("MAXERR") ? "max" : null, n: size || null });
}

// unit writes an objective or a bound of a program: percentage points, or a number of features.
function unit(program: string, x: number | null, decimals = 4): string {
  if (x === null) return "";
  return countsFeatures(program) ? String(x) : points(x, decimals);
}

export const overview: Section = {
  id: "overview",
  title: "Overview",
  needs: ["solves", "features"],
  there: () => solves().length > 0,
  glossary: () => glossary("programs"),
  render(root, state) {
    const all = solves();
    const program = new Select("program", "program", state, { size: null });
    const size = new Select("features or error", "size", state);
    const colour = new Select("colour", "colour", state);
    const status = new Select("status", "status", state);
    const engine = new Select("engine", "engine", state);
    const file = new Select("results", "file", state);
    const search = new Field("hand or range", "q", state, "AA, RUS …");
    const summary = h("p", { class: "lead" });
    const matrix = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "hands and ranges" });
    const table = new Table<Solve>(
      "feltlab-results.csv",
      "results",
      [
        { key: "hand", title: "hand", value: (s) => s.hand, show: (s) => h("a", { href: cellLink(state, s) }, s.hand) },
        { key: "range", title: "range", value: (s) => s.range, show: (s) => short(s.range) },
        { key: "program", title: "program", value: (s) => title(s), show: (s) => h("span", { title: meaning(s.program) }, title(s)) },
        { key: "status", title: "status", value: (s) => s.status, show: (s) => [proved(s) && lock(), " ", s.status] },
        { key: "features", title: "features", value: (s) => s.formula.features.length, number: true },
        { key: "average_error_percent", title: "average", value: (s) => percent(s.average), show: (s) => points(s.average), number: true },
        { key: "max_error_percent", title: "largest", value: (s) => percent(s.largest), show: (s) => points(s.largest, 2), number: true },
        { key: "lower_bound_percent", title: "bound", value: (s) => (countsFeatures(s.program) ? null : percent(s.bound)), show: (s) => unit(s.program, s.bound), number: true },
        { key: "lower_bound_features", title: "bound", value: (s) => (countsFeatures(s.program) ? s.bound : null), file: true },
        { key: "gap_percent", title: "gap, % of it", value: (s) => percent(gapOf(s)), show: (s) => points(gapOf(s), 2), number: true },
        { key: "seconds", title: "time", value: (s) => s.seconds, show: (s) => seconds(s.seconds), number: true },
        { key: "engine", title: "engine", value: (s) => s.engine },
        { key: "file", title: "results", value: (s) => s.files.join(" ") },
      ],
      state,
      "sort",
      "", // as in the files
    );
    root.append(
      summary,
      controls(program, size, colour, status, engine, file, search),
      matrix,
      h("h3", {}, "Results that match the filters"),
      table.element,
    );
    return () => {
      program.offer(any(distinct(all.map((s) => s.program)), "all programs"), firstOf(all));
      const ofProgram = all.filter((s) => program.value === everything || s.program === program.value);
      size.offer(any(distinct(ofProgram.map(sizeOf)).sort(bySize), "all"), mostUsed(ofProgram));
      colour.offer(colours.map(({ value, text }) => ({ value, text })));
      status.offer(any(distinct(all.map((s) => s.status)), "all"), everything);
      engine.offer(any(distinct(all.map((s) => s.engine)), "all"), everything);
      file.offer(any(distinct(all.flatMap((s) => s.files)), "all"), everything);
      search.refresh();
      const words = search.value.toLowerCase().split(/[\s,]+/).filter(Boolean);
      const rows = ofProgram.filter(
        (s) =>
          (size.value === everything || sizeOf(s) === size.value) &&
          (status.value === everything || s.status === status.value) &&
          (engine.value === everything || s.engine === engine.value) &&
          (file.value === everything || s.files.includes(file.value)) &&
          (words.length === 0 || words.some((w) => s.hand.toLowerCase() === w || s.range.toLowerCase() === w)),
      );
      const done = rows.filter(proved).length;
      fill(summary, `${count(rows.length)} of ${count(all.length)} results; ${count(done)} of them `, lock(), ` proved: no formula is better.`);
      fill(matrix, matrixOf(rows, colours.find((c) => c.value === colour.value) ?? error, state));
      table.show(rows);
      return `feltlab report ${block("about").paths.map(quoted).join(" ")} --out report.html`;
    };
  },
};

const everything = "all"; // as a value of the state, where nothing is the default

function percent(x: number | null): number | null {
  return x === null ? null : 100 * x;
}

function any(values: string[], all: string): Option[] {
  return [...values.map((v) => ({ value: v, text: v })), { value: everything, text: all }];
}

// firstOf is the program that is shown first: AVGERR if it has results.
function firstOf(all: Solve[]): string | undefined {
  return all.find((s) => s.program === "AVGERR")?.program ?? all[0]?.program;
}

// mostUsed is the size with answers for most hands and ranges; among equals the larger one.
function mostUsed(rows: Solve[]): string {
  const cells = new Map<string, Set<string>>();
  for (const s of rows) {
    const key = sizeOf(s);
    cells.set(key, (cells.get(key) ?? new Set()).add(JSON.stringify([s.hand, s.range])));
  }
  return [...cells].sort((a, b) => b[1].size - a[1].size || bySize(b[0], a[0]))[0]?.[0] ?? "";
}

function bySize(a: string, b: string): number {
  return parseFloat(a) - parseFloat(b);
}

// matrixOf is the table of the best result of every hand and range.
function matrixOf(rows: Solve[], colour: Colour, state: State): HTMLElement {
  const best = new Map<string, Solve>();
  for (const s of rows) {
    const key = JSON.stringify([s.hand, s.range]);
    const old = best.get(key);
    if (!old || better(s, old)) best.set(key, s);
  }
  const hands = distinct(rows.map((s) => s.hand));
  const ranges = distinct([...rows].sort((a, b) => (factsOf(a.range)?.combos ?? 0) - (factsOf(b.range)?.combos ?? 0)).map((s) => s.range));
  const values = [...best.values()].map(colour.of).filter((v) => v !== null);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const cell = (hand: string, range: string) => {
    const s = best.get(JSON.stringify([hand, range]));
    if (!s) return h("td", { class: "empty" });
    const value = colour.of(s);
    const text = value === null ? s.status : unit(s.program, value, colour === gap ? 5 : 4);
    const link = h("a", { href: cellLink(state, s), title: `${hand} against ${range}, ${title(s)}: ${text}, ${s.status}` }, text, proved(s) && lock());
    const element = h("td", { class: "heat" }, link);
    if (value !== null) paint(element, high > low ? (value - low) / (high - low) : 0);
    return element;
  };
  const what = rows.some((s) => countsFeatures(s.program)) ? (rows.every((s) => countsFeatures(s.program)) ? "features" : "errors or features") : "percentage points";
  return h(
    "figure",
    {},
    h(
      "table",
      { class: "matrix" },
      h("caption", { class: "hidden" }, `${colour.text} of the best formula by hand and range`),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "hand"), ranges.map((r) => h("th", { scope: "col" }, short(r))))),
      h("tbody", {}, hands.map((hand) => h("tr", {}, h("th", { scope: "row" }, hand), ranges.map((range) => cell(hand, range))))),
    ),
    h("figcaption", {}, `${colour.text}, ${what}: `, legend(low, high, (v) => unit(rows[0]?.program ?? "", v, 2)), " ", lock(), " proved"),
  );
}
