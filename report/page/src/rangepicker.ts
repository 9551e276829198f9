// The opponent's range: a grid to click, the text that follows, and the ranges that the page has.

import { button } from "./controls";
import { block } from "./data";
import { fill, h, uniqueID } from "./dom";
import { Grid } from "./grid";
import { cellsOf, classes, combosOf, factsOf, parseRange, printRange } from "./ranges";
import type { State } from "./state";
import { meaning } from "./terms";

const combos = 1326;

export class RangePicker {
  readonly element: HTMLElement;
  private readonly grid: Grid;
  private readonly input: HTMLInputElement;
  private readonly offers = h("div", { class: "offers" });
  private readonly note = h("p", { class: "quiet" });
  private set: Set<number> = new Set();

  constructor(private readonly state: State) {
    const id = uniqueID("range");
    this.input = h("input", { id, type: "text", autocomplete: "off", spellcheck: "false", oninput: () => state.set({ range: this.input.value.trim() || null, flop: null }) });
    this.grid = new Grid(classes, "Click hands into the range or out of it.", (k) => this.toggle(k));
    this.element = h("div", {}, this.grid.element, h("div", { class: "control" }, h("label", { for: id }, "opponent's range"), this.input), this.offers, this.note);
  }

  private toggle(k: number): void {
    const next = new Set(this.set);
    if (!next.delete(k)) next.add(k);
    this.state.set({ range: printRange(next) || null, flop: null });
  }

  // read shows the range of the state and returns its text: the name that a stored range of the same hands has.
  read(stored: string[], ofHand: string[]): string {
    const fallback = ofHand.find((r) => r === "ATC") ?? ofHand[0] ?? stored[0] ?? "ATC";
    const typed = this.state.get("range") ?? fallback;
    const parsed = parseRange(typed);
    const range = stored.includes(typed) || !parsed ? typed : printRange(parsed);
    const cells = factsOf(range)?.cells ?? (parsed ? cellsOf(parsed) : "0".repeat(classes.length));
    this.set = new Set([...cells].flatMap((c, k) => (c !== "0" ? [k] : [])));
    if (document.activeElement !== this.input) this.input.value = typed === fallback || parsed ? range : typed;
    const size = [...this.set].reduce((sum, k) => sum + combosOf(k), 0);
    this.grid.show("The opponent's range", "", classes.map((_, k) => ({ t: cells[k] === "1" ? 0.55 : cells[k] === "p" ? 0.25 : null, text: "", detail: cells[k] === "0" ? "not in the range" : cells[k] === "1" ? "in the range" : "in part" })));
    const words = meaning(range);
    const unread = !parsed && !factsOf(range);
    fill(this.note, unread ? (block("about").live ? "The grid does not show this text; feltlab reads it." : "The grid does not show this text: it shows hands such as 77+, A5s-A2s, KQo.")
      : `${range}${words && range !== words ? ` (${words})` : ""}: ${size} of ${combos} combos, ${((100 * size) / combos).toFixed(1)}%`);
    fill(this.offers, [...new Set([...ofHand, ...stored])].slice(0, 12).map((r) => {
      const one = button(r, () => this.state.set({ range: r, flop: null }));
      one.title = meaning(r);
      one.setAttribute("aria-pressed", r === range ? "true" : "false");
      return one;
    }));
    return range;
  }
}
