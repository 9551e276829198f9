// The opponent's range: a grid to click, the text that follows, and the ranges that the page has.

import { button } from "./controls";
import { block } from "./data";
import { fill, h, uniqueID } from "./dom";
import { Grid } from "./grid";
import { cellsOf, classes, combosOf, complaint, factsOf, parseRange, printRange } from "./ranges";
import type { State } from "./state";
import type { Pick } from "./subject";
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

  // read shows the range of the pick and returns its text.
  read({ typed, range, ranges, ofHand }: Pick): string {
    const parsed = parseRange(typed);
    const cells = factsOf(range)?.cells ?? (parsed ? cellsOf(parsed) : "0".repeat(classes.length));
    this.set = new Set([...cells].flatMap((c, k) => (c !== "0" ? [k] : [])));
    if (document.activeElement !== this.input) this.input.value = range;
    const size = [...this.set].reduce((sum, k) => sum + combosOf(k), 0);
    this.grid.show("The opponent's range", "", classes.map((_, k) => ({ t: cells[k] === "1" ? 0.55 : cells[k] === "p" ? 0.25 : null, text: "", detail: cells[k] === "0" ? "not in the range" : cells[k] === "1" ? "in the range" : "in part" })));
    const words = meaning(range);
    const unread = !parsed && !factsOf(range);
    this.input.setAttribute("aria-invalid", unread ? "true" : "false");
    fill(this.note, unread ? [h("span", { class: "bad" }, complaint(typed)), block("about").live && " feltlab reads more than the grid, such as weights: it answers above."]
      : `${range}${words && range !== words ? ` (${words})` : ""}: ${size} of ${combos} combos, ${((100 * size) / combos).toFixed(1)}%`);
    fill(this.offers, [...new Set([...ofHand, ...ranges])].slice(0, 12).map((r) => {
      const one = button(r, () => this.state.set({ range: r, flop: null }));
      one.title = meaning(r);
      one.setAttribute("aria-pressed", r === range ? "true" : "false");
      return one;
    }));
    return range;
  }
}
