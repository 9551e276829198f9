// Elements without HTML: all text of a file stays text.

export type Child = Node | string | number | null | undefined | false | Child[];
export type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

// h makes an element. Keys that begin with "on" are listeners; true gives an attribute without a value, false gives none.
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes?: Attributes, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, attributes);
  fill(element, ...children);
  return element;
}

// icon makes a small picture of one path in a box of 16 x 16, which screen readers call by its name.
export function icon(name: string, path: string): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  set(svg, { viewBox: "0 0 16 16", class: "icon", role: "img", "aria-label": name });
  const title = document.createElementNS(space, "title");
  title.textContent = name;
  const shape = document.createElementNS(space, "path");
  shape.setAttribute("d", path);
  svg.append(title, shape);
  return svg;
}

export function set(element: Element, attributes: Attributes = {}): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(key.slice(2), value);
    } else if (value === true) {
      element.setAttribute(key, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, String(value));
    }
  }
}

// fill replaces what an element holds.
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...nodes(children));
}

function nodes(children: Child[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (Array.isArray(child)) return nodes(child);
    return [typeof child === "number" ? String(child) : child];
  });
}

let made = 0;

// uniqueID returns an id for an element.
export function uniqueID(prefix: string): string {
  made++;
  return `${prefix}-${made}`;
}

// plainTable makes a table whose first column names its rows; the others are numbers, from a column on. A marked row is
// the one that is shown.
export function plainTable(head: string[], rows: { name: Child; cells: Child[]; marked?: boolean }[], numbers = 1): HTMLElement {
  return h(
    "table",
    { class: "data plain" },
    h("thead", {}, h("tr", {}, head.map((x, i) => h("th", { scope: "col", class: i >= numbers ? "number" : null }, x)))),
    h("tbody", {}, rows.map((r) => h("tr", { class: r.marked ? "marked" : null }, h("th", { scope: "row" }, r.name), r.cells.map((x, i) => h("td", { class: i + 1 >= numbers ? "number" : null }, x))))),
  );
}
