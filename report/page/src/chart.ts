// Charts that follow the program's figures: the palette of Okabe and Ito, markers and dashes that distinguish series
// without colours, hollow marks for published numbers, and heat maps that grow darker with the value.

import * as Plot from "@observablehq/plot";
import { interpolateRgb, piecewise, rgb, symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar, symbolTriangle } from "d3";
import { block } from "./data";
import { fill, h, icon } from "./dom";

export { Plot };

// series returns the look of a series by its number, from 0. It replaces black, which is invisible on a dark page, by the
// colour of the text.
export function series(n: number): { color: string; symbol: Plot.MarkerName & string; dash: string } {
  const palette = block("about").palette;
  const color = palette[n % palette.length] ?? "currentColor";
  return {
    color: color === "#000000" ? "currentColor" : color,
    symbol: (["circle", "square", "triangle", "diamond", "star", "cross"] as const)[n % 6] as never,
    dash: ["none", "6,3", "2,2", "8,3,2,3"][n % 4] ?? "none",
  };
}

const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolStar, symbolCross];

// keys makes a legend of series. The library's own legend needs style that the page's policy forbids.
export function keys(names: string[]): HTMLElement {
  return h("p", { class: "keys" }, names.map((name, n) => {
    const mark = icon("", symbol(shapes[n % shapes.length], 60)() ?? "");
    mark.setAttribute("viewBox", "-8 -8 16 16");
    mark.setAttribute("aria-hidden", "true");
    mark.style.fill = series(n).color;
    return h("span", {}, mark, name);
  }));
}

let scale: ((t: number) => string) | undefined;

// heat is the colour of a place on the scale of heat maps, 0 to 1.
export function heat(t: number): string {
  scale ??= piecewise(interpolateRgb, block("about").heat);
  return scale(Math.min(Math.max(t, 0), 1));
}

// readable is black or white, whichever stands out more from a background.
export function readable(background: string): string {
  const middle = 0.179; // luminance with the same contrast to both
  const linear = (v: number) => (v / 255) ** 2.2;
  const c = rgb(background);
  return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b) > middle ? "#000" : "#fff";
}

// paint gives an element the colour of a place on the scale.
export function paint(element: HTMLElement, t: number): void {
  const background = heat(t);
  element.style.background = background;
  element.style.color = readable(background);
}

// Chart is a plot as wide as its place. Screen readers say its name.
export class Chart {
  private options: (width: number) => Plot.PlotOptions = () => ({});
  private drawn = 0;

  constructor(private readonly place: HTMLElement) {
    new ResizeObserver(() => {
      if (place.clientWidth > 0 && place.clientWidth !== this.drawn) this.draw();
    }).observe(place);
  }

  show(name: string, options: (width: number) => Plot.PlotOptions): void {
    this.options = (width) => ({ ariaLabel: name, ...options(width) });
    this.draw();
  }

  private draw(): void {
    this.drawn = this.place.clientWidth;
    if (this.drawn === 0) return;
    const plot = Plot.plot({
      width: this.drawn,
      className: "chart", // its style is in the page's policy
      style: { fontSize: "12px", fontFamily: "inherit", background: "transparent", overflow: "visible" },
      marginTop: 28,
      marginBottom: 44,
      ...this.options(this.drawn),
    });
    // The chart is one picture with one name; parts of it have none.
    for (const part of plot.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
    plot.setAttribute("role", "img");
    fill(this.place, plot);
  }
}
