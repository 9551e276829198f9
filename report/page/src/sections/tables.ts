// Jam or fold at tables of two to ten players: stored charts, and on a live page a calculator. A click on a hand shows
// it, or fixes the range of its decision; the program then answers with the best play against it.

import { button, command, controls, copyText, Field, Select } from "../controls";
import { block, type DecisionData, type TableData } from "../data";
import { fill, h, plainTable } from "../dom";
import { fixed } from "../format";
import { Grid, type Cell } from "../grid";
import { ask } from "../live";
import { classes, parseRange, printRange } from "../ranges";
import type { Section } from "../section";
import type { State } from "../state";

const patience = 700; // milliseconds without another change before the page asks
const asking = "asked"; // the choice of a table of one's own instead of a stored one
const example = { "t-stacks": "8bb,8bb,8bb,8bb", "t-ante": "bb", "t-prizes": "50,30,20" };

export const tables: Section = {
  id: "tables",
  title: "Push/fold at a table",
  heading: "Jam or fold at a table of 2 to 10 players",
  needs: ["tables"],
  render(root, state) {
    const view = new View(state, block("tables").charts, block("about").live);
    root.append(view.element);
    return () => view.update();
  },
};

interface Asked {
  stacks: string;
  blinds: string;
  ante: string;
  dead: string;
  opened: string;
  prizes: string;
  others: string;
  bounties: string;
  bounty: string;
  future: number;
  certify: string;
  fix: string[];
}

