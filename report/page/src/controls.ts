// Controls bound to a key of the state, each with its label.

import { fill, h, uniqueID } from "./dom";
import type { State } from "./state";

export interface Option {
  value: string;
  text: string;
}

export interface Control {
  element: HTMLElement;
}

// Select offers the options of a list. If the options change, offer keeps the value if possible, or else takes the fallback
// or the first option.
export class Select implements Control {
  readonly element: HTMLElement;
  private readonly select: HTMLSelectElement;
  private options: Option[] = [];

  constructor(label: string, private readonly key: string, private readonly state: State, private readonly also: Record<string, null> = {}) {
    const id = uniqueID("select");
    this.select = h("select", {
      id,
      onchange: () => state.set({ [key]: this.select.value, ...this.also }),
    });
    this.element = h("div", { class: "control" }, h("label", { for: id }, label), this.select);
  }

  offer(options: Option[], fallback?: string): void {
    const same = options.length === this.options.length && options.every((o, i) => o.value === this.options[i]?.value && o.text === this.options[i]?.text);
    if (!same) {
      this.options = options;
      fill(this.select, options.map((o) => h("option", { value: o.value }, o.text)));
    }
    const wanted = [this.state.get(this.key), fallback].find((v) => options.some((o) => o.value === v));
    this.select.value = wanted ?? options[0]?.value ?? "";
  }

  get value(): string {
    return this.select.value;
  }
}

// Slider chooses a whole number.
export class Slider implements Control {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly output: HTMLOutputElement;

  constructor(label: string, private readonly key: string, private readonly state: State) {
    const id = uniqueID("slider");
    this.output = h("output", { for: id });
    this.input = h("input", {
      id,
      type: "range",
      step: 1,
      oninput: () => state.set({ [key]: this.input.value }),
    });
    this.element = h("div", { class: "control slider" }, h("label", { for: id }, label), this.input, this.output);
  }

  offer(low: number, high: number, fallback: number, step = 1): void {
    this.input.min = String(low);
    this.input.max = String(high);
    this.input.step = String(step);
    const wanted = this.state.number(this.key) ?? fallback;
    this.input.value = String(Math.min(Math.max(low + step * Math.round((wanted - low) / step), low), high));
    this.output.value = this.input.value;
  }

  get value(): number {
    return Number(this.input.value);
  }
}

// Field takes a line of text.
export class Field implements Control {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;

  constructor(label: string, private readonly key: string, private readonly state: State, hint = "") {
    const id = uniqueID("field");
    this.input = h("input", {
      id,
      type: "text",
      placeholder: hint,
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => state.set({ [key]: this.input.value }),
    });
    this.element = h("div", { class: "control" }, h("label", { for: id }, label), this.input);
    this.refresh();
  }

  // refresh shows the value of the state, unless the user is typing.
  refresh(): void {
    const value = this.state.get(this.key) ?? "";
    if (document.activeElement !== this.input && this.input.value !== value) this.input.value = value;
  }

  get value(): string {
    return this.input.value;
  }
}

export function button(text: string, onclick: () => void, kind = ""): HTMLButtonElement {
  return h("button", { type: "button", class: kind, onclick }, text);
}

// quoted quotes a word of a command for a shell.
export function quoted(text: string): string {
  return /^[\w.,+/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// copyable shows a command with a button that copies it.
export function copyable(text: string): HTMLElement {
  const copy: HTMLButtonElement = button("copy", async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "copied";
    } catch {
      const range = document.createRange();
      range.selectNodeContents(code);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      copy.textContent = "selected";
    }
    setTimeout(() => (copy.textContent = "copy"), 1500);
  });
  const code = h("code", {}, text);
  return h("div", { class: "command" }, code, copy);
}

export function controls(...list: (Control | HTMLElement)[]): HTMLElement {
  return h("div", { class: "controls" }, list.map((c) => (c instanceof HTMLElement ? c : c.element)));
}
