import { block, has } from "./data";
import { button, copyable, copyText } from "./controls";
import { fill, h } from "./dom";
import type { Section, Update } from "./section";
import { asked, follow } from "./sections/ask";
import { cell } from "./sections/cell";
import { errors } from "./sections/errors";
import { flop } from "./sections/flop";
import { headsup } from "./sections/headsup";
import { home } from "./sections/home";
import { jamfold } from "./sections/jamfold";
import { own, setAside } from "./sections/own";
import { overview } from "./sections/overview";
import { postflop } from "./sections/postflop";
import { provenance } from "./sections/provenance";
import { strength } from "./sections/strength";
import { tables } from "./sections/tables";
import { State } from "./state";

// sections in the order of the page: what players ask for, then the results.
const results: Section[] = [overview, cell, errors, jamfold, strength, own, provenance];
const sections: Section[] = [home, headsup, tables, postflop, asked, flop, ...results];

const purpose = "Short formulas that estimate your chance of winning (equity) on the flop, with proofs that none is better; exact push or fold charts.";

function start(): void {
  const about = block("about");
  const root = document.getElementById("page");
  const shown = sections.filter((s) => s.needs.every(has) && (!s.live || about.live) && (s.there?.() ?? true));
  setAside();
  const state = new State(shown.map((s) => s.id));
  const main = h("main", { id: "main", tabindex: -1 });
  const tabs = new Map(shown.map((s) => [s.id, h("a", { href: "#" }, s.title)]));
  root?.append(
    h("a", { class: "skip", href: "#main", onclick: (e) => (e.preventDefault(), main.focus()) }, "skip to the content"),
    h("header", {}, h("h1", {}, about.title), h("p", { class: "purpose" }, purpose), h("nav", { "aria-label": "sections" }, navigation(shown, tabs))),
    main,
    h("footer", {}, `feltlab ${about.version}; features read as ${about.reading}; written ${about.written.replace("T", " ").replace("Z", " UTC")}${about.paths.length > 0 ? ` from ${about.paths.join(", ")}` : ""}`, (about.left_out ?? []).map((sentence) => h("p", { class: "left-out" }, `Left out: ${sentence}.`))),
  );
  if (about.live) {
    const news = h("div");
    main.before(news);
    follow(news);
  }
  if (shown.length === 0) {
    fill(main, h("p", {}, "The results have nothing to show."));
    return;
  }
  const made = new Map<string, { element: HTMLElement; behind: HTMLElement; update: Promise<Update> }>();
  const show = async () => {
    const section = shown.find((s) => s.id === state.current);
    if (!section) return;
    for (const [id, tab] of tabs) {
      tab.setAttribute("href", state.link(id));
      if (id === section.id) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    if (!made.get(section.id)?.element.checkVisibility()) tabs.get(section.id)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    let place = made.get(section.id);
    if (!place) {
      const element = h("section", { id: section.id, "aria-labelledby": `title-${section.id}` }, h("h2", { id: `title-${section.id}` }, section.heading ?? section.title));
      const behind = h("div", { class: "behind" });
      main.append(element);
      const rendered = Promise.resolve(section.render(element, state)).then((update) => {
        element.append(...(section.glossary ? [section.glossary()] : []), behind);
        return update;
      });
      place = { element, behind, update: rendered };
      made.set(section.id, place);
    }
    for (const [id, other] of made) other.element.hidden = id !== section.id;
    const update = await place.update;
    const said = state.current === section.id ? await update() : undefined;
    const link: HTMLButtonElement = button("Copy the link to this view", () => copyText(new URL(state.link(section.id), location.href).href, link));
    fill(place.behind, link, said ? [h("span", { class: "quiet" }, "the same by a command"), copyable(said)] : null);
    place.element.dataset["ready"] = "yes";
  };
  const report = (problem: unknown) => {
    console.error(problem);
    main.prepend(h("p", { role: "alert", class: "alert" }, `Something went wrong: ${problem instanceof Error ? problem.message : String(problem)}`));
  };
  state.listen(() => void show().catch(report));
  void show().catch(report);
}

// navigation has the tabs, with the name Results before those about results.
function navigation(shown: Section[], tabs: Map<string, HTMLElement>): (HTMLElement | undefined)[] {
  const first = shown.find((s) => results.includes(s));
  return shown.flatMap((s) => [s === first && s !== shown[0] ? h("span", { class: "quiet" }, "Results:") : undefined, tabs.get(s.id)]);
}

start();
