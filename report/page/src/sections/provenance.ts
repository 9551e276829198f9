// The runs that made the results, and the verdicts of verify.

import { copyable, quoted } from "../controls";
import { block, type ProvenanceData, type Verdict } from "../data";
import { h } from "../dom";
import { count, seconds } from "../format";
import type { Section } from "../section";
import { Table } from "../table";
import { distinct, solves } from "../solves";

type Run = ProvenanceData["runs"][number];

export const provenance: Section = {
  id: "provenance",
  title: "Provenance",
  needs: ["provenance"],
  render(root, state) {
    const data = block("provenance");
    const about = block("about");
    const verdicts = new Table<Verdict>(
      "feltlab-verdicts.csv",
      "verdicts of feltlab verify",
      [
        { key: "file", title: "file", value: (v) => v.file },
        { key: "verdict", title: "verdict", value: verdictText, show: verdictOf },
        { key: "state", title: "the file is", value: (v) => v.state },
        { key: "digest", title: "SHA-256", value: (v) => v.digest, show: (v) => h("code", { title: v.digest }, v.digest.slice(0, 12) + "…") },
        { key: "claims", title: "claims", value: (v) => v.claims, number: true },
        { key: "proved", title: "proved", value: (v) => v.proved, number: true },
        { key: "unproved", title: "not proved", value: (v) => v.unproved, number: true },
        { key: "false", title: "false", value: (v) => v.false, number: true },
        { key: "proofs", title: "proofs replayed", value: (v) => v.proofs, number: true },
        { key: "judged", title: "judged", value: (v) => when(v.judged) },
        { key: "seconds", title: "time", value: (v) => v.seconds, show: (v) => seconds(v.seconds), number: true },
        { key: "source", title: "verdict in", value: (v) => v.source },
      ],
      state,
      "verdicts",
      "file",
    );
    root.append(
      h("p", { class: "lead" }, `Written by feltlab ${about.version}, which reads the features as ${about.reading}.`),
      h("h3", {}, "Verdicts"),
      data.verdicts.length > 0
        ? verdicts.element
        : h("p", {}, "No verdict is stored next to these results. Each run below shows the command that stores one."),
      h("h3", {}, "Runs"),
      ...data.runs.map((r) => runOf(r, data.verdicts.filter((v) => v.of === r.file))),
    );
    return () => {
      if (data.verdicts.length > 0) verdicts.show(data.verdicts);
    };
  },
};

function verdictText(v: Verdict): string {
  const found = v.false ? "does not hold" : v.unproved ? "holds as far as it is proved" : "holds: all claims are proved";
  return v.state === "stale"
    ? `stale: the file has changed since ${v.source} stated "${found}"`
    : `${found}, as stated by ${v.source}, not checked here`;
}

// verdictOf shows a verdict. None is marked as good: the page reads it from a file and does not check it.
function verdictOf(v: Verdict): HTMLElement {
  return h("strong", { class: v.false || v.state === "stale" ? "bad" : "open" }, verdictText(v));
}

function when(time: string): string {
  return time.replace("T", " ").replace("Z", " UTC");
}

// check is the command that stores a verdict next to the results.
function check(file: string): HTMLElement {
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const judged = file.endsWith("/solves.jsonl") ? folder.slice(0, -1) : file;
  return copyable(`feltlab verify ${quoted(judged)} --out ${quoted(folder + "verify.json")}`);
}

// runOf shows a run with the verdicts on its results.
function runOf(r: Run, verdicts: Verdict[]): HTMLElement {
  const own = solves().filter((s) => s.file === r.file);
  const facts: [string, string][] = [["results", count(r.results)], ["solver time", seconds(r.seconds)]];
  const list = (name: string, values: (string | number)[]) => {
    const all = distinct(values.map(String)).filter(Boolean);
    if (all.length > 0) facts.push([name, all.slice(0, 8).join(", ") + (all.length > 8 ? " …" : "")]);
  };
  const m = r.manifest;
  if (m) {
    facts.push(["started", when(m.started)], ["ended", when(m.ended)], ["machine", m.machine], ["Go", m.go], ["judge", m.judge], ["features read as", m.reading]);
    facts.push(["solves", `${count(m.finished)} of ${count(m.solves)}${m.partial ? ", not complete" : ""}`]);
  }
  list("seed", own.map((s) => s.seed));
  list("time limit, s", own.map((s) => s.timeLimit));
  list("engine", own.map((s) => s.engine));
  const said = verdicts.length > 0 ? verdicts.map((v) => [verdictOf(v), " "]) : "not verified";
  const box = h("details", { class: "run" }, h("summary", {}, h("strong", {}, r.file), ` ${count(r.results)} results${m ? `, ${when(m.ended)}, ${m.machine}` : ""}; `, said));
  for (const v of verdicts) facts.push(["verified", when(v.judged)], ["SHA-256 then", v.digest]);
  box.append(h("dl", {}, facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])));
  if (!verdicts.some((v) => v.state === "unchanged")) box.append(h("p", { class: "quiet" }, "to store a verdict, from the cards on"), check(r.file));
  if (m) box.append(h("h4", {}, "What was asked (YAML)"), h("pre", { tabindex: 0 }, m.config));
  else box.append(h("p", { class: "quiet" }, "No sweep.json lies beside it: an experiment wrote it, or a single fit."));
  return box;
}
