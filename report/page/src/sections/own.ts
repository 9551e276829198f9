// Results about tables, features, streets and hands of one's own, which the page holds as HTML so that they need no script.

import type { Section } from "../section";

const written = document.getElementById("own");

export const own: Section = {
  id: "own",
  title: "Your tables",
  heading: "Tables and features of one's own",
  needs: [],
  there: () => written !== null,
  render(root) {
    root.append(...[...(written?.children ?? [])].filter((e) => e.tagName !== "H2"));
    return () => {};
  },
};

// setAside takes the results out of the page until their tab shows them.
export function setAside(): void {
  written?.remove();
}
