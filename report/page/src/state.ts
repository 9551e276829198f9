// The user's choices, in the URL's fragment such as #/cell?hand=AA&range=RUS, so that a link restores them.

export type Values = Record<string, string | number | null | undefined>;

export class State {
  private section = "";
  private values = new Map<string, string>();
  private listeners: (() => void)[] = [];
  private timer = 0;
  // touched says that the user has changed a choice since the section was opened: only then a live page starts work.
  touched = false;

  constructor(private readonly sections: readonly string[]) {
    this.read();
    window.addEventListener("hashchange", () => {
      this.read();
      this.tell();
    });
  }

  private read(): void {
    this.touched = false;
    const [, section = "", query = ""] = /^#\/([^?]*)\??(.*)$/.exec(location.hash) ?? [];
    this.section = this.sections.includes(section) ? section : (this.sections[0] ?? "");
    this.values = new Map(new URLSearchParams(query));
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  // current is the section that is shown.
  get current(): string {
    return this.section;
  }

  get(key: string): string | undefined {
    return this.values.get(key);
  }

  // number is a value as a number, if it is one.
  number(key: string): number | undefined {
    const value = Number(this.values.get(key) ?? NaN);
    return Number.isFinite(value) ? value : undefined;
  }

  // set changes values; null removes a value. The fragment changes a little later, because browsers refuse many quick
  // changes, such as those of a slider.
  set(changes: Values): void {
    for (const [key, value] of Object.entries(changes)) {
      this.put(this.values, key, value);
      this.touched = true;
    }
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => history.replaceState(null, "", this.fragment(this.section, this.values)), 150);
    this.tell();
  }

  // suggest sets values that are missing, without a user's choice.
  suggest(values: Values): void {
    for (const [key, value] of Object.entries(values)) if (!this.values.has(key)) this.put(this.values, key, value);
  }

  // link is the fragment of a section with changed values.
  link(section: string, changes: Values = {}): string {
    const values = new Map(this.values);
    for (const [key, value] of Object.entries(changes)) this.put(values, key, value);
    return this.fragment(section, values);
  }

  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  private put(values: Map<string, string>, key: string, value: Values[string]): void {
    if (value === null || value === undefined || value === "") values.delete(key);
    else values.set(key, String(value));
  }

  private fragment(section: string, values: Map<string, string>): string {
    const query = new URLSearchParams([...values]).toString();
    return `#/${section}${query && "?" + query}`;
  }
}
