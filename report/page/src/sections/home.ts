// Home: pick a hand, a range and a number of features; see the formula, its error and bound, its curve, a flop to try, a
// sheet to print and the proof to check.

import { Asker } from "../asker";
import { faces } from "../cards";
import { Chart } from "../chart";
import { command, controls, copyable, Slider } from "../controls";
import { drawCurve } from "../curve";
import { block } from "../data";
import { fill, h } from "../dom";
import { wordsOf } from "../formula";
import { hasFlops, type Flops } from "../flops";
import { points } from "../format";
import { Grid } from "../grid";
import { Picker } from "../picker";
import { headline, proofOf } from "../proof";
import { RangePicker } from "../rangepicker";
import { classes } from "../ranges";
import type { Section } from "../section";
import { sheetOf } from "../sheet";
import { countsFeatures, errorOf, found, solves, type Loss } from "../solves";
import { bestWith, boundAt, boundsOf, curveOf, fewest, flopsFor, learn, pickOf } from "../subject";
import { Weights } from "../sum";
import { glossary } from "../terms";

const mostAsked = 10; // features of a formula that the page asks for

export const home: Section = {
  id: "home",
  title: "Formula",
  heading: "A formula for your hand",
  needs: ["solves", "certificates", "features"],
  glossary: () => glossary("features"),
  render(root, state) {
    const live = block("about").live;
    const hands = new Grid(classes, "Click your hand, or go through the grid by the arrow keys and Enter.", (k) => state.set({ hand: classes[k], flop: null }));
    const range = new RangePicker(state);
    const size = new Slider("features in the formula", "n", state);
    const weights = new Weights(state);
    const asker = new Asker(() => state.set({}));
    const heading = h("p", { class: "lead" });
    const words = h("p", { class: "words" });
    const place = h("div", { class: "plot" });
    const [key, sheet, proof, missing, held] = [h("p", { class: "key" }), h("article", { class: "sheet" }), h("div"), h("div"), h("p")];
    const chart = new Chart(place);
    const picker = new Picker(state);
    const trial = h("div", {}, h("h3", {}, "Try a flop"), held, picker.element);
    const answer = h("div", {},
      h("div", { class: "columns" }, sheet, h("div", {}, h("figure", {}, h("h3", {}, "Error by number of features"), place, key), trial)),
      h("h3", {}, "The proof, and how to check it"),
      proof,
    );
    root.append(heading, words, asker.element, missing, controls(size, weights.select), h("div", { class: "grids" }, hands.element, range.element), answer);
    let turn = 0; // of the updates, of which a later one counts
    return async () => {
      const pick = pickOf(state);
      const hand = pick.hand;
      const against = range.read(pick);
      const losses: Loss[] = [state.get("loss") === "max" ? "max" : "average", "average", "max"];
      const loss = losses.find((l) => curveOf(hand, against, l).rows.some(found)) ?? "average";
      const curve = curveOf(hand, against, loss);
      const sizes = curve.rows.filter(found).map((s) => s.formula.features.length).filter((n) => n > 0);
      size.offer(live ? 1 : Math.min(...sizes, fewest), Math.max(...sizes, live ? mostAsked : 1), fewest);
      const n = size.value;
      const best = bestWith(curve, loss, n);
      asker.want(hand, against, loss, n, live && !curve.rows.some((s) => !countsFeatures(s.program) && s.maxFeatures === n), state.touched);
      showHands(hands, hand, against, loss, n, live);
      answer.hidden = words.hidden = weights.select.element.hidden = !best;
      fill(missing);
      if (!best) {
        fill(heading, `${hand} against ${against}: `, live ? "no formula is known yet." : "the file has no formula with so few features for them.");
        if (!live) fill(missing, h("p", {}, `It has these ranges: ${pick.ranges.join(", ")}. This command finds the formula:`), copyable(command("fit", { hand, range: against, features: n })));
        return;
      }
      const bound = boundAt(boundsOf(curve), n);
      fill(heading, headline(best, loss, n, bound));
      fill(key, drawCurve(chart, curve, hand, against, loss, n));
      fill(proof, proofOf(best, n, bound));
      const withFlops = (flops: Flops | null) => {
        const { formula, decimals } = weights.read(best);
        if (flops) learn(hand, flops);
        fill(words, "In words: ", h("strong", {}, wordsOf({ formula }, hand)));
        fill(sheet, sheetOf(best, formula, Math.min(decimals, 1), flops, bound));
        picker.element.hidden = !flops;
        if (flops) fill(held, "Your hand ", faces(flops.hand), ` against ${against}`);
        if (flops) picker.show(hand, flops, formula, decimals);
      };
      if (!hasFlops(hand, against)) withFlops(null);
      const now = ++turn;
      const flops = await flopsFor(held, state, hand, against, n);
      if (now !== turn) return; // another choice is shown
      if (flops) withFlops(flops);
      const step = weights.select.value === "0" ? undefined : weights.select.value;
      return command("sheet", { hand, range: against, features: n, step, out: "sheet.html" });
    };
  },
};

// showHands colours the grid by the error of every hand's formula.
function showHands(grid: Grid, hand: string, range: string, loss: Loss, n: number, live: boolean): void {
  const least = new Map<string, number>();
  for (const s of solves()) {
    if (s.range !== range || !found(s) || s.formula.features.length > n || s.formula.features.length === 0) continue;
    const error = errorOf(s, loss);
    if (error !== null && error < (least.get(s.hand) ?? Infinity)) least.set(s.hand, error);
  }
  const high = Math.max(...least.values());
  const note = `coloured by the error of the formula with ${n} ${n === 1 ? "feature" : "features"}; ${live ? "the others are found when you click them" : "grey hands are not in this file"}`;
  grid.show("Your hand", note, classes.map((name) => {
    const error = least.get(name);
    return {
      t: error === undefined ? null : error / high,
      text: error === undefined ? "" : points(error, 1),
      detail: error === undefined ? (live ? "click to find its formula" : "not in this file") : `off by ${points(error, 2)} percentage points ${loss === "max" ? "at most" : "on average"}`,
      marked: name === hand,
    };
  }));
}
