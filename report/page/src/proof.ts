// What is proved about a formula, and the commands that make and check it.

import { copyable, quoted } from "./controls";
import { block } from "./data";
import { h, type Child } from "./dom";
import { bytes, count, points, seconds } from "./format";
import { lock } from "./marks";
import { errorOf, title, type Loss, type Solve } from "./solves";
import { featuresOf, type Bound } from "./subject";

// headline says how far a formula is off, and what is proved.
export function headline(s: Solve, loss: Loss, n: number, bound: Bound | undefined): Child {
  const size = s.formula.features.length;
  return [
    `${s.hand} against ${s.range}, at most ${n} ${n === 1 ? "feature" : "features"}: ${loss === "max" ? "largest error" : "average error"} `,
    h("strong", {}, points(errorOf(s, loss))),
    " percentage points",
    bound ? `, proved to be no less than ${points(bound.error)} ` : " ",
    s.status === "optimal" && featuresOf(s) === n && lock(),
    size < n ? `; the formula has ${size}` : "",
  ];
}

// proofOf lists the facts about the bound, and the commands that make and check the result.
export function proofOf(s: Solve, n: number, bound: Bound | undefined): Child {
  const c = block("certificates");
  const loss = s.program.endsWith("MAXERR") ? " --loss max" : "";
  const make = `feltlab fit --hand ${quoted(s.hand)} --range ${quoted(s.range)} --features ${n}${loss} --time-limit 10m --json`;
  const others = s.files.length > 1 ? ` (also in ${s.files.slice(1).join(", ")})` : "";
  const facts: [string, Child][] = [["formula", `${title(s)}, ${s.status}, by ${s.engine} in ${seconds(s.seconds)}, from ${s.file}${others}`]];
  let [check, how] = [`feltlab verify ${quoted(s.file)}`, "check it, from the cards on"];
  if (bound && c.kind[bound.row]) {
    const file = c.file[bound.row] ?? "";
    const state = c.state[bound.row];
    const apart = state === "not stored here";
    facts.push(
      ["claim", `no formula with at most ${bound.features} features has an error below ${points(bound.error, 6)} percentage points`],
      ["proof", c.kind[bound.row] === "relaxation" ? "the relaxation: one cut, of all features" : `${count(c.cuts[bound.row] ?? 0)} cuts: sets of features of which any better formula must have some`],
      ["file", apart ? "not stored with these results; the second command proves it again" : file ? `${file}, ${bytes(c.bytes[bound.row] ?? 0)}` : "in the result itself"],
    );
    if (c.digest[bound.row]) facts.push(["SHA-256", h("code", { class: "digest" }, c.digest[bound.row] ?? "")]);
    if (apart) [check, how] = [`${make} --fresh`, "prove it again"];
    else if (state && state !== "as named") {
      const problem = { differs: "the file is another proof than the result names", missing: "the file is missing", damaged: "the file cannot be read" }[state] ?? state;
      facts.push(["problem", h("strong", {}, problem)]);
    }
    if (file && !apart) check = `feltlab verify ${quoted(file)}`;
  } else {
    facts.push(["proof", "none is stored for this number of features"]);
  }
  return [
    h("dl", { class: "facts" }, facts.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)])),
    h("p", { class: "quiet" }, "make it"),
    copyable(make),
    h("p", { class: "quiet" }, how),
    copyable(check),
  ];
}
