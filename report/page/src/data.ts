// The page's data: blocks of JSON in script elements, as package report writes them. Errors, bounds,
// weights and equities are fractions of 1.

import type { HeadsUpData, JamfoldData, PostflopData, ProvenanceData, StrengthData, TablesData } from "./playdata";

export type * from "./playdata";

export interface About {
  title: string;
  version: string;
  reading: string;
  written: string;
  paths: string[];
  live: boolean;
  left_out: string[] | null;
  palette: string[];
  heat: string[];
}

export interface FeatureColumns {
  name: string[];
  sentence: string[];
}

export interface SolveColumns {
  names: string[]; // of files
  files: number[][];
  always: Record<string, number[]>; // features that are true on every flop, by hand
  ranges: Record<string, RangeFacts>;
  hand: string[];
  range: string[];
  program: string[];
  max_features: number[];
  error_limit: number[];
  status: string[];
  average_error: (number | null)[];
  max_error: (number | null)[];
  lower_bound_percent: (number | null)[];
  lower_bound_features: (number | null)[];
  seconds: number[];
  engine: string[];
  seed: number[];
  time_limit_seconds: number[];
  features: number[][];
  weights: number[][];
}

// RangeFacts has a character of cells for each class: 1 in the range, 0 not, p in part.
export interface RangeFacts {
  cells: string;
  words: string;
  combos: number;
}

export interface CertificateColumns {
  kind: string[];
  features: number[];
  bound: number[];
  cuts: number[];
  digest: string[];
  file: string[];
  bytes: number[];
  state: string[];
}

export interface RoundColumns {
  row: number[];
  step_percent: number[];
  solved: boolean[];
  average_error: (number | null)[];
  max_error: (number | null)[];
  features: number[][];
  weights: number[][];
}

export interface PublishedColumns {
  hand: string[];
  range: string[];
  average_error_percent: number[];
  features_needed: number[];
  features: number[][];
  weights: number[][];
}

// Packed is a column of whole numbers; unpack reads it.
export interface Packed {
  count: number;
  width: number;
  gzip: string;
}

export interface FlopsData {
  families: { name: string; groups: string[] }[];
  hands: HandFlops[];
}

export interface HandFlops {
  hand: string;
  cards: [number, number];
  symmetric: boolean;
  flop: Packed;
  weight: Packed;
  features: Packed;
  groups: Packed[];
  ranges: { range: string; wins: Packed; ties: Packed; combos: Packed }[];
  rounds?: RoundColumns; // of a live page
}

// Blocks holds all blocks by name. The page may lack some of them.
export interface Blocks {
  about: About;
  features: FeatureColumns;
  solves: SolveColumns;
  certificates: CertificateColumns;
  round: RoundColumns;
  published: PublishedColumns;
  flops: FlopsData;
  headsup: HeadsUpData;
  jamfold: JamfoldData;
  tables: TablesData;
  postflop: PostflopData;
  strength: StrengthData;
  provenance: ProvenanceData;
}

const parsed = new Map<string, unknown>();

export function has(name: keyof Blocks): boolean {
  return document.getElementById(`data-${name}`) !== null;
}

// block returns a block of the page and parses it at the first call.
export function block<K extends keyof Blocks>(name: K): Blocks[K] {
  if (!parsed.has(name)) {
    const text = document.getElementById(`data-${name}`)?.textContent;
    if (!text) throw new Error(`the page has no data "${name}"`);
    parsed.set(name, JSON.parse(text));
  }
  return parsed.get(name) as Blocks[K];
}

const noRounds: RoundColumns = { row: [], step_percent: [], solved: [], average_error: [], max_error: [], features: [], weights: [] };

// rounds holds the formulas with round weights.
export function rounds(): RoundColumns {
  return has("round") ? block("round") : noRounds;
}

// addRounds adds what a server sends with the flops of a hand and a range.
export function addRounds(more: RoundColumns): void {
  const all = rounds() as unknown as Record<string, unknown[]>;
  for (const [key, column] of Object.entries(more)) all[key]?.push(...(column as unknown[]));
}

async function inflate(base64: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// unpack returns the numbers of a packed column.
export async function unpack(column: Packed): Promise<Float64Array> {
  const bytes = new Uint8Array(await inflate(column.gzip));
  const out = new Float64Array(column.count);
  for (let i = 0; i < out.length; i++) {
    let value = 0;
    for (let b = column.width - 1; b >= 0; b--) value = value * 256 + (bytes[b * column.count + i] ?? 0);
    out[i] = value;
  }
  return out;
}
