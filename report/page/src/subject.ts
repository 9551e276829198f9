// The subject of sections 2 to 4: a hand against a range, a loss, and the best formula with at most N features.

import { button, command, copyable, Select, Slider } from "./controls";
import { block, has, rounds } from "./data";
import { fill, h } from "./dom";
import { flopsOf, hasFlops, type Flops, type Formula } from "./flops";
import { countsFeatures, distinct, errorOf, found, lossOf, solves, type Loss, type Solve } from "./solves";
import { canonical, classes, factsOf, parseRange } from "./ranges";
import type { State } from "./state";

// Curve holds the results of a hand, a range and a loss by number of features.
export interface Curve {
  rows: Solve[];
  least: number;
  most: number;
}

export function curveOf(hand: string, range: string, loss: Loss): Curve {
  const rows = solves().filter((s) => s.hand === hand && s.range === range && lossOf(s.program) === loss);
  const sizes = rows.map(featuresOf).filter((n) => n > 0);
  return { rows, least: Math.min(...sizes), most: Math.max(...sizes) };
}

// featuresOf is the number of features that a result is about.
export function featuresOf(s: Solve): number {
  return countsFeatures(s.program) ? s.formula.features.length : s.maxFeatures;
}

// bestWith is the result with the least error and at most n features. Among equals it prefers the one that asked for n, then
// a proved one.
export function bestWith(curve: Curve, loss: Loss, n: number): Solve | undefined {
  const rank = (s: Solve) => [errorOf(s, loss) ?? Infinity, Math.abs(featuresOf(s) - n), countsFeatures(s.program) ? 1 : 0, s.status === "optimal" ? 0 : 1];
  return curve.rows
    .filter((s) => found(s) && s.formula.features.length <= n)
    .sort((a, b) => {
      const [x, y] = [rank(a), rank(b)];
      const i = x.findIndex((v, k) => v !== y[k]);
      return i < 0 ? 0 : (x[i] ?? 0) - (y[i] ?? 0);
    })[0];
}

// Bound is a proved bound on the error of every formula with at most the given number of features, and the row of the result
// with the proof.
export interface Bound {
  features: number;
  error: number;
  row: number;
}

// boundsOf lists the bounds on errors of a curve: those of the programs and, if programs count features, those of their
// proofs.
export function boundsOf(curve: Curve): Bound[] {
  const certificates = block("certificates");
  const list: Bound[] = [];
  for (const s of curve.rows) {
    if (certificates.kind[s.row]) list.push({ features: certificates.features[s.row] ?? 0, error: certificates.bound[s.row] ?? 0, row: s.row });
    else if (!countsFeatures(s.program) && s.bound !== null) list.push({ features: s.maxFeatures, error: s.bound, row: s.row });
  }
  return list;
}

// boundAt is the best bound for n features. A bound for more features also holds for fewer.
export function boundAt(bounds: Bound[], n: number): Bound | undefined {
  return bounds.filter((b) => b.features >= n).sort((a, b) => b.error - a.error || a.features - b.features)[0];
}

// Round is a formula whose weights are multiples of a step.
export interface Round {
  step: number; // percentage points
  solved: boolean;
  average: number | null;
  largest: number | null;
  formula: Formula;
}

export function roundsOf(row: number): Round[] {
  const r = rounds();
  const list: Round[] = [];
  r.row.forEach((of, i) => {
    if (of !== row) return;
    const step = r.step_percent[i] ?? 1;
    list.push({
      step,
      solved: r.solved[i] ?? false,
      average: r.average_error[i] ?? null,
      largest: r.max_error[i] ?? null,
      formula: { features: r.features[i] ?? [], weights: (r.weights[i] ?? []).map((w) => (w * step) / 100) },
    });
  });
  return list;
}

export function featureName(id: number): string {
  return block("features").name[id - 1] ?? `F${id}`;
}

const learned = new Map<string, number[]>();

// learn takes the features that are true on every flop from the flops of a hand that is not among the results.
export function learn(hand: string, flops: Flops): void {
  learned.set(hand, block("features").name.map((_, k) => k + 1).filter((id) => flops.always(id)));
}

function alwaysTrue(hand: string): number[] {
  return (has("solves") ? block("solves").always[hand] : undefined) ?? learned.get(hand) ?? [];
}

// Terms is a formula as players learn it: the sum of the features that are true on every flop, then the other features, the
// largest weight first.
export interface Terms {
  start: number;
  opening: number[]; // features of start
  others: { id: number; weight: number }[];
}

export function termsOf(f: Formula, hand: string): Terms {
  const always = alwaysTrue(hand);
  const terms: Terms = { start: 0, opening: [], others: [] };
  f.features.forEach((id, k) => {
    const weight = f.weights[k] ?? 0;
    if (always.includes(id)) {
      terms.start += weight;
      terms.opening.push(id);
    } else {
      terms.others.push({ id, weight });
    }
  });
  terms.others.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return terms;
}

