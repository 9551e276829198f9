// Try a flop: pick or type three cards, and see the true features and the formula's sum beside the exact equity; or guess
// the equity in a quiz.

import { face, faces, name, parse, ranks, text } from "../cards";
import { button, controls, Field } from "../controls";
import { block } from "../data";
import { fill, h, uniqueID, type Child } from "../dom";
import { flopsOf, type Flops, type Formula } from "../flops";
import { points, signed } from "../format";
import type { Section } from "../section";
import type { State } from "../state";
import { featureName, Subject, termsOf } from "../subject";
import { exactOf, sumOf, Weights } from "../sum";

// near is the largest error of a hit, in percentage points.
const near = 3;

interface Score {
  asked: number;
  hits: number;
  off: number; // sum of the errors of the answers
  formulaOff: number; // of the formula on the same flops
}

export const flop: Section = {
  id: "flop",
  title: "Try a flop",
  needs: ["solves", "features", "flops", "certificates"],
  render(root, state) {
    const subject = new Subject(state, true);
    const weights = new Weights(state);
    const field = new Field("flop", "flop", state, "such as Kh Qh 2c");
    const message = h("p", { role: "status", class: "quiet" });
    const deck = h("div", { class: "deck", role: "group", "aria-label": "cards of the flop" });
    const held = h("p", { class: "lead" });
    const answer = h("div");
    const lights = h("div", { class: "lights" });
    const quiz = h("div", { class: "quiz" });
    let current: { flops: Flops; formula: Formula; decimals: number } | undefined;
    let question: number | undefined;
    const score: Score = { asked: 0, hits: 0, off: 0, formulaOff: 0 };
    const deal = () => {
      if (!current) return;
      const i = draw(current.flops);
      state.set({ flop: current.flops.cards(i).map(text).join("") });
    };
    const quizPanel = (after?: Child): void => {
      if (!current) return;
      const { flops, formula, decimals } = current;
      const start = button(question === undefined && score.asked === 0 ? "Start a quiz" : "Next flop", () => {
        question = draw(flops);
        quizPanel();
        quiz.querySelector("input")?.focus();
      }, "primary");
      fill(quiz, h("h3", {}, "Quiz"), after, scoreText(score), question === undefined ? start : ask(flops, question));
      function ask(flops: Flops, i: number): HTMLElement {
        const id = uniqueID("guess");
        const guess = h("input", { id, type: "number", min: 0, max: 100, step: "any", inputmode: "decimal", required: true });
        const submit = (event: Event) => {
          event.preventDefault();
          const value = guess.valueAsNumber;
          if (!(value >= 0 && value <= 100)) return;
          const [exact, estimate] = [100 * (flops.equity[i] ?? 0), 100 * flops.estimate(formula, i)];
          score.asked++;
          score.off += Math.abs(value - exact);
          score.formulaOff += Math.abs(estimate - exact);
          if (Math.abs(value - exact) <= near) score.hits++;
          question = undefined;
          const said = Math.abs(value - exact) <= near ? "Hit" : "Missed";
          quizPanel(
            h(
              "div",
              { class: "flop", role: "status" },
              h("div", {}, faces(flops.cards(i))),
              h("div", {}, h("strong", {}, `${said}: `), `you said ${value}, off by ${Math.abs(value - exact).toFixed(2)}; exact `, exactOf(flops, i)),
              h("div", {}, "formula ", sumOf(formula, flops, i, decimals)),
            ),
          );
          quiz.querySelector("button")?.focus();
        };
        return h(
          "form",
          { class: "controls", novalidate: true, onsubmit: submit },
          h("div", {}, "your hand ", faces(flops.hand), " flop ", faces(flops.cards(i))),
          h("div", { class: "control" }, h("label", { for: id }, "equity, %"), guess),
          h("button", { type: "submit", class: "primary" }, "Answer"),
        );
      }
    };
    root.append(
      controls(subject.hand, subject.range, subject.loss, subject.size, weights.select),
      held,
      controls(field, button("Deal a flop", deal), button("Clear", () => state.set({ flop: null }))),
      message,
      h("div", { class: "columns" }, h("div", {}, deck), h("div", { "aria-live": "polite" }, answer)),
      quiz,
      h("h3", {}, "The formula's features"),
      lights,
    );
    return async () => {
      const { hand, range, best } = subject.read();
      const flops = await flopsOf(hand, range);
      if (!best || !flops) return;
      const { formula, decimals } = weights.read(best);
      const changed = current?.flops !== flops || current.formula.features.join() !== formula.features.join() || current.formula.weights.join() !== formula.weights.join();
      current = { flops, formula, decimals };
      if (changed) {
        question = undefined;
        Object.assign(score, { asked: 0, hits: 0, off: 0, formulaOff: 0 });
        quizPanel();
      }
      field.refresh();
      const typed = state.get("flop") ?? "";
      const read = parse(typed);
      const cards = typeof read === "string" ? [] : read;
      const problem = typeof read === "string" ? read : complaint(cards, flops.hand);
      const chosen = problem || cards.length !== 3 ? undefined : flops.find(cards);
      fill(held, "Your hand ", faces(flops.hand), ` against ${range}`);
      fill(message, problem || (cards.length < 3 ? `Type or pick ${3 - cards.length} more ${cards.length === 2 ? "card" : "cards"}.` : ""));
      fillDeck(deck, flops.hand, problem ? [] : cards, state);
      fill(answer, chosen === undefined ? "" : answerOf(flops, formula, chosen, cards, decimals));
      fill(lights, lightsOf(flops, formula, chosen, decimals));
    };
  },
};

