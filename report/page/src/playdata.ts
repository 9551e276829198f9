// The data of jam or fold, strength, worst cases and provenance, as package report writes it.

import type { Packed } from "./data";

// HeadsUpData is the answer of feltlab jamfold heads-up --json.
export interface HeadsUpData {
  inputs: { from_bigblinds: number; to_bigblinds: number; step_bigblinds: number };
  jam: Record<string, ChartHand>;
  call: Record<string, ChartHand>;
  largest_regret_bigblinds: number;
}

export interface ChartHand {
  largest_bigblinds: number;
  spans_bigblinds: [number, number][];
  always_bigblinds: [number, number][] | null;
  mixed?: { stack_bigblinds: number; least: number; most: number }[];
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

// PostflopData holds solutions of postflop games.
export interface PostflopData {
  classes: string[];
  solutions: {
    title: string;
    verdict: { exploitability: number; exploitability_of_pot: number; iterations?: number; ev: [number, number]; best_response: [number, number] };
    lines: Spot[];
  }[];
}

// Spot is a decision of the first street.
export interface Spot {
  line: string;
  words: string;
  seat: string;
  actions: string[];
  hands: HandRow[];
  other: Record<string, number>; // weight by hand of the other seat
}

export interface HandRow {
  hand: string;
  weight: number;
  ev: number; // chips
  equity: number;
  probabilities: number[]; // by action
  values: number[]; // by action, in chips
}

// TablesData holds charts of jam or fold at tables.
export interface TablesData {
  classes: string[];
  charts: TableData[];
}

export interface TableData {
  source: string;
  words: string;
  certified: string;
  unit: string; // dollars or chips
  big_blind_chips: number;
  seats: string[];
  values: number[];
  gains: number[];
  decisions: DecisionData[];
}

// DecisionData has frequencies in thousandths and differences in thousandths of a big blind, by class.
export interface DecisionData {
  name: string;
  seat: string;
  jammed: string[];
  verb: string;
  reach_percent: number;
  hands_percent: number;
  range: string;
  plays: number[];
  better: number[];
  plain: Record<string, string>; // the range as programs read it
  required_equity_percent?: number; // what a call needs
  risk_premium_points?: number;
  bubble_factor?: number;
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
