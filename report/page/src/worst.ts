// The errors of a formula on all flops, and the flops with the largest ones.

import { faces, rename, renamings } from "./cards";
import { h } from "./dom";
import type { Flops, Formula } from "./flops";
import { signed } from "./format";
import { exactOf, sumOf } from "./sum";

// Errors holds the errors of a formula on all flops.
export class Errors {
  readonly estimate: Float64Array;
  readonly signed: Float64Array; // estimate less equity
  readonly average: number;
  readonly largest: number;

  constructor(readonly flops: Flops, readonly formula: Formula) {
    this.estimate = flops.estimates(formula);
    this.signed = this.estimate.map((s, i) => s - (flops.equity[i] ?? 0));
    let [sum, total, largest] = [0, 0, 0];
    for (let i = 0; i < flops.count; i++) {
      const [size, weight] = [Math.abs(this.signed[i] ?? 0), flops.weight[i] ?? 0];
      sum += weight * size;
      total += weight;
      largest = Math.max(largest, size);
    }
    this.average = sum / total;
    this.largest = largest;
  }

  size(i: number): number {
    return Math.abs(this.signed[i] ?? 0);
  }
}

// worstOf lists the flops with the largest errors; among flops that differ only in suits it lists the worst.
export function worstOf(e: Errors, most: number, within: (i: number) => boolean = () => true): number[] {
  const order = Array.from({ length: e.flops.count }, (_, i) => i).filter(within);
  order.sort((a, b) => e.size(b) - e.size(a) || a - b);
  const seen = new Set<string>();
  const out: number[] = [];
  for (const i of order) {
    if (out.length === most) break;
    const cards = e.flops.cards(i);
    const name = renamings.map((map) => rename(cards, map).sort((a, b) => b - a).join()).sort()[0] ?? "";
    if (!seen.has(name)) out.push(i);
    seen.add(name);
  }
  return out;
}

export function flopOf(e: Errors, hand: string, i: number, decimals: number): HTMLElement {
  const alike = e.flops.weight[i] ?? 1;
  return h(
    "article",
    { class: "flop" },
    h("div", {}, faces(e.flops.cards(i)), alike > 1 && h("span", { class: "quiet" }, ` and ${alike - 1} alike`)),
    h("div", {}, "exact ", exactOf(e.flops, i)),
    h("div", {}, "formula ", sumOf(e.formula, hand, e.flops, i, decimals)),
    h("div", {}, "off by ", h("strong", {}, signed(e.signed[i] ?? 0))),
  );
}
