// Controls bound to a key of the state, each with its label.

import { fill, h, uniqueID } from "./dom";
import type { State } from "./state";

export interface Option {
  value: string;
  text: string;
  title?: string; // spells the text out
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
      fill(this.select, options.map((o) => h("option", { value: o.value, title: o.title || null }, o.text)));
    }
    const wanted = [this.state.get(this.key), fallback].find((v) => options.some((o) => o.value === v));
    this.select.value = wanted ?? options[0]?.value ?? "";
    this.select.title = options.find((o) => o.value === this.select.value)?.title ?? "";
  }

  get value(): string {
    return this.select.value;
  }
}

// Slider chooses a number, in steps of 1 unless offer says otherwise.
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
    this.input.value = String(Number(Math.min(Math.max(low + step * Math.round((wanted - low) / step), low), high).toFixed(3)));
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

// command writes a command of the program with its flags.
export function command(verb: string, flags: Record<string, string | number | string[] | undefined>): string {
  const parts = Object.entries(flags).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : value === undefined || value === "" ? [] : [value]).map((x) => `--${name} ${quoted(String(x))}`));
  return [`feltlab ${verb}`, ...parts].join(" ");
}

// copyText copies a text and says so on the button. Where the browser refuses, it selects the element with the text.
export async function copyText(text: string, by: HTMLButtonElement, shown?: HTMLElement): Promise<void> {
  const before = by.textContent;
  try {
    await navigator.clipboard.writeText(text);
    by.textContent = "copied";
  } catch {
    if (shown) {
      const range = document.createRange();
      range.selectNodeContents(shown);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    }
    by.textContent = shown ? "selected" : "the browser refuses; the address bar has it";
  }
  setTimeout(() => (by.textContent = before), 1500);
}

// copyable shows a command with a button that copies it.
export function copyable(text: string): HTMLElement {
  const code = h("code", {}, text);
  const copy: HTMLButtonElement = button("copy", () => copyText(text, copy, code));
  return h("div", { class: "command" }, code, copy);
}

export function controls(...list: (Control | HTMLElement)[]): HTMLElement {
  return h("div", { class: "controls" }, list.map((c) => (c instanceof HTMLElement ? c : c.element)));
}
