// Marks of proved results, and the key to colours.

import { heat, readable } from "./chart";
import { h, icon } from "./dom";

const lockPath = "M8 1a3.5 3.5 0 0 0-3.5 3.5V7H3.5A.5.5 0 0 0 3 7.5v7a.5.5 0 0 0 .5.5h9a.5.5 0 0 0 .5-.5v-7a.5.5 0 0 0-.5-.5h-1V4.5A3.5 3.5 0 0 0 8 1Zm2 6H6V4.5a2 2 0 1 1 4 0Z";

export function lock(): SVGElement {
  return icon("proved", lockPath);
}

// legend is a bar of the colours between two values.
export function legend(low: number, high: number, write: (v: number) => string): HTMLElement {
  if (!(low < high)) return h("span", { class: "legend" });
  const steps = 5;
  return h(
    "span",
    { class: "legend" },
    Array.from({ length: steps }, (_, i) => {
      const t = i / (steps - 1);
      const box = h("span", {}, write(low + t * (high - low)));
      box.style.background = heat(t);
      box.style.color = readable(heat(t));
      return box;
    }),
  );
}
