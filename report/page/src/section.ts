import type { Blocks } from "./data";
import type { State } from "./state";

// Update shows the state. It is called after render and whenever the state changes while the section is shown.
// It may return the command that prints the same.
export type Update = () => void | string | Promise<void | string>;

// Section is a part of the page. Its render fills an element once, when the section is first shown.
export interface Section {
  id: string;
  title: string; // of the tab
  heading?: string; // of the section, if not the title
  live?: boolean; // only on a page that a program serves
  needs: (keyof Blocks)[]; // a page that lacks one of them does not have the section
  there?(): boolean; // false: the page does not have the section
  glossary?(): HTMLElement; // explains its short names
  render(root: HTMLElement, state: State): Update | Promise<Update>;
}
