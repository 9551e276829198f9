// A flop to pick from a deck, to type or to be dealt, with the formula's sum beside the exact equity.

import { face, faces, name, parse, ranks, text } from "./cards";
import { button, controls, Field } from "./controls";
import { fill, h, type Child } from "./dom";
import type { Flops, Formula } from "./flops";
import { signed } from "./format";
import type { State } from "./state";
import { exactOf, sumOf } from "./sum";

export class Picker {
  readonly element: HTMLElement;
  private readonly field: Field;
  private readonly message = h("p", { role: "status", class: "quiet" });
  private readonly deck = h("div", { class: "deck", role: "group", "aria-label": "cards of the flop" });
  private readonly answer = h("div");
  private flops: Flops | undefined;

  constructor(private readonly state: State) {
    this.field = new Field("flop", "flop", state, "such as Kh Qh 2c");
    const deal = button("Deal a flop", () => this.flops && state.set({ flop: this.flops.cards(draw(this.flops)).map(text).join("") }));
    this.element = h(
      "div",
      {},
      controls(this.field, deal, button("Clear", () => state.set({ flop: null }))),
      this.message,
      h("div", { class: "columns" }, h("div", {}, this.deck), h("div", { "aria-live": "polite" }, this.answer)),
    );
  }

  // show shows the flop of the state, and returns its index if it is complete.
  show(hand: string, flops: Flops, formula: Formula, decimals: number): number | undefined {
    this.flops = flops;
    this.field.refresh();
    const read = parse(this.state.get("flop") ?? "");
    const cards = typeof read === "string" ? [] : read;
    const problem = typeof read === "string" ? read : complaint(cards, flops.hand);
    const chosen = problem || cards.length !== 3 ? undefined : flops.find(cards);
    fill(this.message, problem || (cards.length < 3 ? `Type or pick ${3 - cards.length} more ${cards.length === 2 ? "card" : "cards"}.` : ""));
    fillDeck(this.deck, flops.hand, problem ? [] : cards, this.state);
    fill(this.answer, chosen === undefined ? "" : answerOf(hand, flops, formula, chosen, cards, decimals));
    return chosen;
  }
}

// draw picks one of the 19,600 flops at random.
export function draw(flops: Flops): number {
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

function answerOf(hand: string, flops: Flops, f: Formula, i: number, cards: number[], decimals: number): Child {
  const off = flops.estimate(f, i) - (flops.equity[i] ?? 0);
  return h(
    "div",
    { class: "flop" },
    h("div", {}, faces(cards)),
    h("div", {}, "exact ", exactOf(flops, i)),
    h("div", {}, "formula ", sumOf(f, hand, flops, i, decimals)),
    h("div", {}, "off by ", h("strong", { id: "off" }, signed(off)), " percentage points"),
  );
}
