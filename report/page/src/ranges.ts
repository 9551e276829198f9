// Ranges as sets of the 169 classes of starting hands, in the order of the grid: a reader and a printer of range texts.

import { ranks } from "./cards";
import { block, has, type RangeFacts } from "./data";

const size = 13;
const high = [...ranks].reverse().join(""); // aces first

// classes are the names of the classes: suited hands above the diagonal of the grid, offsuit hands below.
export const classes: readonly string[] = Array.from({ length: size * size }, (_, k) => nameOf(Math.floor(k / size), k % size));

function nameOf(row: number, column: number): string {
  const [a, b] = [high[Math.min(row, column)], high[Math.max(row, column)]];
  return row === column ? `${a}${b}` : `${a}${b}${row < column ? "s" : "o"}`;
}

// combosOf is the number of two-card hands of a class.
export function combosOf(k: number): number {
  const [row, column] = [Math.floor(k / size), k % size];
  return row === column ? 6 : row < column ? 4 : 12;
}

// factsOf describes a stored range.
export function factsOf(range: string): RangeFacts | undefined {
  return has("solves") ? block("solves").ranges[range] : undefined;
}

// parseRange reads names of stored ranges, hands such as AA, AKs, KQo and AK, with + for better ones, and spans such as
// 99-66 and A5s-A2s. It returns the set of classes, or undefined for other texts, such as weights and single cards.
export function parseRange(text: string): Set<number> | undefined {
  const set = new Set<number>();
  for (const token of text.split(/[\s,]+/).filter(Boolean)) {
    const list = named(token) ?? span(token);
    if (!list) return undefined;
    for (const k of list) set.add(k);
  }
  return set;
}

// canonical is the text of a range by which results are stored, if they are: the name of a stored range of the same hands.
export function canonical(typed: string, stored: readonly string[]): string {
  const parsed = parseRange(typed);
  return stored.includes(typed) || !parsed ? typed : printRange(parsed);
}

// complaint says what is wrong with the first part of a text that parseRange does not read, and what would be right.
export function complaint(text: string): string {
  const token = text.split(/[\s,]+/).find((t) => t !== "" && !named(t) && !span(t)) ?? "";
  const [, a = "", b = "", rest = ""] = /^(.)(.?)(.*)$/s.exec(token) ?? [];
  const wrong = [a, b].findIndex((r) => at(r) < 0 || r === "");
  const want = "write hands such as 77+, A5s-A2s, KQo, or the name of a range, such as ATC (any two cards)";
  if (!/^[2-9TJQKA]/i.test(token) || token.length < 2) return `"${token}": ${want}.`;
  if (wrong >= 0) return `"${token}": unknown rank "${[a, b][wrong]}" at character ${wrong + 1}; ranks are ${high}.`;
  if (a.toUpperCase() === b.toUpperCase() && /^[so]/i.test(rest)) return `"${token}": a pair is neither suited nor offsuit; write ${a}${b}.`;
  return `"${token}": "${rest}" after ${a}${b}; ${want}.`;
}

function named(token: string): number[] | undefined {
  if (/^(any|random|atc)$/i.test(token)) return classes.map((_, k) => k);
  const cells = factsOf(token.toUpperCase())?.cells;
  return cells && !cells.includes("p") ? [...cells].flatMap((c, k) => (c === "1" ? [k] : [])) : undefined;
}

function span(token: string): number[] | undefined {
  const [, a = "", b = "", kind = "", rest = ""] = /^([2-9TJQKA])([2-9TJQKA])([so]?)(\+|-.*|)$/i.exec(token) ?? [];
  const [x, y] = [at(a), at(b)].sort((p, q) => p - q) as [number, number];
  if (a === "" || (x === y && kind !== "")) return undefined;
  let [first, last] = [y, y]; // of the lower card, or of a pair
  if (rest === "+") first = x === y ? 0 : x + 1;
  if (rest.startsWith("-")) {
    const [, c = "", d = "", other = ""] = /^-([2-9TJQKA])([2-9TJQKA])([so]?)$/i.exec(rest) ?? [];
    const [p, q] = [at(c), at(d)].sort((m, n) => m - n) as [number, number];
    if (c === "" || other.toLowerCase() !== kind.toLowerCase() || (x === y) !== (p === q) || (x !== y && p !== x)) return undefined;
    [first, last] = [Math.min(y, q), Math.max(y, q)];
  }
  const list: number[] = [];
  for (let r = first; r <= last; r++) {
    if (x === y) list.push(r * size + r);
    else if (kind.toLowerCase() !== "o") list.push(x * size + r);
    if (x !== y && kind.toLowerCase() !== "s") list.push(r * size + x);
  }
  return list;
}

function at(rank: string): number {
  return high.indexOf(rank.toUpperCase());
}

// printRange writes a set: the name of a stored range with the same classes, or pairs, then for each high card the suited
// and offsuit hands. A plain text has no names, for other programs.
export function printRange(set: ReadonlySet<number>, plain = false): string {
  const cells = cellsOf(set);
  if (!plain && !cells.includes("0")) return "ATC";
  const name = !plain && Object.entries(has("solves") ? block("solves").ranges : {}).find(([, facts]) => facts.cells === cells)?.[0];
  if (name) return name;
  const parts = runs(0, size, (r) => set.has(r * size + r), (r) => nameOf(r, r), 0);
  for (let x = 0; x < size; x++) {
    parts.push(...runs(x + 1, size, (r) => set.has(x * size + r), (r) => nameOf(x, r), x + 1));
    parts.push(...runs(x + 1, size, (r) => set.has(r * size + x), (r) => nameOf(r, x), x + 1));
  }
  return parts.join(",");
}

// cellsOf writes a set as RangeFacts does.
export function cellsOf(set: ReadonlySet<number>): string {
  return classes.map((_, k) => (set.has(k) ? "1" : "0")).join("");
}

// runs writes the runs of a row of hands: one that begins with the best hand gets a plus.
function runs(from: number, to: number, has: (r: number) => boolean, name: (r: number) => string, best: number): string[] {
  const out: string[] = [];
  for (let r = from; r < to; r++) {
    if (!has(r)) continue;
    const first = r;
    while (r + 1 < to && has(r + 1)) r++;
    out.push(first === r ? name(r) : first === best ? `${name(r)}+` : `${name(first)}-${name(r)}`);
  }
  return out;
}
