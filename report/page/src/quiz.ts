// A quiz: guess the equity of flops as they are dealt.

import { faces } from "./cards";
import { button } from "./controls";
import { fill, h, uniqueID, type Child } from "./dom";
import type { Flops, Formula } from "./flops";
import { points } from "./format";
import { draw } from "./picker";
import { exactOf, sumOf } from "./sum";

// near is the largest error of a hit, in percentage points.
const near = 3;

interface Score {
  asked: number;
  hits: number;
  off: number; // sum of the errors of the answers
  formulaOff: number; // of the formula on the same flops
}

export class Quiz {
  readonly element = h("div", { class: "quiz" });
  private current: { hand: string; flops: Flops; formula: Formula; decimals: number } | undefined;
  private question: number | undefined;
  shown: number | undefined; // the flop that is asked, or was answered last
  private score: Score = { asked: 0, hits: 0, off: 0, formulaOff: 0 };

  constructor(private readonly changed: () => void) {}

  // about starts anew if the formula is another one.
  about(hand: string, flops: Flops, formula: Formula, decimals: number): void {
    const old = this.current;
    this.current = { hand, flops, formula, decimals };
    if (old?.flops === flops && old.formula.features.join() === formula.features.join() && old.formula.weights.join() === formula.weights.join()) return;
    this.question = this.shown = undefined;
    this.score = { asked: 0, hits: 0, off: 0, formulaOff: 0 };
    this.panel();
  }

  private panel(after?: Child): void {
    if (!this.current) return;
    const { flops } = this.current;
    const start = button(this.score.asked === 0 ? "Start a quiz" : "Next flop", () => {
      this.question = this.shown = draw(flops);
      this.panel();
      this.changed();
      this.element.querySelector("input")?.focus();
    }, "primary");
    fill(this.element, h("h3", {}, "Quiz"), after, scoreText(this.score), this.question === undefined ? start : this.ask(this.question));
  }

  private ask(i: number): Child {
    if (!this.current) return null;
    const { hand, flops, formula, decimals } = this.current;
    const id = uniqueID("guess");
    const guess = h("input", { id, type: "number", min: 0, max: 100, step: "any", inputmode: "decimal", required: true });
    const submit = (event: Event) => {
      event.preventDefault();
      const value = guess.valueAsNumber;
      if (!(value >= 0 && value <= 100)) return;
      const [exact, estimate, score] = [100 * (flops.equity[i] ?? 0), 100 * flops.estimate(formula, i), this.score];
      score.asked++;
      score.off += Math.abs(value - exact);
      score.formulaOff += Math.abs(estimate - exact);
      const hit = Math.abs(value - exact) <= near;
      if (hit) score.hits++;
      this.question = undefined;
      this.panel(
        h(
          "div",
          { class: "flop", role: "status" },
          h("div", {}, faces(flops.cards(i))),
          h("div", {}, h("strong", {}, hit ? "Hit: " : "Missed: "), `you said ${value}, off by ${Math.abs(value - exact).toFixed(2)}; exact `, exactOf(flops, i)),
          h("div", {}, "formula ", sumOf(formula, hand, flops, i, decimals)),
        ),
      );
      this.element.querySelector("button")?.focus();
    };
    return h(
      "form",
      { class: "controls", novalidate: true, onsubmit: submit },
      h("div", {}, "your hand ", faces(flops.hand), " flop ", faces(flops.cards(i))),
      h("div", { class: "control" }, h("label", { for: id }, "equity, %"), guess),
      h("button", { type: "submit", class: "primary" }, "Answer"),
    );
  }
}

function scoreText(score: Score): Child {
  if (score.asked === 0) return h("p", { class: "quiet" }, `Guess the equity of flops as they are dealt; within ${near} percentage points is a hit.`);
  return h(
    "p",
    { class: "score" },
    h("strong", {}, `${score.hits} of ${score.asked}`),
    ` hits; you are off by ${(score.off / score.asked).toFixed(2)} on average, the formula by ${points(score.formulaOff / score.asked / 100, 2)} on the same flops`,
  );
}
