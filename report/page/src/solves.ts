// The results, a row each, and the order of results of the same question.

import { block } from "./data";
import type { Formula } from "./flops";

export type Loss = "average" | "max";

export interface Solve {
  row: number;
  file: string; // with the evidence
  files: string[]; // all that have the result
  hand: string;
  range: string;
  program: string;
  maxFeatures: number;
  errorLimit: number;
  status: string;
  average: number | null;
  largest: number | null;
  bound: number | null; // in the unit of the program
  seconds: number;
  engine: string;
  seed: number;
  timeLimit: number;
  formula: Formula;
}

let all: Solve[] | undefined;

export function solves(): Solve[] {
  if (all) return all;
  const s = block("solves");
  all = s.hand.map((hand, row) => ({
    row,
    file: s.names[s.files[row]?.[0] ?? 0] ?? "",
    files: (s.files[row] ?? []).map((f) => s.names[f] ?? ""),
    hand,
    range: s.range[row] ?? "",
    program: s.program[row] ?? "",
    maxFeatures: s.max_features[row] ?? 0,
    errorLimit: s.error_limit[row] ?? 0,
    status: s.status[row] ?? "",
    average: s.average_error[row] ?? null,
    largest: s.max_error[row] ?? null,
    bound: s.lower_bound_features[row] ?? fraction(s.lower_bound_percent[row]),
    seconds: s.seconds[row] ?? 0,
    engine: s.engine[row] ?? "",
    seed: s.seed[row] ?? 0,
    timeLimit: s.time_limit_seconds[row] ?? 0,
    formula: { features: s.features[row] ?? [], weights: s.weights[row] ?? [] },
  }));
  return all;
}

function fraction(percent: number | null | undefined): number | null {
  return percent === null || percent === undefined ? null : percent / 100;
}

// gapOf is the objective less the bound, as a part of the objective.
export function gapOf(s: Solve): number | null {
  const best = objective(s);
  return best === null || s.bound === null ? null : best > 0 ? Math.max(0, best - s.bound) / best : 0;
}

// add adds a result that the server has found.
export function add(s: Omit<Solve, "row" | "files" | "file" | "errorLimit" | "seed" | "timeLimit">): void {
  solves().push({ ...s, row: -1, file: "the server", files: ["the server"], errorLimit: 0, seed: 0, timeLimit: 0 });
}

// countsFeatures says that the program asks for the fewest features within an error.
export function countsFeatures(program: string): boolean {
  return program.startsWith("FEAT_");
}

export function lossOf(program: string): Loss {
  return program.endsWith("MAXERR") ? "max" : "average";
}

// found says whether there is a formula.
export function found(s: Solve): boolean {
  return s.status === "optimal" || s.status === "feasible";
}

// proved says whether the formula is proved optimal, or the question proved infeasible.
export function proved(s: Solve): boolean {
  return s.status === "optimal" || s.status === "infeasible";
}

export function errorOf(s: Solve, loss: Loss): number | null {
  return loss === "max" ? s.largest : s.average;
}

// objective is what the program minimises: an error, or the number of features.
export function objective(s: Solve): number | null {
  if (!found(s)) return null;
  return countsFeatures(s.program) ? s.formula.features.length : errorOf(s, lossOf(s.program));
}

// title names the program with its size, such as AVGERR(10) or FEAT_AVGERR(2.5%).
export function title(s: Solve): string {
  return `${s.program}(${sizeOf(s)})`;
}

// sizeOf is the parameter of a program: a number of features, or an error limit in percentage points.
export function sizeOf(s: Solve): string {
  return countsFeatures(s.program) ? `${Number((100 * s.errorLimit).toPrecision(6))}%` : String(s.maxFeatures);
}

// distinct lists values once, in the order of their first appearance.
export function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

// better says whether a result has the better answer: the lower objective, then the higher bound.
export function better(a: Solve, b: Solve): boolean {
  const [x, y] = [objective(a) ?? Infinity, objective(b) ?? Infinity];
  return x < y || (x === y && (a.bound ?? -1) > (b.bound ?? -1));
}
