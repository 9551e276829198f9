// The short names of the page, spelled out where they stand.

import { block } from "./data";
import { h, type Child } from "./dom";
import { factsOf } from "./ranges";
import { distinct, solves } from "./solves";

const programs: [RegExp, string][] = [
  [/^AVGERR/, "the least average error over all flops with at most n features"],
  [/^MAXERR/, "the least largest error over all flops with at most n features"],
  [/^FEAT_AVGERR/, "the fewest features with an average error of at most e"],
  [/^FEAT_MAXERR/, "the fewest features with a largest error of at most e"],
];

// meaning spells out a range's or a program's short name; it is empty for other texts.
export function meaning(name: string): string {
  const words = factsOf(name)?.words;
  return words || (programs.find(([form]) => form.test(name))?.[1] ?? "");
}

// short shows a name with its meaning as a title.
export function short(name: string): HTMLElement {
  const title = meaning(name);
  return h("span", { title: title || null }, name);
}

// glossary explains the short names that the results use.
export function glossary(...also: ("programs" | "features")[]): HTMLElement {
  const all = solves();
  const list: [string, Child][] = distinct(all.map((s) => s.range)).flatMap((r): [string, Child][] => (meaning(r) ? [[r, meaning(r)]] : []));
  if (also.includes("programs")) {
    for (const p of distinct(all.map((s) => s.program))) list.push([`${p}(${p.startsWith("FEAT") ? "e" : "n"})`, meaning(p)]);
  }
  if (also.includes("features")) list.push([`F1 to F${block("features").name.length}`, "the features: statements about hand and flop that are true or false; F54, for example, is true when " + (block("features").sentence[53] ?? "")]);
  list.push(["error", "exact equity less the formula's sum, without sign, in percentage points"], ["bound", "no formula of this size has a smaller error; a lock marks formulas that meet it"]);
  return h("details", { class: "glossary" }, h("summary", {}, "What the short names mean"), h("dl", {}, list.map(([name, words]) => [h("dt", {}, name), h("dd", {}, words)])));
}
