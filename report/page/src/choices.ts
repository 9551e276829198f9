// Check boxes for the series of a chart.

import { h } from "./dom";
import type { State } from "./state";

// choices is a list of check boxes, bound to a key of the state, of which a user can check at most a number.
export function choices(label: string, key: string, state: State, names: string[], fallback: string[], most: number): { element: HTMLElement; value: () => string[] } {
  const value = () => (state.get(key)?.split("~").filter((n) => names.includes(n)) ?? fallback).slice(0, most);
  const full = () => boxes.forEach(({ box }) => (box.disabled = !box.checked && value().length >= most));
  const boxes = names.map((name) => {
    const box = h("input", {
      type: "checkbox",
      onchange: () => {
        const now = new Set(value());
        if (box.checked) now.add(name);
        else now.delete(name);
        state.set({ [key]: names.filter((n) => now.has(n)).join("~") || "~" });
        full();
      },
    });
    box.checked = value().includes(name);
    return { box, label: h("label", { class: "choice" }, box, name) };
  });
  full();
  return { element: h("fieldset", { class: "choices" }, h("legend", {}, `${label}, at most ${most}`), boxes.map((b) => b.label)), value };
}
