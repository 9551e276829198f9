// One hand against one range: the error by number of features, and the formula for the slider's number with its
// certificate.

import { Chart, Plot, series } from "../chart";
import { controls, copyable, quoted } from "../controls";
import { block, has } from "../data";
import { fill, h, type Child } from "../dom";
import { flopsOf, type Flops } from "../flops";
import { bytes, count, points, seconds, signed } from "../format";
import type { Section } from "../section";
import { errorOf, found, title, type Loss, type Solve } from "../solves";
import { boundAt, boundsOf, featureName, featuresOf, roundsOf, Subject, termsOf, type Curve } from "../subject";
import { lock } from "./overview";

export const cell: Section = {
  id: "cell",
  title: "One cell",
  needs: ["solves", "certificates", "features"],
  render(root, state) {
    const subject = new Subject(state, false);
    const heading = h("p", { class: "lead" });
    const place = h("div", { class: "plot" });
    const chart = new Chart(place);
    const key = h("p", { class: "key" });
    const words = h("p", { class: "words" });
    const bars = h("div");
    const rounds = h("div");
    const facts = h("div");
    root.append(
      controls(subject.hand, subject.range, subject.loss, subject.size),
      heading,
      h("div", { class: "columns" }, h("figure", {}, place, key), h("div", {}, h("h3", {}, "In words"), words, bars)),
      h("div", { class: "columns" }, h("div", {}, h("h3", {}, "Round weights"), rounds), h("div", {}, h("h3", {}, "What is proved"), facts)),
    );
    return async () => {
      const { hand, range, loss, curve, n, best } = subject.read();
      const flops = await flopsOf(hand, range);
      const name = loss === "max" ? "largest error" : "average error";
      const bound = boundAt(boundsOf(curve), n);
      fill(key, drawCurve(chart, curve, hand, range, loss, n));
      if (!best) {
        fill(heading, `No formula with at most ${n} features is stored for ${hand} against ${range}.`);
        return;
      }
      const error = errorOf(best, loss);
      const proved = best.status === "optimal" && featuresOf(best) === n;
      fill(
        heading,
        `${hand} against ${range}, at most ${n} ${n === 1 ? "feature" : "features"}: ${name} `,
        h("strong", {}, points(error)),
        " percentage points",
        bound ? `, proved to be no less than ${points(bound.error)} ` : " ",
        proved && lock(),
        best.formula.features.length < n ? `; the formula has ${best.formula.features.length}` : "",
      );
      fill(words, wordsOf(best, flops));
      fill(bars, barsOf(best, flops));
      fill(rounds, roundsTable(best, loss));
      fill(facts, factsOf(best, n, bound));
    };
  },
};

