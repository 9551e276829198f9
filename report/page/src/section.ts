import type { Blocks } from "./data";
import type { State } from "./state";

// Update shows the state. It is called after render and whenever the state changes while the section is shown.
export type Update = () => void | Promise<void>;

// Section is a part of the page. Its render fills an element once, when the section is first shown.
export interface Section {
  id: string;
  title: string;
  live?: boolean; // only on a page that a program serves
  needs: (keyof Blocks)[]; // a page that lacks one of them does not have the section
  render(root: HTMLElement, state: State): Update | Promise<Update>;
}