export const fewest = 3; // features at first

// Pick is the hand and the range of the state, the same on all tabs.
export interface Pick {
  hand: string;
  range: string;
  typed: string; // the range as it was typed
  ranges: string[]; // of all results
  ofHand: string[]; // of the results of the hand
}

export function pickOf(state: State): Pick {
  const all = solves().filter(found);
  const some = all.filter((s) => hasFlops(s.hand, s.range));
  const usual = some.length > 0 ? some : all;
  const wanted = state.get("hand") ?? "";
  const hand = classes.includes(wanted) || /^([2-9TJQKA][cdhs]){2}$/.test(wanted) ? wanted : usual.some((s) => s.hand === "AA") ? "AA" : usual[0]?.hand ?? "AA";
  const ranges = distinct(all.map((s) => s.range));
  const ofHand = distinct([...usual, ...all].filter((s) => s.hand === hand).map((s) => s.range));
  const typed = state.get("range") ?? ofHand.find((r) => r === "ATC") ?? ofHand[0] ?? ranges[0] ?? "ATC";
  return { hand, range: canonical(typed, ranges), typed, ranges, ofHand };
}

// flopsFor returns the flops of a pick. Without, it fills a place with the reason and what to do.
export async function flopsFor(place: HTMLElement, state: State, hand: string, range: string, n: number): Promise<Flops | null> {
  const live = block("about").live;
  const count = (start: boolean) => flopsOf(hand, range, start).catch((problem: unknown) => {
    fill(place, h("span", { class: "bad" }, problem instanceof Error ? problem.message : String(problem)));
    return undefined;
  });
  const wait = () => fill(place, `Counting the flops of ${hand} against ${range}, some seconds …`);
  if (!hasFlops(hand, range) && live && state.touched) wait();
  const flops = await count(state.touched);
  if (flops === null) {
    fill(place, live ? ["feltlab has not counted the flops of this hand and range yet. ", button("Count the flops", () => {
      wait();
      void count(true).then((f) => f && state.set({}));
    })] : ["This file has no flops of this hand and range. ", button("Show a hand with flops", () => state.set({ hand: null, range: null })), " A command lists the flops where the formula is wrong: ",
      copyable(command("explain", { hand, range, features: n }))]);
  }
  return flops ?? null;
}

// Subject chooses hand, range, loss and number of features, among those of the results and the one of the state. With flops
// it offers only hands and ranges with flops on the page, if it is a file.
export class Subject {
  readonly hand: Select;
  readonly range: Select;
  readonly loss: Select;
  readonly size: Slider;

  constructor(private readonly state: State, private readonly withFlops: boolean) {
    this.hand = new Select("hand", "hand", state);
    this.range = new Select("range", "range", state);
    this.loss = new Select("error", "loss", state);
    this.size = new Slider("features in the formula", "n", state);
  }

  // read updates the options and returns the choice.
  read(): { hand: string; range: string; loss: Loss; curve: Curve; n: number; best: Solve | undefined } {
    const pick = pickOf(this.state);
    const usable = solves().filter((s) => found(s) && s.formula.features.length > 0 && (!this.withFlops || block("about").live || hasFlops(s.hand, s.range)));
    this.hand.offer(plain(distinct([...usable.map((s) => s.hand), pick.hand])), pick.hand);
    const ofHand = usable.filter((s) => s.hand === this.hand.value);
    const known = factsOf(pick.range) || parseRange(pick.range) ? [pick.range] : [];
    this.range.offer(distinct([...ofHand.map((s) => s.range), ...known]).map((value) => ({ value, text: value, title: factsOf(value)?.words ?? "" })), pick.range);
    const ofRange = ofHand.filter((s) => s.range === this.range.value);
    const losses = distinct(ofRange.map((s) => lossOf(s.program)));
    this.loss.offer((losses.length > 0 ? losses : ["average" as const]).map((value) => ({ value, text: value === "max" ? "largest" : "average" })), "average");
    const [hand, range, loss] = [this.hand.value, this.range.value, this.loss.value as Loss];
    const curve = curveOf(hand, range, loss);
    const least = Math.min(...ofRange.filter((s) => lossOf(s.program) === loss).map((s) => s.formula.features.length), fewest);
    this.size.offer(least, Math.max(curve.most, fewest), fewest);
    const n = this.size.value;
    return { hand, range, loss, curve, n, best: bestWith(curve, loss, n) };
  }
}

function plain(values: string[]): { value: string; text: string }[] {
  return values.map((value) => ({ value, text: value }));
}