// drawCurve draws error against the number of features and returns the key to its marks.
function drawCurve(chart: Chart, curve: Curve, hand: string, range: string, loss: Loss, n: number): Child {
  const bounds = boundsOf(curve);
  const ours = new Map<number, Solve>();
  for (const s of curve.rows) {
    const size = featuresOf(s);
    const old = ours.get(size);
    if (found(s) && size > 0 && (!old || (errorOf(s, loss) ?? Infinity) < (errorOf(old, loss) ?? Infinity))) ours.set(size, s);
  }
  const sizes = [...ours.keys()].sort((a, b) => a - b);
  const incumbents = sizes.map((size) => ({ size, error: 100 * (errorOf(ours.get(size) as Solve, loss) ?? NaN), proved: ours.get(size)?.status === "optimal" }));
  const proved = sizes.flatMap((size) => {
    const b = boundAt(bounds, size);
    return b ? [{ size, error: 100 * b.error }] : [];
  });
  const printed = loss === "average" ? publishedOf(hand, range) : [];
  const [a, b, c] = [series(0), series(1), series(2)];
  chart.show(`${hand} against ${range}: error by number of features; the same numbers are in the overview's table`, (width) => ({
    height: Math.min(360, Math.max(240, width * 0.6)),
    marginLeft: 44,
    x: { label: "number of features →", domain: [Math.min(...sizes, ...printed.map((p) => p.size)) - 0.5, Math.max(...sizes, ...printed.map((p) => p.size)) + 0.5], ticks: width < 420 ? 6 : 12, tickFormat: "d", grid: true },
    y: { label: "↑ percentage points", zero: true, grid: true, nice: true },
    marks: [
      Plot.ruleY([0]),
      Plot.ruleX([n], { stroke: "currentColor", strokeOpacity: 0.12, strokeWidth: 12 }),
      Plot.lineY(proved, { x: "size", y: "error", stroke: b.color, strokeWidth: 1.5, strokeDasharray: "5,3" }),
      Plot.lineY(incumbents, { x: "size", y: "error", stroke: a.color, strokeWidth: 1.8 }),
      Plot.dot(incumbents, {
        x: "size",
        y: "error",
        symbol: a.symbol,
        r: 4,
        stroke: a.color,
        fill: (d: { proved: boolean }) => (d.proved ? a.color : "var(--paper)"),
        title: (d: { size: number; error: number; proved: boolean }) => `${d.size} features: ${d.error.toFixed(4)}${d.proved ? ", proved" : ""}`,
      }),
      Plot.dot(printed, { x: "size", y: "error", symbol: c.symbol, r: 7, stroke: c.color, strokeWidth: 1.8, title: "text" }),
      Plot.tip(incumbents, Plot.pointerX({ x: "size", y: "error", fill: "var(--paper)", title: (d: { size: number; error: number; proved: boolean }) => `${d.size} features\n${d.error.toFixed(4)}${d.proved ? ", proved" : ""}` })),
    ],
  }));
  return [
    h("span", { class: "mark dot-full" }),
    " incumbent, proved  ",
    h("span", { class: "mark dot-open" }),
    " incumbent  ",
    h("span", { class: "mark dashed" }),
    " best bound  ",
    printed.length > 0 && [h("span", { class: "ring" }, "△"), ` published (${printed.map((p) => p.text).join("; ")})`],
  ];
}

// publishedOf lists the printed values of a hand and a range.
function publishedOf(hand: string, range: string): { size: number; error: number; text: string }[] {
  if (!has("published")) return [];
  const p = block("published");
  return p.hand.flatMap((other, i) => {
    if (other !== hand || p.range[i] !== range) return [];
    const [error, needed] = [p.average_error_percent[i] ?? 0, p.features_needed[i] ?? 0];
    return needed > 0 ? [{ size: needed, error: 2.5, text: `Table 3: 2.5 with ${needed} features` }] : [{ size: 10, error, text: `Table 4: ${error} with 10` }];
  });
}

// wordsOf writes a formula in words.
export function wordsOf(s: { formula: Solve["formula"] }, flops: Flops | null): string {
  const terms = termsOf(s.formula, flops);
  const others = terms.others.map((t) => `${featureName(t.id)}: ${signed(t.weight, 0)}`);
  return [`start with ${points(terms.start, 0)}%`, ...others].join("; ");
}

// barsOf shows the weights as bars to the left and right of zero.
function barsOf(s: Solve, flops: Flops | null): HTMLElement {
  const terms = termsOf(s.formula, flops);
  const opening = terms.opening.map((id) => ({ id, weight: s.formula.weights[s.formula.features.indexOf(id)] ?? 0 }));
  const list = [...opening, ...terms.others];
  const largest = Math.max(...list.map((t) => Math.abs(t.weight)));
  return h(
    "table",
    { class: "weights" },
    h("caption", { class: "hidden" }, "weights in percentage points"),
    h("thead", { class: "hidden" }, h("tr", {}, h("th", { scope: "col" }, "feature"), h("th", { scope: "col" }, "bar"), h("th", { scope: "col" }, "weight"))),
    h(
      "tbody",
      {},
      list.map((t) => {
        const bar = h("span", { class: t.weight < 0 ? "weight negative" : "weight" });
        const share = (50 * Math.abs(t.weight)) / largest;
        bar.style.width = `${share}%`;
        bar.style.left = `${t.weight < 0 ? 50 - share : 50}%`;
        return h(
          "tr",
          {},
          h("th", { scope: "row", title: `true when ${block("features").sentence[t.id - 1] ?? ""}` }, `F${t.id} ${featureName(t.id)}`, terms.opening.includes(t.id) && h("span", { class: "quiet" }, " (always)")),
          h("td", { class: "track" }, bar),
          h("td", { class: "number" }, signed(t.weight)),
        );
      }),
    ),
  );
}

