// Requests of a live page to the program that serves it, and the program's events.

export interface EquityAnswer {
  hand: string;
  ranges: string[];
  board: string;
  dead?: string;
  players: { hand: string; equity: number; win: number; tie: number }[];
  wins: number;
  ties: number;
  deals: number;
  seconds: number;
}

export interface Fit {
  id: number;
  hand: string;
  range: string;
  loss: string;
  features: number;
  seconds: number;
  state: string;
  error: number | null;
  bound: number | null;
  failed?: string;
  result?: { features: { id: number; name: string; weight: number }[]; status: string; engine: string; seconds: number; average_error: number | null; max_error: number | null; lower_bound: number | null };
}

// ask sends a question and returns the answer. It throws the program's error message. The signal ends it.
export async function ask<T>(method: "POST" | "DELETE", path: string, question?: unknown, signal: AbortSignal | null = null): Promise<T | undefined> {
  const response = await fetch(path, { method, headers: { "Content-Type": "application/json" }, body: question === undefined ? null : JSON.stringify(question), signal });
  const text = await response.text();
  if (!response.ok) throw new Error(text.trim());
  return text === "" ? undefined : (JSON.parse(text) as T);
}

let latest: Fit[] = [];
const listeners: ((list: Fit[]) => void)[] = [];

// onFits calls back now and when fits change.
export function onFits(listener: (list: Fit[]) => void): void {
  listeners.push(listener);
  listener(latest);
}

// hear calls back when the results change, and tells the listeners of fits.
export function hear(changed: () => void): void {
  const events = new EventSource("/events");
  events.addEventListener("change", changed);
  events.addEventListener("fits", (e) => {
    latest = JSON.parse((e as MessageEvent<string>).data) as Fit[];
    for (const listener of listeners) listener(latest);
  });
}
