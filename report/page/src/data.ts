// The page's data: blocks of JSON in script elements, as package report writes them. Errors, bounds,
// weights and equities are fractions of 1.

export interface About {
  title: string;
  version: string;
  reading: string;
  written: string;
  paths: string[];
  live: boolean;
  palette: string[];
  heat: string[];
}

export interface FeatureColumns {
  name: string[];
  sentence: string[];
}

export interface SolveColumns {
  files: string[];
  file: number[];
  hand: string[];
  range: string[];
  combos: number[];
  program: string[];
  max_features: number[];
  error_limit: number[];
  status: string[];
  average_error: (number | null)[];
  max_error: (number | null)[];
  p90_error: (number | null)[];
  lower_bound: (number | null)[];
  gap: (number | null)[];
  seconds: number[];
  engine: string[];
  seed: number[];
  time_limit_seconds: number[];
  features: number[][];
  weights: number[][];
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
}

export interface JamfoldData {
  classes: string[];
  tables: ChartTable[];
  tournament: TournamentData | null;
}

export interface ChartTable {
  number: number;
  words: string;
  verb: string;
  setting: string;
  published_percent: number[];
  default_percent: number[];
  paper_percent: number[];
}

// Seats holds a value for button, small blind and big blind.
export type Seats = [number, number, number];

export interface TournamentData {
  source: string;
  gain_dollars: number;
  mean_gain_dollars: number;
  rounds: number;
  method: string;
  inputs: { small_blind_chips: number; big_blind_chips: number; ante_chips: number; prizes_dollars: number[] };
  chips: Seats[];
  values: Seats[];
  icm: Seats[];
  row: Packed;
  words: string[];
  which: Packed;
  verbs: string[];
  regret: number[];
  jam: Packed;
  gain: Packed;
  step_dollars: number;
  gain_low: number;
}

export interface StrengthData {
  classes: string[];
  preflop: { mode: string; opponent: string; strength: number[]; chen_points: number[] }[];
  streets: { street: string; board: string; opponent: string; published: number; rules: number; "as-published": number }[];
  strategies: Strategy[];
}

// Strategy is a strategy with its worst case: worstcase.Judged of the program, and what the charts need.
export interface Strategy {
  name: string;
  source: string;
  size: number;
  family: string;
  line: string;
  game: string;
  unit: string;
  status: string;
  exploitability: number;
  standard_error?: number;
  published?: number;
  seat_values: [number, number];
  rounds?: { round: number; loss: number }[];
  hands?: { hand: string; values: [number, number] }[];
  trained?: { iterations: number };
}

export interface ProvenanceData {
  runs: { file: string; results: number; seconds: number; manifest?: Manifest }[];
  verdicts: Verdict[];
}

export interface Manifest {
  config: string;
  reading: string;
  judge: string;
  go: string;
  machine: string;
  started: string;
  ended: string;
  solves: number;
  finished: number;
  partial: boolean;
}

export interface Verdict {
  source: string;
  file: string;
  of: string; // its name among the results; empty if it is not among them
  kind: string;
  digest: string;
  judged: string;
  claims: number;
  proved: number;
  unproved: number;
  false: number;
  proofs: number;
  seconds: number;
  state: "unchanged" | "stale" | "not among the results";
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
  jamfold: JamfoldData;
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

// unpack returns the numbers of a packed column.
export async function unpack(column: Packed): Promise<Float64Array> {
  const packed = Uint8Array.from(atob(column.gzip), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const out = new Float64Array(column.count);
  for (let i = 0; i < out.length; i++) {
    let value = 0;
    for (let b = column.width - 1; b >= 0; b--) value = value * 256 + (bytes[i * column.width + b] ?? 0);
    out[i] = value;
  }
  return out;
}