// roundsTable shows the cost of round weights, which are easier to add up.
function roundsTable(s: Solve, loss: Loss): Child {
  const list = roundsOf(s.row);
  const free = errorOf(s, loss) ?? NaN;
  if (list.length === 0) return h("p", { class: "quiet" }, "None here: the page has them for formulas of up to 12 features of the hands whose flops it holds; feltlab fit --step 5 solves for them.");
  return [
    h(
      "table",
      { class: "data rounds" },
      h("caption", { class: "hidden" }, "weights that are multiples of a step"),
      h("thead", {}, h("tr", {}, ["multiples of", "error", "cost", "formula"].map((t, i) => h("th", { scope: "col", class: i > 0 && i < 3 ? "number" : null }, t)))),
      h(
        "tbody",
        {},
        list.map((r) => {
          const error = (loss === "max" ? r.largest : r.average) ?? NaN;
          const sum = [...r.formula.features.keys()]
            .sort((x, y) => Math.abs(r.formula.weights[y] ?? 0) - Math.abs(r.formula.weights[x] ?? 0))
            .map((k) => h("span", { class: "term", title: featureName(r.formula.features[k] ?? 0) }, `${signed(r.formula.weights[k] ?? 0, 0)} F${r.formula.features[k]}`));
          return h("tr", {}, h("th", { scope: "row" }, `${r.step}`), h("td", { class: "number" }, points(error)), h("td", { class: "number" }, signed(error - free, 4)), h("td", { class: "wrap" }, sum.flatMap((t) => [t, " "]), r.solved && h("span", { class: "quiet" }, "solved with features of its own")));
        }),
      ),
    ),
    h("p", { class: "quiet" }, "The best multiples that were found for these features, not weights rounded one by one. Percentage points."),
  ];
}

// factsOf lists the facts about the bound, and the commands that make and check the result.
function factsOf(s: Solve, n: number, bound: ReturnType<typeof boundAt>): Child {
  const c = block("certificates");
  const loss = s.program.endsWith("MAXERR") ? " --loss max" : "";
  const make = `feltlab fit --hand ${quoted(s.hand)} --range ${quoted(s.range)} --features ${n}${loss} --time-limit 10m --json`;
  const facts: [string, Child][] = [["formula", `${title(s)}, ${s.status}, by ${s.engine} in ${seconds(s.seconds)}, from ${s.file}`]];
  let check = `feltlab verify ${quoted(s.file)}`;
  if (bound && c.kind[bound.row]) {
    const file = c.file[bound.row] ?? "";
    const state = c.state[bound.row];
    facts.push(
      ["claim", `no formula with at most ${bound.features} features has an error below ${points(bound.error, 6)} percentage points`],
      ["proof", c.kind[bound.row] === "relaxation" ? "the relaxation: one cut, of all features" : `${count(c.cuts[bound.row] ?? 0)} cuts: sets of features of which any better formula must have some`],
      ["file", file ? `${file}, ${bytes(c.bytes[bound.row] ?? 0)}` : "in the result itself"],
      ["SHA-256", h("code", { class: "digest" }, c.digest[bound.row] ?? "")],
    );
    if (state && state !== "as named") {
      const problem = { differs: "the file is another proof than the result names", missing: "the file is missing", damaged: "the file cannot be read" }[state] ?? state;
      facts.push(["problem", h("strong", {}, problem)]);
    }
    if (file) check = `feltlab verify ${quoted(file)}`;
  } else {
    facts.push(["proof", "none is stored for this number of features"]);
  }
  return [
    h("dl", { class: "facts" }, facts.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)])),
    h("p", { class: "quiet" }, "make it"),
    copyable(make),
    h("p", { class: "quiet" }, "check it, from the cards on"),
    copyable(check),
  ];
}
