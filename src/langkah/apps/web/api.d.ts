// What the API answers, for the checker of types alone: no file of the page is made from this one. The answers are made
// in langkah.tasks and described for people at /docs.

/** Values as JSON has them. */
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

type Point = [x: number, y: number];
type Box = [x: number, y: number, width: number, height: number];
type Kind = "puzzle" | "game" | "dice";

declare namespace Api {
  // Pictures

  interface Mark {
    mark: "box" | "circle" | "line" | "words";
    x: number;
    y: number;
    width?: number;
    height?: number;
    radius?: number;
    round?: number;
    points?: string;
    text?: string;
    size?: number;
    colour?: string;
    bold?: boolean;
    fill?: string;
    stroke?: string;
    line?: number;
    dashed?: boolean;
    opacity?: number;
  }

  interface Shape {
    id?: string;
    handle?: string;
    label?: string;
    role: string;
    at: Point;
    box: Box;
    marks: Mark[];
  }

  interface Scene {
    width: number;
    height: number;
    title: string;
    shapes: Shape[];
  }

  type Routes = Record<string, Point[]>;

  /** A picture on the way; a number stands for that shape of the picture before. */
  interface Frame {
    made: number;
    scene: Omit<Scene, "shapes"> & { shapes: (Shape | number)[] };
    renamed: Record<string, string>;
    routes: Routes;
  }

  // Choosing

  interface Game {
    name: string;
    title: string;
    about: string;
    kind: Kind;
    levels: number;
    scene: Scene;
  }

  interface Home {
    games: Game[];
    start: string;
    languages: Record<string, string>;
    demo: Demo;
  }

  /** A search that plays itself on the first page. */
  interface DemoSearch {
    title: string;
    nodes: { x: number; y: number; parent: number }[];
    events: [kind: "open" | "take", node: number][];
    path: number[];
  }

  interface Demo {
    searches: DemoSearch[];
    scenes: Scene[];
    link: string;
    compare: string;
  }

  interface Level {
    name: string;
    title: string;
    /** What a name in another language says; "" where there is nothing to say. */
    meaning: string;
    /** How it is played, where that is not as in the game itself; "" elsewhere. */
    rule: string;
    /** The grade of difficulty; levels come group by group, the easiest first. */
    group: string;
    note: string;
    least: number | null;
    /** The least for every way of counting, as in { steps: 116, lines: 90, moves: 81 }. */
    optimum: Record<string, number>;
    /** That in words: "116 steps, 81 moves". */
    counts: string;
    scene: Scene;
  }

  type SettingKind = "switch" | "number" | "text" | "choice" | "form";

  interface Setting {
    name: string;
    /** What a form writes beside the field. */
    label: string;
    about: string;
    kind: SettingKind;
    value: any;
    low: number | null;
    high: number | null;
    choices: string[];
    meanings: Record<string, string>;
    legal: string;
  }

  interface Player {
    name: string;
    /** What people call it who only want to play; "" for the exact players. */
    title: string;
    /** What it is called where one chooses. */
    label: string;
    about: string;
    low: number;
    high: number;
    usual: number;
  }

  /** How a board is drawn by hand; see `Editor` in Python. */
  interface Editor {
    kind: "letters" | "jumps";
    setting: string;
    value: any;
    legend: [sign: string, role: string, words: string][];
    others: string;
    goal: string;
    handle: string;
    settles: string[];
  }

  interface Sheet {
    name: string;
    game: string;
    title: string;
    level: string;
    /** What the level's name says in the reader's language, where it is in another. */
    meaning: string;
    about: string;
    kind: Kind;
    odds: boolean;
    levels: number;
    given: Settings;
    settings: Setting[];
    players: Player[];
    algorithms: { name: string; about: string }[];
    /** The goal as a picture, where the board itself does not show it. */
    goal: Scene | null;
    editor: Editor | null;
  }

  // Playing

  type Settings = Record<string, Json>;

  interface Saved {
    langkah?: 1;
    problem: string;
    settings?: Settings;
    moves?: string[];
    made?: number;
    seats?: string[];
    dice?: boolean;
    seed?: number;
    hints?: number;
    grade?: number;
  }

  interface Choice {
    move: string;
    gestures: string[][];
  }

  interface Ending {
    text: string;
    winner: number | null;
    made: number;
  }

  interface Position {
    name: string;
    title: string;
    about: string;
    kind: Kind;
    saved: Saved;
    token: string;
    /** A link to this that can be typed; "" where only the token says it all. */
    address: string;
    scene: Scene;
    text: string;
    renamed: Record<string, string>;
    routes: Routes;
    travels: Record<string, Point>[];
    choices: Choice[];
    made: number;
    undone: number;
    cost: number;
    turns: { move: string; player: number; cost: number }[];
    turn: number;
    seats: string[];
    players: string[];
    waiting_for: string;
    ending: Ending | null;
    hints: number;
    grade: number;
  }

  type Deed =
    | { do: "click"; handles: string[] }
    | { do: "drag"; press: string; release: string }
    | { do: "play"; move: string }
    | { do: "roll" | "undo" | "redo" };

  interface Answer {
    kind: "moved" | "selected" | "cleared" | "refused";
    text: string;
  }

  // Tasks

  type Status = "solved" | "impossible" | "stopped";
  type Value = "" | "win" | "draw" | "loss";

  /** What is heard of a task on its way: how far it is, or a part of its answer. */
  interface Progress {
    expanded: number;
    generated: number;
    part?: string;
    told?: any;
  }

