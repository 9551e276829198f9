// Cards with the numbers of the program: 4 rank + suit, ranks from the deuce, suits c d h s.

import { h } from "./dom";

export const ranks = "23456789TJQKA";
const suits = "cdhs";
const signs = ["♣", "♦", "♥", "♠"];
const suitNames = ["clubs", "diamonds", "hearts", "spades"];
const rankNames = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];

export function text(card: number): string {
  return (ranks[card >> 2] ?? "?") + (suits[card & 3] ?? "?");
}

// symbol is a card as people write it, such as K♥.
export function symbol(card: number): string {
  return (ranks[card >> 2] ?? "?") + (signs[card & 3] ?? "?");
}

export function name(card: number): string {
  return `${rankNames[card >> 2]} of ${suitNames[card & 3]}`;
}

// parse reads cards such as "KhQh2c". It returns an error message for other text.
export function parse(input: string): number[] | string {
  const compact = input.replace(/[\s,]+/g, "").replace(/10/g, "T");
  const cards: number[] = [];
  for (let i = 0; i < compact.length; i += 2) {
    const rank = ranks.indexOf((compact[i] ?? "").toUpperCase());
    const suit = Math.max(suits.indexOf((compact[i + 1] ?? "-").toLowerCase()), signs.indexOf(compact[i + 1] ?? "-"));
    if (rank < 0 || suit < 0) return `"${compact.slice(i, i + 2)}" is no card; write rank and suit, such as Kh or 2c`;
    cards.push(4 * rank + suit);
  }
  return cards;
}

// face shows a card in the four colours of online play.
export function face(card: number): HTMLElement {
  return h("span", { class: `card suit-${suits[card & 3]}`, role: "img", "aria-label": name(card) }, symbol(card));
}

export function faces(cards: readonly number[]): HTMLElement {
  return h("span", { class: "cards" }, cards.map(face));
}

// renamings are all ways to rename suits, the identity among them.
export const renamings = Array.from({ length: 256 }, (_, n) => [n & 3, (n >> 2) & 3, (n >> 4) & 3, n >> 6]).filter((map) => new Set(map).size === 4);

// suitMaps lists the renamings of suits that do not change a hand.
export function suitMaps(hand: readonly number[]): number[][] {
  const own = [...hand].sort((a, b) => a - b).join();
  return renamings.filter((map) => rename(hand, map).sort((a, b) => a - b).join() === own);
}

export function rename(cards: readonly number[], map: readonly number[]): number[] {
  return cards.map((c) => (c & ~3) | (map[c & 3] ?? 0));
}
