// Questions about formulas that the page does not have, to the program that serves it, one at a time.

import { block } from "./data";
import { button } from "./controls";
import { fill, h } from "./dom";
import { ask, onFits, type Fit } from "./live";
import { points, seconds } from "./format";
import { add, type Loss } from "./solves";

const patience = 400; // milliseconds without another choice before the page asks
const most = 30; // seconds of a fit

export class Asker {
  readonly element = h("p", { role: "status", class: "quiet" });
  private wanted = "";
  private timer = 0;
  private id = 0; // of the fit that is under way
  private readonly ended = new Set<number>();

  constructor(private readonly changed: () => void) {
    if (block("about").live) onFits((list) => list.forEach((f) => this.hear(f)));
  }

  // want asks for a formula, after what was wanted before is cancelled; nothing is wanted if the page has it. Unless it may
  // start, it offers to ask.
  want(hand: string, range: string, loss: Loss, n: number, missing: boolean, may: boolean): void {
    const key = missing ? JSON.stringify([hand, range, loss, n]) : "";
    if (key === this.wanted) return;
    if (missing && !may) {
      fill(this.element, button(`Find the best formula of ${hand} against ${range} with ${n} features`, () => this.want(hand, range, loss, n, missing, true), "primary"), ` ${seconds(most)} at most`);
      return;
    }
    this.wanted = key;
    clearTimeout(this.timer);
    if (this.id > 0) void ask("DELETE", `/fits/${this.id}`).catch(() => {}); // it may have ended
    this.id = 0;
    fill(this.element, missing ? "Asking …" : "");
    if (!missing) return;
    this.timer = window.setTimeout(() => {
      void ask<Fit>("POST", "/fits", { hand, range, loss, features: n, seconds: most })
        .then((f) => {
          if (f && this.ended.has(f.id)) return;
          if (this.wanted === key) this.id = f?.id ?? 0;
          else if (f) void ask("DELETE", `/fits/${f.id}`).catch(() => {});
        })
        .catch((problem: unknown) => {
          if (this.wanted === key) fill(this.element, h("span", { class: "bad" }, problem instanceof Error ? problem.message : String(problem)));
        });
    }, patience);
  }

  private hear(f: Fit): void {
    const r = f.result;
    if (f.state === "done" && r && !this.ended.has(f.id)) {
      this.ended.add(f.id);
      if (f.id === this.id) this.id = 0;
      add({
        hand: f.hand, range: f.range, program: f.loss === "max" ? "MAXERR" : "AVGERR", maxFeatures: f.features, status: r.status,
        average: r.average_error, largest: r.max_error, bound: r.lower_bound, seconds: r.seconds, engine: r.engine,
        formula: { features: r.features.map((t) => t.id), weights: r.features.map((t) => t.weight) },
      });
      this.changed();
    }
    if (f.id !== this.id) return;
    if (f.state === "running") fill(this.element, `Looking for the best formula, ${seconds(most)} at most: error ${points(f.error) || "not known yet"}, bound ${points(f.bound) || "none yet"} …`);
    if (f.failed) fill(this.element, h("span", { class: "bad" }, f.failed));
  }
}