class View {
  readonly element: HTMLElement;
  private readonly which: Select;
  private readonly decision: Select;
  private readonly bounty: Select;
  private readonly click: Select;
  private readonly fields: Field[];
  private readonly form: HTMLElement;
  private readonly status = h("p", { role: "status", class: "quiet" });
  private readonly words = h("p", { class: "lead" });
  private readonly certified = h("p");
  private readonly picked = h("p", { class: "lead", role: "status" });
  private readonly released = h("div", { class: "offers" });
  private readonly grid: Grid;
  private readonly range = h("p", { class: "quiet" });
  private readonly overview = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "decisions" });
  private readonly values = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "values" });
  private readonly below: HTMLElement; // what an answer fills
  private answer: TableData | undefined;
  private wanted = "";
  private timer = 0;
  private running: AbortController | undefined;

  constructor(private readonly state: State, private readonly stored: TableData[], private readonly live: boolean) {
    const field = (label: string, key: string, hint: string) => new Field(label, key, state, hint);
    this.which = new Select("table", "table", state, { decision: null });
    this.decision = new Select("decision", "decision", state);
    this.bounty = new Select("bounties are paid", "t-bounty", state);
    this.click = new Select("a click on a hand", "t-click", state);
    this.fields = [
      field("stacks, the big blind last", "t-stacks", example["t-stacks"]),
      field("your hand", "t-hand", "K8o"),
      field("ante", "t-ante", "bb, 0.1bb"),
      field("prizes", "t-prizes", "50/30/20, sng9; none: for chips"),
      field("blinds, for stacks in chips", "t-blinds", "50/100"),
      field("bounties", "t-bounties", "25/25/25/50"),
      field("stacks of other tables", "t-others", ""),
      field("dead money", "t-dead", ""),
      field("raise before the jam", "t-opened", "CO 2.2bb 22+, A2s+"),
      field("further hands that count", "t-future", "0"),
      field("certify to, %", "t-certify", "0.05"),
    ];
    this.form = h("div", {}, controls(...this.fields, this.bounty), this.status);
    this.grid = new Grid(classes, "Hover or click a hand, or go through the grid by the arrow keys.", (k) => this.pick(k));
    this.below = h("div", {}, controls(this.decision, ...(live ? [this.click] : [])), this.picked, this.released, h("div", { class: "grids" }, this.grid.element, h("div", {}, this.range, h("h3", {}, "Decisions"), this.overview, h("h3", {}, "Seats"), this.values)));
    this.element = h(
      "div",
      {},
      controls(this.which),
      this.form,
      this.words,
      this.certified,
      this.below,
    );
  }

  update(): string | undefined {
    const options = this.stored.map((t, i) => ({ value: String(i), text: t.words }));
    if (this.live) options.unshift({ value: asking, text: "a table of your own" });
    this.which.offer(options);
    const own = this.which.value === asking;
    if (own && this.state.get("t-stacks") === undefined) this.state.suggest(example);
    this.form.hidden = !own;
    this.released.hidden = !own;
    for (const f of this.fields) f.refresh();
    this.bounty.offer(["fixed", "shared", "equal", "half", "proportional", "winner"].map((value) => ({ value, text: value })));
    this.click.offer([{ value: "show", text: "shows it" }, { value: "fix", text: "fixes the range of this decision" }]);
    this.click.element.hidden = !own;
    if (own) this.want(this.state.touched);
    this.show(own ? this.answer : this.stored[Number(this.which.value)]);
    return own ? this.said() : undefined;
  }

  private text(key: string): string {
    return this.state.get(key)?.trim() ?? "";
  }

  private asked(): Asked {
    const bounties = this.text("t-bounties");
    return {
      stacks: this.text("t-stacks"),
      blinds: this.text("t-blinds"),
      ante: this.text("t-ante"),
      dead: this.text("t-dead"),
      opened: this.text("t-opened"),
      prizes: this.text("t-prizes"),
      others: this.text("t-others"),
      bounties,
      bounty: bounties !== "" ? this.bounty.value : "fixed",
      future: Number(this.text("t-future")) || 0,
      certify: this.text("t-certify"),
      fix: [...this.fixed()].map(([name, range]) => `${name}=${range}`),
    };
  }

  // fixed holds the ranges that the user fixed, by the name of the decision.
  private fixed(): Map<string, string> {
    const list = (this.state.get("t-fixed") ?? "").split(";").filter((x) => x.includes("="));
    return new Map(list.map((x) => [x.slice(0, x.indexOf("=")), x.slice(x.indexOf("=") + 1)]));
  }

  private fix(list: Map<string, string>): void {
    this.state.set({ "t-fixed": [...list].map(([name, range]) => `${name}=${range}`).join(";") || null });
  }

  // pick shows a hand, or fixes ranges.
  private pick(k: number): void {
    if (this.which.value === asking && this.click.value === "fix") this.toggle(k);
    else this.state.set({ "t-hand": classes[k] });
  }

  // hand is the class of the hand that was typed or clicked, such as AKs for AsKs.
  private hand(): number {
    const [, a = "", b = "", kind = ""] = /^([2-9TJQKA])[cdhs]?([2-9TJQKA])([cdhso]?)$/i.exec(this.text("t-hand")) ?? [];
    const cards = /^.([cdhs]).([cdhs])$/i.exec(this.text("t-hand"));
    const suited = cards ? (cards[1] ?? "").toLowerCase() === (cards[2] ?? "").toLowerCase() : kind.toLowerCase() === "s";
    const name = (x: string, y: string) => (x + y).toUpperCase() + (x.toUpperCase() === y.toUpperCase() ? "" : suited ? "s" : "o");
    return Math.max(classes.indexOf(name(a, b)), classes.indexOf(name(b, a)));
  }

  // toggle puts a hand into the range of the shown decision, or takes it out, and fixes the range.
  private toggle(k: number): void {
    const d = this.shown();
    if (!d || this.which.value !== asking) return;
    const fixed = this.fixed();
    const typed = fixed.get(d.name);
    const set = (typed !== undefined && parseRange(typed)) || new Set(d.plays.flatMap((p, i) => (p >= 500 ? [i] : [])));
    if (!set.delete(k)) set.add(k);
    fixed.set(d.name, printRange(set));
    this.fix(fixed);
  }

  private shown(): DecisionData | undefined {
    const t = this.which.value === asking ? this.answer : this.stored[Number(this.which.value)];
    return t?.decisions.find((d) => d.name === this.decision.value) ?? t?.decisions[0];
  }

  // want asks for the table of the state, unless it is asked for or answered. Unless it may start, it offers to ask.
  private want(may: boolean): void {
    const question = this.asked();
    const key = JSON.stringify(question);
    if (key === this.wanted) return;
    if (!may) {
      fill(this.status, button("Solve this table", () => this.want(true), "primary"));
      return;
    }
    this.wanted = key;
    clearTimeout(this.timer);
    this.running?.abort();
    fill(this.status, "Solving … nine players take half a minute and more.");
    this.timer = window.setTimeout(() => {
      const running = new AbortController();
      this.running = running;
      void ask<TableData>("POST", "/tables", question, running.signal)
        .then((t) => {
          if (this.wanted !== key) return;
          this.answer = t;
          fill(this.status, "");
          this.state.set({});
        })
        .catch((problem: unknown) => {
          if (this.wanted !== key) return;
          fill(this.status, h("span", { class: "bad" }, problem instanceof Error ? problem.message : String(problem)));
          this.answer = undefined; // of another question
          this.show(undefined);
        });
    }, patience);
  }

  private show(t: TableData | undefined): void {
    fill(this.words, t?.words ?? "");
    fill(this.certified, t ? `${t.certified}.${t.source ? ` From ${t.source}.` : ""}` : "");
    this.decision.offer((t?.decisions ?? []).map((d) => ({ value: d.name, text: `${d.name}: ${d.verb} ${fixed(d.hands_percent, 1)}%` })));
    const fixedRanges = this.fixed();
    fill(this.released, fixedRanges.size > 0 && "Fixed: ", [...fixedRanges].map(([name, range]) => {
      const one = button(`${name}: ${range || "no hand"} ×`, () => {
        const rest = this.fixed();
        rest.delete(name);
        this.fix(rest);
      });
      one.title = "let this seat play for the equilibrium again";
      return one;
    }));
    const d = this.shown();
    this.below.hidden = !d;
    if (!t || !d) return;
    const typed = this.which.value === asking ? fixedRanges.get(d.name) : undefined;
    const set = typed === undefined ? undefined : parseRange(typed);
    const hand = this.hand();
    this.grid.show(`${d.name}: ${d.verb}, % of the time`, set ? "fixed by you; framed hands are in the range" : needs(d), classes.map((_, k) => cellOf(d, k, set ?? new Set([hand]))));
    fill(this.picked, hand >= 0 && `${classes[hand]}: ${cellOf(d, hand, undefined).detail}`);
    fill(this.range, `${d.verb} ${fixed(d.hands_percent, 1)}% of hands: ${d.plain.pio || "none"} `, Object.entries({ "Pio, HRC": "pio", "GTO+": "gto+", Equilab: "equilab" }).map(([name, key]) => [copier(`copy for ${name}`, d.plain[key] ?? ""), " "]));
    fill(this.overview, overviewOf(t, d, (name) => this.state.set({ decision: name })));
    fill(this.values, valuesOf(t));
  }

  private said(): string {
    const a = this.asked();
    const d = this.shown();
    const flags = {
      stacks: a.stacks, blinds: a.blinds, ante: a.ante, dead: a.dead, opened: a.opened, prizes: a.prizes, others: a.others, bounties: a.bounties,
      bounty: a.bounties !== "" ? a.bounty : undefined, future: a.future || undefined, certify: a.certify,
      fix: a.fix,
    };
    if (this.hand() < 0 || !d) return command("jamfold chart", flags);
    return command(`jamfold ask ${this.text("t-hand")}`, { seat: d.seat, jams: d.jammed.join(","), ...flags });
  }
}

