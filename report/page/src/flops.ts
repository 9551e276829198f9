// The flops of a hand against a range with their exact equities.

import { rename, suitMaps } from "./cards";
import { ask } from "./live";
import { addRounds, block, unpack, type HandFlops, type Packed } from "./data";

const runouts = 990; // turns and rivers for two known hands and a flop

// Formula is features with their weights.
export interface Formula {
  features: number[];
  weights: number[];
}

export class Flops {
  readonly count: number;
  readonly equity: Float64Array;
  private readonly places = new Map<number, number>();

  constructor(
    readonly hand: readonly [number, number],
    readonly flop: Float64Array,
    readonly weight: Float64Array,
    private readonly bits: Float64Array,
    readonly groups: Float64Array[],
    readonly wins: Float64Array,
    readonly ties: Float64Array,
    readonly combos: Float64Array,
    symmetric: boolean,
  ) {
    this.count = flop.length;
    this.equity = wins.map((w, i) => (w + (ties[i] ?? 0) / 2) / this.deals(i));
    const maps = symmetric ? suitMaps(hand) : [[0, 1, 2, 3]];
    for (let i = 0; i < this.count; i++) {
      const cards = this.cards(i);
      for (const map of maps) this.places.set(key(rename(cards, map)), i);
    }
  }

  deals(i: number): number {
    return runouts * (this.combos[i] ?? 0);
  }

  cards(i: number): number[] {
    const code = this.flop[i] ?? 0;
    return [code >> 12, (code >> 6) & 63, code & 63];
  }

  // find returns the index of a flop, or undefined if the hand has no such flop.
  find(cards: readonly number[]): number | undefined {
    return this.places.get(key(cards));
  }

  has(feature: number, i: number): boolean {
    const width = Math.ceil(this.count / 8);
    return ((this.bits[(feature - 1) * width + (i >> 3)] ?? 0) >> (i & 7) & 1) === 1;
  }

  // always says whether a feature is true on every flop.
  always(feature: number): boolean {
    for (let i = 0; i < this.count; i++) if (!this.has(feature, i)) return false;
    return true;
  }

  // estimate is the formula's sum, its terms added in their order.
  estimate(f: Formula, i: number): number {
    let sum = 0;
    f.features.forEach((id, k) => {
      if (this.has(id, i)) sum += f.weights[k] ?? 0;
    });
    return sum;
  }

  estimates(f: Formula): Float64Array {
    return Float64Array.from({ length: this.count }, (_, i) => this.estimate(f, i));
  }
}

// key names three different cards in any order.
function key(cards: readonly number[]): number {
  const [a = 0, b = 0, c = 0] = [...cards].sort((x, y) => y - x);
  return (a << 12) | (b << 6) | c;
}

const made = new Map<string, Promise<Flops | null>>();

// flopsOf returns the flops of a hand against a range, or null if the page has none. A live page asks its server, which
// counts them, some seconds, only with start.
export function flopsOf(hand: string, range: string, start: boolean): Promise<Flops | null> {
  const name = JSON.stringify([hand, range]);
  let flops = made.get(name);
  if (!flops) {
    flops = make(hand, range, start);
    flops.then((f) => f ?? made.delete(name), () => made.delete(name));
    made.set(name, flops);
  }
  return flops;
}

function holder(hand: string, range: string): HandFlops | undefined {
  return document.getElementById("data-flops") ? block("flops").hands.find((h) => h.hand === hand && h.ranges.some((r) => r.range === range)) : undefined;
}

// hasFlops says whether the page has them.
export function hasFlops(hand: string, range: string): boolean {
  return holder(hand, range) !== undefined;
}

async function make(hand: string, range: string, start: boolean): Promise<Flops | null> {
  const stored = holder(hand, range);
  const h = stored ?? (block("about").live ? await ask<HandFlops | null>("POST", "/flops", { hand, range, stored: !start }) : undefined);
  const r = stored ? h?.ranges.find((r) => r.range === range) : h?.ranges[0];
  if (!h || !r) return null;
  if (h.rounds) addRounds(h.rounds);
  const columns: Packed[] = [h.flop, h.weight, h.features, r.wins, r.ties, r.combos, ...h.groups];
  const [flop, weight, features, wins, ties, combos, ...groups] = await Promise.all(columns.map(unpack));
  if (!flop || !weight || !features || !wins || !ties || !combos) throw new Error("a column is missing");
  return new Flops(h.cards, flop, weight, features, groups, wins, ties, combos, h.symmetric);
}
