// The heads-up push or fold chart: with which stacks each hand is pushed by the small blind, and called by the big blind.

import { controls, copyable, Slider } from "../controls";
import { block, type ChartHand } from "../data";
import { fill, h } from "../dom";
import { fixed } from "../format";
import { Grid } from "../grid";
import { classes, combosOf, printRange } from "../ranges";
import type { Section } from "../section";

const hint = "Hover a hand, or go through the grid by the arrow keys.";
const usual = 9; // big blinds at first

export const headsup: Section = {
  id: "headsup",
  title: "Push/fold chart",
  heading: "Heads-up push or fold",
  needs: ["headsup"],
  render(root, state) {
    const data = block("headsup");
    const { from_bigblinds: from, to_bigblinds: to, step_bigblinds: step } = data.inputs;
    const stack = new Slider("stack in big blinds, the smaller of the two", "bb", state);
    const sides = [
      { who: "The small blind pushes", verb: "push", hands: data.jam },
      { who: "The big blind calls a push", verb: "call", hands: data.call },
    ].map((side) => ({ ...side, lead: h("div", { class: "lead" }), grid: new Grid(classes, hint) }));
    root.append(
      controls(stack),
      ...sides.map((s) => s.lead),
      h("div", { class: "grids" }, sides.map((s) => s.grid.element)),
      h("p", { class: "quiet" }, `Blinds 0.5 and 1, no ante, for chips. The number is the largest stack, of those from ${from} to ${to} in steps of ${step}, with which the hand is played at least half of the time; coloured hands are played with the chosen stack. `,
        `Exact equilibrium: no hand gains more than ${data.largest_regret_bigblinds.toExponential(0)} big blinds by playing otherwise.`),
    );
    return () => {
      stack.offer(from, to, usual, step);
      const bb = stack.value;
      for (const { who, verb, hands, lead, grid } of sides) {
        const plays = classes.map((name) => playOf(hands[name], bb));
        const share = plays.reduce((sum, p, k) => sum + (p * combosOf(k)) / 1326, 0);
        const range = printRange(new Set(classes.flatMap((_, k) => ((plays[k] ?? 0) >= 0.5 ? [k] : []))), true);
        fill(lead, `${who} with ${bb} bb: `, h("strong", {}, `${fixed(100 * share, 1)}% of hands`), copyable(range || "none"));
        grid.show(`${who}, up to so many big blinds`, "", classes.map((name, k) => {
          const [hand, p] = [hands[name], plays[k] ?? 0];
          const now = p >= 1 ? verb : p > 0 ? `${verb} ${fixed(100 * p, 0)}% of the time` : "fold";
          return {
            t: p > 0 ? p : null,
            text: hand ? `${hand.largest_bigblinds}${hand.largest_bigblinds >= to ? "+" : ""}` : "–",
            detail: `${now} with ${bb} bb; ${hand ? `${verb} with ${hand.spans_bigblinds.map(([a, b]) => (a === b ? a : `${a} to ${b}`)).join(", ")} bb` : `no stack from ${from} bb on plays it`}`,
          };
        }));
      }
      return `feltlab jamfold chart --stacks 2x${bb}bb`;
    };
  },
};

// playOf is how often a hand is played with a stack, 0 to 1.
function playOf(hand: ChartHand | undefined, bb: number): number {
  if (hand?.always_bigblinds?.some(([a, b]) => a <= bb && bb <= b)) return 1;
  return hand?.mixed?.find((m) => m.stack_bigblinds === bb)?.most ?? 0;
}
