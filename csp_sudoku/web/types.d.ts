// What the server sends and what the page keeps, for `tsc --checkJs`; browsers never see this file.

export interface Puzzle {
  board: string | object;
  values: number[];
  candidates?: (number[] | null)[];
  rules?: RuleData[];
}

export type RuleData = { rule: string } & Record<string, any>;

export interface Group {
  kind: string;
  name: string;
  cells: number[];
}

export interface Board {
  name: string;
  size: number;
  rows: number;
  columns: number;
  cells: [number, number][];
  names: string[];
  groups: Group[];
  symbols: string[];
  light: string;
  heavy: string;
  shades: Record<string, number[]>;
  margins: [number, number, number, number];
  marks: [number, number];
}

export type Colour = [string, string] | null;

export interface Part {
  part: "path" | "box" | "text";
  path?: string;
  x?: number;
  y?: number;
  w?: number;
  h?: number;
  radius?: number;
  text?: string;
  size?: number;
  stroke?: Colour;
  fill?: Colour;
  width?: number;
  dashed?: boolean;
  closed?: boolean;
  centred?: boolean;
}

export interface DrawnRule {
  data: RuleData;
  text: string;
  name: string;
  sentence: string;
  cells: number[];
}

export interface Drawn {
  puzzle: Puzzle;
  board: Board;
  rules: DrawnRule[];
  parts: { ground: Part[]; under: Part[]; over: Part[] };
  words: string;
  link: string;
  collection?: string[];
  more?: boolean;
  choices?: { words: string; text: string }[];
  why?: string;
}

export interface Mark {
  cell: string;
  value: number;
}

export interface Step {
  technique: string;
  sentence: string;
  placements: Mark[];
  eliminations: Mark[];
  pattern: Mark[];
  fins: Mark[];
  support: string[];
  groups: string[];
  links: { start: Mark; end: Mark; strong: boolean }[];
}

export interface Parameter {
  name: string;
  kind: string;
  meaning: string;
  required: boolean;
  default: any;
  least: number | null;
  most: number | null;
  choices: string[] | null;
}

export interface RuleEntry {
  name: string;
  words: string;
  family: string;
  meaning: string;
  number: string | null;
  parameters: Parameter[];
}

export interface Catalogue {
  version: string;
  boards: { name: string; words: string }[];
  rules: RuleEntry[];
  families: Record<string, string>;
  exports: { name: string; summary: string }[];
  symmetries: string[];
  levels: string[];
  backends: { name: string; summary: string; missing: string | null; usual: boolean; ink: [number, number] }[];
}

/** Everything that undo brings back. */
export interface Doc {
  puzzle: Puzzle;
  entries: number[];
  corner: number[][];
  centre: number[][];
  colours: number[][];
  cleared: number[][];
}

export type Mode = "digit" | "corner" | "centre" | "colour";

/** What is shown over the board for a while: a hint, a step, candidates, a replayed search. */
export interface Overlay {
  area?: number[];
  wrong?: number[];
  step?: Step | null;
  candidates?: (number[] | null)[] | null;
  settling?: number[][] | null;
  /** Whether a single candidate is drawn as large as a value. */
  ghosts?: boolean;
  redundant?: number[];
  clash?: number[];
  heat?: number[] | null;
  values?: number[] | null;
  focus?: number[];
  draft?: { cells: number[]; line: boolean; places: [number, number][] } | null;
}