// draw picks one of the 19,600 flops at random.
function draw(flops: Flops): number {
  let total = 0;
  for (const w of flops.weight) total += w;
  let at = Math.random() * total;
  for (let i = 0; i < flops.count; i++) {
    at -= flops.weight[i] ?? 0;
    if (at < 0) return i;
  }
  return flops.count - 1;
}

// complaint returns the error of the cards of a flop, or nothing if they are part of a flop.
function complaint(cards: number[], hand: readonly number[]): string {
  const twice = cards.find((c, i) => cards.indexOf(c) !== i);
  const own = cards.find((c) => hand.includes(c));
  if (cards.length > 3) return "A flop has three cards.";
  if (twice !== undefined) return `The ${name(twice)} is there twice.`;
  if (own !== undefined) return `The ${name(own)} is in your hand.`;
  return "";
}

// fillDeck shows the cards to pick from, a row for each suit.
function fillDeck(deck: HTMLElement, hand: readonly number[], cards: number[], state: State): void {
  const focused = document.activeElement instanceof HTMLElement && deck.contains(document.activeElement) ? document.activeElement.dataset["card"] : undefined;
  const pick = (card: number) => {
    const next = cards.includes(card) ? cards.filter((c) => c !== card) : [...cards, card];
    state.set({ flop: next.map(text).join("") || null });
  };
  fill(
    deck,
    [3, 2, 1, 0].map((suit) =>
      h(
        "div",
        {},
        [...ranks].map((_, k) => {
          const card = 4 * (ranks.length - 1 - k) + suit;
          const chosen = cards.includes(card);
          const element = face(card);
          return h(
            "button",
            {
              type: "button",
              class: `pick ${element.className}`,
              "data-card": card,
              "aria-label": name(card),
              "aria-pressed": chosen ? "true" : "false",
              disabled: hand.includes(card) || (!chosen && cards.length >= 3),
              onclick: () => pick(card),
            },
            element.textContent,
          );
        }),
      ),
    ),
  );
  if (focused !== undefined) deck.querySelector<HTMLElement>(`[data-card="${focused}"]`)?.focus();
}

function answerOf(flops: Flops, f: Formula, i: number, cards: number[], decimals: number): Child {
  const off = flops.estimate(f, i) - (flops.equity[i] ?? 0);
  return h(
    "div",
    { class: "flop" },
    h("div", {}, faces(cards)),
    h("div", {}, "exact ", exactOf(flops, i)),
    h("div", {}, "formula ", sumOf(f, flops, i, decimals)),
    h("div", {}, "off by ", h("strong", { id: "off" }, signed(off)), " percentage points"),
  );
}

// lightsOf lists the formula's features, lit if they are true, and the other true features.
function lightsOf(flops: Flops, f: Formula, chosen: number | undefined, decimals: number): Child {
  const terms = termsOf(f, flops);
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

function scoreText(score: Score): Child {
  if (score.asked === 0) return h("p", { class: "quiet" }, `Guess the equity of flops as they are dealt; within ${near} percentage points is a hit.`);
  return h(
    "p",
    { class: "score" },
    h("strong", {}, `${score.hits} of ${score.asked}`),
    ` hits; you are off by ${(score.off / score.asked).toFixed(2)} on average, the formula by ${points(score.formulaOff / score.asked / 100, 2)} on the same flops`,
  );
}
