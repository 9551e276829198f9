// Tables that sort by a click on a heading and download as they are shown.

import { csv, download, type Cell } from "./csv";
import { fill, h, type Child } from "./dom";
import { button } from "./controls";
import { count } from "./format";
import type { State } from "./state";

export interface Column<R> {
  key: string; // in the state and in the CSV
  title: string;
  value: (row: R) => Cell; // what it sorts by and what the CSV has
  show?: (row: R) => Child; // what the table shows, if not the value
  number?: boolean;
  file?: boolean; // only in the CSV
}

export class Table<R> {
  readonly element: HTMLElement;
  private readonly head: HTMLTableRowElement;
  private readonly body: HTMLTableSectionElement;
  private readonly caption: HTMLElement;
  private rows: R[] = [];

  // name is the name of the downloaded file, key that of the order in the state.
  constructor(private readonly name: string, label: string, private readonly columns: Column<R>[], private readonly state: State, private readonly key: string, private readonly fallback: string) {
    this.head = h("tr");
    this.body = h("tbody");
    this.caption = h("span");
    const table = h("table", { class: "data" }, h("caption", { class: "hidden" }, label), h("thead", {}, this.head), this.body);
    this.element = h(
      "div",
      { class: "table" },
      h("div", { class: "bar" }, this.caption, button("Download CSV", () => download(this.name, this.text()))),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table),
    );
  }

  // show sorts rows by the order in the state and shows them.
  show(rows: R[]): void {
    const order = this.state.get(this.key) ?? this.fallback;
    const down = order.startsWith("-");
    const by = this.columns.find((c) => c.key === order.replace(/^-/, ""));
    this.rows = by ? sorted(rows, by.value, down) : [...rows];
    const shown = this.columns.filter((c) => !c.file);
    fill(this.head, shown.map((c) => this.headOf(c, by === c, down)));
    fill(
      this.body,
      this.rows.map((row) => h("tr", {}, shown.map((c) => h("td", { class: c.number ? "number" : null }, c.show ? c.show(row) : asText(c.value(row)))))),
    );
    fill(this.caption, `${count(rows.length)} ${rows.length === 1 ? "row" : "rows"}`);
  }

  private headOf(c: Column<R>, current: boolean, down: boolean): HTMLElement {
    const next = current && !down ? `-${c.key}` : c.key;
    return h(
      "th",
      { scope: "col", class: c.number ? "number" : null, "aria-sort": current ? (down ? "descending" : "ascending") : null },
      button(c.title, () => this.state.set({ [this.key]: next }), "sort"),
    );
  }

  // text is the table as CSV.
  text(): string {
    return csv(this.columns.map((c) => c.key), this.rows.map((row) => this.columns.map((c) => c.value(row))));
  }
}

function asText(value: Cell): Child {
  return value === null || value === undefined ? "" : value;
}

// sorted orders rows by a value; rows without a value come last.
function sorted<R>(rows: R[], value: (row: R) => Cell, down: boolean): R[] {
  const sign = down ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a) ?? "", value(b) ?? ""];
    if (x === "" || y === "") return x === y ? 0 : x === "" ? 1 : -1;
    if (typeof x === "number" && typeof y === "number") return sign * (x - y);
    return sign * String(x).localeCompare(String(y), "en", { numeric: true });
  });
}