function cellOf(d: DecisionData, k: number, set: Set<number> | undefined): Cell {
  const thousandths = d.plays[k] ?? 0;
  const better = (d.better[k] ?? 0) / 1000;
  return {
    t: thousandths / 1000,
    text: String(Math.round(thousandths / 10)),
    detail: `${d.verb} ${fixed(thousandths / 10, 1)}% of the time; ${better >= 0 ? d.verb : "fold"} is better by ${fixed(Math.abs(better), 3)} bb`,
    marked: set?.has(k) ?? false,
  };
}

// needs says what a call needs.
function needs(d: DecisionData): string {
  if (d.required_equity_percent === undefined) return "";
  const factor = d.bubble_factor === undefined ? "" : `, bubble factor ${fixed(d.bubble_factor, 2)}`;
  return `A call needs ${fixed(d.required_equity_percent, 1)}% equity if all behind fold: risk premium ${fixed(d.risk_premium_points ?? 0, 1)} points${factor}.`;
}

// copier is a button that copies a text.
function copier(name: string, text: string): HTMLButtonElement {
  const one: HTMLButtonElement = button(name, () => copyText(text, one), "link");
  return one;
}

// overviewOf lists the decisions; a click shows one, another copies its range.
function overviewOf(t: TableData, shown: DecisionData, pick: (name: string) => void): HTMLElement {
  return plainTable(["decision", "", "reached, %", "% of hands", "call needs, %", "range"], t.decisions.map((d) => ({
    name: button(d.name, () => pick(d.name), "link"),
    cells: [d.verb, fixed(d.reach_percent, 1), fixed(d.hands_percent, 1), d.required_equity_percent === undefined ? "" : fixed(d.required_equity_percent, 1), copier("copy", d.plain.pio ?? "")],
    marked: d === shown,
  })), 2);
}

// valuesOf lists what the seats are worth and what they could gain.
function valuesOf(t: TableData): HTMLElement {
  const money = (x: number) => (t.unit === "chips" ? `${fixed(x / t.big_blind_chips, 4)} bb` : `$${fixed(x, 4)}`);
  return plainTable(["seat", "value", "gains by other play at most"], t.seats.map((seat, i) => ({ name: seat, cells: [money(t.values[i] ?? 0), money(t.gains[i] ?? 0)] })));
}
