import { block, has } from "./data";
import { fill, h } from "./dom";
import type { Section, Update } from "./section";
import { asked, follow } from "./sections/ask";
import { cell } from "./sections/cell";
import { errors } from "./sections/errors";
import { flop } from "./sections/flop";
import { jamfold } from "./sections/jamfold";
import { overview } from "./sections/overview";
import { provenance } from "./sections/provenance";
import { strength } from "./sections/strength";
import { State } from "./state";

// sections in the order of the page.
const sections: Section[] = [overview, cell, errors, flop, jamfold, strength, provenance, asked];

function start(): void {
  const about = block("about");
  const root = document.getElementById("page");
  const shown = sections.filter((s) => s.needs.every(has) && (!s.live || about.live));
  const state = new State(shown.map((s) => s.id));
  const main = h("main", { id: "main", tabindex: -1 });
  const tabs = new Map(shown.map((s) => [s.id, h("a", { href: "#" }, s.title)]));
  root?.append(
    h("a", { class: "skip", href: "#main", onclick: (e) => (e.preventDefault(), main.focus()) }, "skip to the content"),
    h("header", {}, h("h1", {}, about.title), h("nav", { "aria-label": "sections" }, [...tabs.values()])),
    main,
    h("footer", {}, `feltlab ${about.version}; features read as ${about.reading}; written ${about.written.replace("T", " ").replace("Z", " UTC")} from ${about.paths.join(", ")}`),
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
  const made = new Map<string, { element: HTMLElement; update: Promise<Update> }>();
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
      const element = h("section", { id: section.id, "aria-labelledby": `title-${section.id}` }, h("h2", { id: `title-${section.id}` }, section.title));
      main.append(element);
      place = { element, update: Promise.resolve(section.render(element, state)) };
      made.set(section.id, place);
    }
    for (const [id, other] of made) other.element.hidden = id !== section.id;
    const update = await place.update;
    if (state.current === section.id) await update();
    place.element.dataset["ready"] = "yes";
  };
  const report = (problem: unknown) => {
    console.error(problem);
    main.prepend(h("p", { role: "alert", class: "alert" }, `Something went wrong: ${problem instanceof Error ? problem.message : String(problem)}`));
  };
  state.listen(() => void show().catch(report));
  void show().catch(report);
}

start();
