// One hand against one range: the error by number of features, and the formula for the slider's number with its
// certificate.

import { Chart } from "../chart";
import { controls } from "../controls";
import { drawCurve } from "../curve";
import { block } from "../data";
import { fill, h, type Child } from "../dom";
import { flopsOf } from "../flops";
import { barsOf, wordsOf } from "../formula";
import { points, signed } from "../format";
import { headline, proofOf } from "../proof";
import type { Section } from "../section";
import { errorOf, solves, type Loss, type Solve } from "../solves";
import { boundAt, boundsOf, featureName, roundsOf, Subject } from "../subject";
import { glossary } from "../terms";

export const cell: Section = {
  id: "cell",
  title: "One formula",
  needs: ["solves", "certificates", "features"],
  there: () => solves().length > 0,
  glossary: () => glossary("programs", "features"),
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
    return () => {
      const { hand, range, loss, curve, n, best } = subject.read();
      const bound = boundAt(boundsOf(curve), n);
      fill(key, drawCurve(chart, curve, hand, range, loss, n));
      if (!best) {
        fill(heading, `No formula with at most ${n} features is stored for ${hand} against ${range}.`);
        return;
      }
      fill(heading, headline(best, loss, n, bound));
      fill(words, wordsOf(best, hand));
      fill(bars, barsOf(best, hand));
      fill(rounds, roundsTable(best, loss));
      if (block("about").live) void flopsOf(hand, range, false).then((flops) => flops && fill(rounds, roundsTable(best, loss)), () => {});
      fill(facts, proofOf(best, n, bound));
    };
  },
};

// roundsTable shows the cost of round weights, which are easier to add up.
function roundsTable(s: Solve, loss: Loss): Child {
  const list = roundsOf(s.row);
  const free = errorOf(s, loss) ?? NaN;
  if (list.length === 0) return h("p", { class: "quiet" }, "None here: the page finds them for formulas of up to 12 features of the hands whose flops it holds; feltlab fit --step 5 solves for them.");
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
