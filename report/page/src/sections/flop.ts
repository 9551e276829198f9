// Try a flop: pick or type three cards, and see the true features and the formula's sum beside the exact equity; or guess
// the equity in a quiz.

import { faces } from "../cards";
import { command, controls } from "../controls";
import { block } from "../data";
import { fill, h, type Child } from "../dom";
import type { Flops, Formula } from "../flops";
import { signed } from "../format";
import { Picker } from "../picker";
import { Quiz } from "../quiz";
import type { Section } from "../section";
import type { State } from "../state";
import { featureName, flopsFor, Subject, termsOf } from "../subject";
import { Weights } from "../sum";
import { glossary } from "../terms";

export const flop: Section = {
  id: "flop",
  title: "Try a flop",
  heading: "Try a flop, or take a quiz",
  needs: ["solves", "features", "flops", "certificates"],
  glossary: () => glossary("features"),
  render(root, state) {
    const subject = new Subject(state, true);
    const weights = new Weights(state);
    const held = h("p", { class: "lead" });
    const picker = new Picker(state);
    const quiz = new Quiz(() => state.set({}));
    const lights = h("div", { class: "lights" });
    const which = h("h3");
    const parts = h("div", {}, picker.element, quiz.element, which, lights);
    let picked: string | undefined;
    root.append(
      controls(subject.hand, subject.range, subject.loss, subject.size, weights.select),
      held,
      parts,
    );
    return async () => {
      const { hand, range, n, best } = subject.read();
      const flops = best && (await flopsFor(held, state, hand, range, n));
      parts.hidden = !flops;
      if (!best) fill(held, noFormula(state, hand, range, n));
      if (!best || !flops) return;
      const { formula, decimals } = weights.read(best);
      quiz.about(hand, flops, formula, decimals);
      fill(held, "Your hand ", faces(flops.hand), ` against ${range}`);
      const chosen = picker.show(hand, flops, formula, decimals);
      if (picked !== state.get("flop")) quiz.shown = undefined;
      picked = state.get("flop");
      fill(which, "The formula's features", quiz.shown === undefined ? chosen !== undefined && " on the flop that you picked" : " on the flop of the quiz");
      fill(lights, lightsOf(hand, flops, formula, quiz.shown ?? chosen, decimals));
      return command("explain", { hand, range, features: n });
    };
  },
};

// noFormula says that the results have no formula for a pick, and where to get it.
export function noFormula(state: State, hand: string, range: string, n: number): Child {
  return [`No formula with at most ${n} features is known for ${hand} against ${range}. `, h("a", { href: state.link("home") }, block("about").live ? "Find it" : "See how to find it")];
}

// lightsOf lists the formula's features, lit if they are true, and the other true features.
function lightsOf(hand: string, flops: Flops, f: Formula, chosen: number | undefined, decimals: number): Child {
  const terms = termsOf(f, hand);
  const own = [...terms.opening.map((id) => ({ id, weight: f.weights[f.features.indexOf(id)] ?? 0 })), ...terms.others];
  const light = (id: number, weight?: number) => {
    const on = chosen !== undefined && flops.has(id, chosen);
    return h(
      "li",
      { class: on ? "light on" : "light", title: `true when ${block("features").sentence[id - 1] ?? ""}` },
      h("span", { class: "quiet" }, `F${id} `),
      featureName(id),
      weight === undefined ? "" : h("strong", {}, ` ${signed(weight, decimals)}`),
      h("span", { class: "hidden" }, on ? " (true)" : " (false)"),
    );
  };
  const others = chosen === undefined ? [] : block("features").name.map((_, k) => k + 1).filter((id) => flops.has(id, chosen) && !f.features.includes(id));
  return [
    h("ul", {}, own.map((t) => light(t.id, t.weight))),
    others.length > 0 && [h("p", { class: "quiet" }, "Also true, and not in the formula:"), h("ul", {}, others.map((id) => light(id)))],
  ];
}
