// Grids of the 169 starting hands: aces first, suited hands above the diagonal, offsuit hands below. The arrow keys move
// from hand to hand; the details of a hand stand below the grid.

import { paint } from "./chart";
import { fill, h, type Child } from "./dom";

export interface Cell {
  t: number | null; // the place on the scale of colours, 0 to 1; null for none
  text: string;
  detail: string; // details of the hand, without its name
  marked?: boolean;
  fill?: string; // a background in place of the scale's colour
}

const size = 13;

export class Grid {
  readonly element: HTMLElement;
  private readonly title = h("h4");
  private readonly note = h("p", { class: "quiet" });
  private readonly detail = h("output", { class: "detail" });
  private readonly cells: HTMLTableCellElement[] = [];
  private details: string[] = [];
  private at = 0;

  // With pick, a click or the Enter key picks a hand.
  constructor(private readonly classes: readonly string[], private readonly hint: string, private readonly pick?: (k: number) => void) {
    const table = h("table", {
      class: pick ? "hands picks" : "hands",
      role: pick ? "grid" : null,
      onkeydown: (e) => this.key(e as KeyboardEvent),
      onmouseleave: () => this.tell(-1),
    });
    const body = h("tbody");
    for (let r = 0; r < size; r++) {
      const row = h("tr");
      for (let c = 0; c < size; c++) {
        const k = r * size + c;
        const cell = h("td", { tabindex: k === 0 ? 0 : -1, onmouseenter: () => this.tell(k), onfocus: () => this.tell(k), onclick: () => (this.tell(k), this.pick?.(k)) });
        this.cells.push(cell);
        row.append(cell);
      }
      body.append(row);
    }
    table.append(body);
    this.element = h("figure", { class: "hand-grid" }, this.title, this.note, table, this.detail);
  }

  show(title: string, note: Child, cells: Cell[]): void {
    fill(this.title, title);
    fill(this.note, note);
    this.element.querySelector("table")?.setAttribute("aria-label", title);
    this.details = cells.map((c, k) => `${this.classes[k]}: ${c.detail}`);
    const tall = cells.some((c) => c.text !== "");
    cells.forEach((c, k) => {
      const cell = this.cells[k];
      if (!cell) return;
      fill(cell, h("span", { class: "class" }, this.classes[k] ?? ""), tall && h("span", {}, c.text || "\u00a0"));
      cell.className = c.marked ? "marked" : "";
      if (this.pick) cell.setAttribute("aria-selected", c.marked ? "true" : "false");
      cell.style.background = cell.style.color = "";
      if (c.t !== null) paint(cell, c.t);
      if (c.fill) Object.assign(cell.style, { background: c.fill, color: "#000" });
    });
    this.tell(-1);
  }

  private tell(k: number): void {
    fill(this.detail, this.details[k] ?? this.hint);
  }

  private key(e: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -size, ArrowDown: size }[e.key];
    const now = this.cells.indexOf(e.target as HTMLTableCellElement);
    if (this.pick && now >= 0 && (e.key === "Enter" || e.key === " ")) {
      e.preventDefault();
      this.pick(now);
    }
    if (step === undefined || now < 0) return;
    e.preventDefault();
    const next = now + step;
    if (next < 0 || next >= size * size || (Math.abs(step) === 1 && Math.floor(next / size) !== Math.floor(now / size))) return;
    this.cells[this.at]?.setAttribute("tabindex", "-1");
    this.cells[next]?.setAttribute("tabindex", "0");
    this.at = next;
    this.cells[next]?.focus();
    this.tell(next);
  }
}