  interface Calls {
    signal?: AbortSignal;
    progress?: (progress: Progress) => void;
  }

  interface Least {
    status: Status;
    cost: number | null;
    optimal: boolean;
    why: string;
    value: Value;
  }

  interface MoveMark {
    move: string;
    verdict: "better" | "equal" | "worse" | "unknown";
    best: boolean;
    least: number | null;
    value: Value;
  }

  interface Hint {
    grade?: number;
    text?: string;
    ids?: string[];
    handles: string[];
  }

  interface Result extends Least {
    moves: string[];
    length: number;
  }

  interface Review {
    lapses: { number: number; move: string; text: string }[];
    least: Least;
  }

  /** The tasks on a position, and what each answers. */
  interface Tasks {
    least: Least;
    marks: { marks: MoveMark[] };
    hint: { hint: Hint | null; saved: Saved; token: string };
    solve: Result;
    review: Review;
    reply: { move: string; reason: string };
  }

  // Searches

  /** One row of the table of options; a default of null means: none, or as the algorithm does by itself. */
  interface SearchOption {
    name: string;
    kind: "number" | "whole" | "switch" | "estimate" | "ties";
    title: string;
    about: string;
    default: number | boolean | null;
    low: number | null;
    high: number | null;
    above: boolean;
    steps: number[];
    is_limit: boolean;
  }

  interface Algorithm {
    name: string;
    /** As people call it: "A*", "Breadth-first (BFS)". */
    title: string;
    /** Short names that are understood too. */
    aliases: string[];
    about: string;
    promises: string;
    options: string[];
    ties: string[];
  }

  interface SearchMenu {
    algorithms: Algorithm[];
    usual: { algorithm: string; estimate: string | null };
    estimates: { name: string; title: string; about: string; admissible: boolean }[];
    ties: { name: string; about: string }[];
    options: SearchOption[];
  }

  /** A search as it is asked for: only what is not as usual. */
  interface Search {
    algorithm: string;
    estimate?: string;
    ties?: string[];
    [name: string]: any;
  }

  /** A lesson in a list. */
  interface LessonCard {
    name: string;
    title: string;
    about: string;
  }

  /** A recorded search with its answer in words. */
  interface Trace extends Replay.Data {
    verdict: string;
    left: string;
  }

  interface CompareRow {
    name: string;
    algorithm: string;
    estimate: string | null;
    verdict: "best" | "good" | "dear" | "stopped";
    words: string;
    cost: number | null;
    value?: string;
    stats: { expanded: number; generated: number; frontier_max: number; seconds: number };
    memory: number | null;
    memory_whole: boolean;
  }

  /** An estimate that misled a search: where it is too high. */
  interface Lesson {
    estimate: string;
    /** The estimate as people read it. */
    title: string;
    guess: number;
    true: number;
    scene: Scene;
    label: string;
    text: string;
    sides: number[];
  }

  interface Comparison {
    title: string;
    rows: CompareRow[];
    remarks: string[];
    lessons: Lesson[];
  }

  interface Race extends Comparison {
    lanes: Replay.Data[];
  }

  /** What is wrong with a puzzle of one's own, and in which line, where that is known. */
  interface Fault {
    text: string;
    line: number | null;
  }

  // Odds

  interface Fraction {
    text: string | null;
    digits: number;
  }

  interface Figures {
    seat: number;
    place: string;
    over: boolean;
    status: Status;
    why: string;
    positions: number;
    finishes: number;
    expected: number | null;
    expected_if_finished?: number;
    variance?: number | null;
    sd?: number | null;
    least?: number;
    least_chance: number;
    least_told: string;
    least_exact: Fraction | null;
    rolls: string[];
    more_rolls: boolean;
  }

  interface Lengths {
    width: number;
    bars: [first: number, chance: number, done: number][];
    median: number | null;
    mode: number | null;
    quantiles: Record<string, number | null>;
    beyond: number;
    why: string;
  }

  interface Seats {
    turn: number;
    standing: number[];
    players: number;
    together: number[];
  }

  interface Heat {
    cells: [shape: number, shade: number, value: number][];
    top: number;
    most: number;
    tokens: string[];
    why: string;
  }

  interface Exact {
    expected: Fraction | null;
    variance: Fraction | null;
  }

  /** What can be asked next. */
  interface OddsMenu {
    jumps: number;
    work: number;
    decline: boolean;
    settings: (Setting & { other: any })[];
  }

  interface OddsParts {
    figures: Figures;
    lengths: Lengths;
    seats: Seats;
    heat: Heat;
    menu: OddsMenu;
    exact: Exact;
  }

  interface Jump {
    from: string;
    to: string;
    without: number | null;
    effect: number | null;
    words: string;
    handles: string[];
  }

  interface Way {
    decline: boolean;
    rule: boolean;
    expected: number | null;
    exact: Fraction | null;
    taken: string[];
    of: number;
    declined: [kept: string, end: string][];
  }

  interface Choices {
    expected: number | null;
    least: number | null;
    ways: Way[];
    left_out: number;
  }

  interface Games {
    games: number;
    wanted: number;
    mean: number | null;
    standard_error: number;
    expected: number | null;
    shortest: number | null;
    longest: number | null;
    stuck: number;
    unfinished: number;
    turns_per_second: number;
    agrees: boolean | null;
    away: number;
  }

  /** The questions about odds, and what each answers. */
  interface Odds {
    "": Partial<OddsParts> & { left_out: string[] };
    seats: Seats;
    jumps: { rows: Jump[]; all: number; why: string };
    choices: Choices;
    games: Games;
  }
}
