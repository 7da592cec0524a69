// Written by `python -m tools.contract` from langkah.tasks.table; only the checker of types reads it.

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Point = [x: number, y: number];
type Box = [x: number, y: number, width: number, height: number];

declare namespace Api {
  /** What is heard of a question on its way: how far it is, or a part of its answer. */
  interface Progress {
    expanded: number;
    generated: number;
    engine?: string;
    part?: string;
    told?: any;
  }

  interface Calls {
    signal?: AbortSignal;
    progress?: (progress: Progress) => void;
  }

  /** A saved session: a problem, the moves, and the number of moves in effect. A position needs nothing else. */
  interface Saved {
    problem: string;
    settings?: Record<string, any>;
    langkah?: 1;
    moves?: string[];
    made?: number | null;
    seats?: string[];
    dice?: boolean;
    seed?: number;
    hints?: number;
    grade?: number;
  }

  /** A request about a position that may take time. */
  interface Work {
    task: "least" | "marks" | "hint" | "solve" | "review" | "reply";
    saved: Saved;
    seconds?: number | null;
  }

  /** The request for a solution, which may include search options. */
  interface SolveWork {
    task: "solve";
    saved: Saved;
    algorithm?: string | null;
    seconds?: number | null;
  }

  /** Maps each of the page's own texts from English to the requested language. */
  interface Texts {
    language: string;
    texts: Record<string, string>;
  }

  /** A recorded search with everything that a viewer shows; `search` is its title, such as "A* (manhattan)". */
  interface Recording {
    title: string;
    result: any;
    search: string;
    at: number | null;
    left_out: number;
    seconds: number[] | null;
    bytes?: number[];
    lesson?: Lesson | null;
    exam?: boolean;
    walks: boolean;
    players: boolean;
    mapped: boolean;
    frontier: string;
    counters: string[];
    legend: Legend[];
    code: CodeLine[];
    states: State[];
    boards: Boards;
    nodes: Nodes;
    rounds: Round[];
    goals: Goal[];
    best: number[];
    curve: number[];
    waiting: Waiting;
    unseen: Unseen;
    quiz: Quiz[];
    themes: Record<string, string>;
    texts: Record<string, string>;
    events: Events;
    fates: Record<string, Fate>;
    words: string[];
  }

  /** A lesson with all placeholders filled in. */
  interface Lesson {
    name: string;
    title: string;
    about: string;
    minutes: number;
    after: string[];
    stops: LessonStop[];
    questions: LessonQuestion[];
    next: LessonCard | null;
  }

  /** A stop of a lesson: its event, its sentences, and the steps that the reader makes there. */
  interface LessonStop {
    at: number;
    text: string;
    be: LessonQuestion[];
  }

  /** A question of a lesson, asked after `at` events; after the answer, the events up to `then` are shown. `right` has the indices of the right choices, of which one (`choice`, `node`) or all (`all`) must be chosen; if choices are to be put in `order`, it has the rank of each choice, and equal choices have the same rank. `answers` has the right answers if a `number` is asked for. `reply` is the reply to a right choice, `wrong` to any other one without a reply of its own. */
  interface LessonQuestion {
    kind: "choice" | "all" | "number" | "order" | "node";
    text: string;
    at: number;
    then: number;
    choices: LessonChoice[];
    right: number[];
    answers: string[];
    reply: string;
    wrong: string;
  }

  /** A possible answer to a question of a lesson; `node` is the number of a node if the answer is a node, else -1. */
  interface LessonChoice {
    text: string;
    reply: string;
    node: number;
  }

  /** A lesson in a list: its approximate minutes, and the titles of lessons that should come first. */
  interface LessonCard {
    name: string;
    title: string;
    about: string;
    minutes: number;
    after: string[];
  }

  /** The meaning of a colour in the tree. */
  interface Legend {
    name: string;
    role: string;
    words: string;
  }

  /** A line of pseudo-code. */
  interface CodeLine {
    indent: number;
    text: string;
  }

  /** A state: its board (not all states have one); the id of its shape on the common picture of all states, if there is such a picture; and the computation of its estimate. */
  interface State {
    label: string;
    text: string;
    spot?: string;
    table?: Table;
    board?: Board;
  }

  /** The computation of a state's estimate: headings, rows, lines below them, and the highlighted cells. */
  interface Table {
    title: string;
    head: string[];
    rows: string[][];
    notes: string[];
    marked: [number, number][];
  }

  /** The board of a state: its size, and the indices of its parts. */
  interface Board {
    size: [number, number];
    parts: number[];
  }

  /** The parts of all boards; `ground` lists the parts that all boards have at the back, from back to front. */
  interface Boards {
    ground: number[];
    parts: Shape[];
    alike: boolean;
    labels: boolean;
    font: string;
  }

  /** A painted shape: its place, its bounding box, its strokes. */
  interface Shape {
    id?: string;
    handle?: string;
    label?: string;
    role: string;
    at: [number, number];
    box: [number, number, number, number];
    marks: Stroke[];
  }

  /** One stroke of a shape; fields with default values are omitted. */
  interface Stroke {
    mark: "box" | "circle" | "line" | "words";
    x?: number;
    y?: number;
    width?: number;
    height?: number;
    radius?: number;
    round?: number;
    points?: string;
    text?: string;
    size?: number;
    colour?: string;
    bold?: boolean;
    name?: boolean;
    fill?: string;
    stroke?: string;
    line?: number;
    dashed?: boolean;
    opacity?: number;
  }

  /** The nodes, column by column. */
  interface Nodes {
    state: number[];
    parent: number[];
    move: string[];
    costs: string[];
    f: string[];
    total: string[];
    level: string[];
  }

  /** A round of a search that restarts with a larger bound. */
  interface Round {
    event: number;
    bound: string;
    past: string;
    cleared: number[];
  }

  /** A goal: the event that found it, and the nodes on the path to it. */
  interface Goal {
    event: number;
    way: number[];
  }

  /** Sentences with placeholders about a node in the frontier. */
  interface Waiting {
    first: string;
    same: string;
    other: string;
    end: string;
  }

  /** The texts before the first event. */
  interface Unseen {
    why: string;
    happened: string;
  }

  /** A quiz question about what happens next. */
  interface Quiz {
    at: number;
    node: number;
    ask: string;
    answer: number;
    right?: number[];
    then: number;
    choices: QuizChoice[];
  }

  /** A possible answer, and the reply to it. */
  interface QuizChoice {
    node: number;
    label: string;
    costs: string;
    reply: string;
  }

  /** The events, column by column. */
  interface Events {
    kind: string;
    node: number[];
    place: number[];
    fate: string;
    why: number[];
    foot: number[];
    line: number[];
    happened: string[];
    alpha?: number[];
    beta?: number[];
    value?: number[];
  }

  /** A status that a node can have (waiting, expanded, pruned ...): its name and its colour role. */
  interface Fate {
    name: string;
    role: string;
  }

  /** An error to fix, and its line if known. */
  interface Fault {
    text: string;
    line: number | null;
  }

  /** A request for the gallery, and the initial link. */
  interface HomeRequest {
    start?: string;
  }

  /** The gallery, the initial link, and an animated search. */
  interface Home {
    games: Game[];
    start: string;
    languages: Record<string, string>;
    demo: Demo;
  }

  /** One game of the gallery. */
  interface Game {
    name: string;
    title: string;
    about: string;
    kind: "puzzle" | "game" | "dice";
    shelf: string;
    levels: number;
    path: PathLevel[];
    level_cost: boolean;
    scene: Scene;
  }

  /** A level on the path from easy to hard: its name, and its title. */
  interface PathLevel {
    name: string;
    title: string;
  }

  /** A picture: its size in cells, its shapes from back to front, and a one-sentence description. */
  interface Scene {
    width: number;
    height: number;
    title: string;
    shapes: Shape[];
  }

  /** Searches as growing trees, the solution path as pictures, and links to watch it and to compare. */
  interface Demo {
    searches: DemoSearch[];
    scenes: Scene[];
    link: string;
    compare: string;
  }

  /** An animated search on the first page. */
  interface DemoSearch {
    title: string;
    nodes: DemoNode[];
    events: (["open" | "take", number])[];
    path: number[];
  }

  /** The place of a node in the tree, and its parent. */
  interface DemoNode {
    x: number;
    y: number;
    parent: number;
  }

  /** A request for the levels of a game. */
  interface LevelsRequest {
    game: string;
  }

  /** The levels of a game, easiest first. */
  interface Levels {
    game: string;
    levels: Level[];
  }

  /** A level with its picture; `needs` is the least cost in words, in the level's metric. */
  interface Level {
    name: string;
    title: string;
    meaning: string;
    rule: string;
    group: string;
    note: string;
    least: number | null;
    optimum: Record<string, number>;
    counts: string;
    needs: string;
    scene: Scene;
  }

  /** A request about a problem, with additional settings. */
  interface ProblemRequest {
    problem: string;
    settings?: Record<string, any>;
  }

  /** The choices for a problem. `metric` is what is counted, `level_cost` means that all its solutions cost the same, `renewable` that new puzzles of its kind can be generated, `wish` is the request for one with the least cost {n}, `meaning` the meaning of a level's name in the reader's language, `goal` the goal as a picture if the board does not show it, `editor` how its board is drawn by hand. */
  interface Sheet {
    name: string;
    game: string;
    title: string;
    level: string;
    meaning: string;
    about: string;
    kind: "puzzle" | "game" | "dice";
    odds: boolean;
    levels: number;
    metric: string;
    level_cost: boolean;
    renewable: boolean;
    wish: string;
    given: Record<string, any>;
    settings: Setting[];
    players: Player[];
    algorithms: AlgorithmName[];
    goal: Scene | null;
    editor: Editor | null;
  }

  /** A setting with its value, its form label, its legal values, and the meaning of each choice. */
  interface Setting {
    name: string;
    label: string;
    about: string;
    kind: "switch" | "number" | "text" | "choice" | "form";
    value: any;
    low: number | null;
    high: number | null;
    choices: string[];
    meanings: Record<string, string>;
    legal: string;
  }

  /** An opponent: `title` is its name for people who just want to play, "" for the exact players. */
  interface Player {
    name: string;
    title: string;
    label: string;
    about: string;
    low: number;
    high: number;
    usual: number;
  }

  /** An algorithm that fits a problem. */
  interface AlgorithmName {
    name: string;
    title: string;
    about: string;
  }

  /** Describes how users draw their own board in a front end; the drawing becomes one of the problem's settings. "letters": `value` holds rows of signs. `legend` gives each sign a role and a meaning; `others` is the meaning of any other sign ("": none is allowed); `goal` names the setting with the cells that each piece must reach. A sign looks like the shape in the picture with the handle `handle` + sign. "jumps": `value` maps numbers to numbers; they are drawn between the handles named `handle` + number. "roads": `value` has `places` (a table from names to [x, y], y upwards), `roads` (a list of [place, place, length]), `start` and `goal`; the drawing is written to the settings of these names. */
  interface Editor {
    kind: "letters" | "jumps" | "roads";
    setting: string;
    value: any;
    legend: [string, string, string][];
    others: string;
    goal: string;
    handle: string;
    single: string;
    settles: string[];
  }

  /** A request about a problem, or about a position from which the problem then starts. */
  interface HereRequest {
    saved: Saved;
  }

  /** The options for a search. */
  interface SearchMenu {
    algorithms: Algorithm[];
    usual: UsualSearch;
    estimates: Estimate[];
    ties: Tie[];
    options: Option[];
  }

  /** An algorithm that fits: its title, short names, guarantees and options, and whether a player can play it node by node. */
  interface Algorithm {
    name: string;
    title: string;
    aliases: string[];
    about: string;
    promises: string;
    options: string[];
    ties: string[];
    playable: boolean;
  }

  /** The default search. */
  interface UsualSearch {
    algorithm: string;
    estimate: string | null;
  }

  /** An estimate of the cost to go. */
  interface Estimate {
    name: string;
    title: string;
    about: string;
    admissible: boolean;
  }

  /** A rule for breaking ties among equal nodes. */
  interface Tie {
    name: string;
    about: string;
  }

  /** One option. A default of None means none, or the algorithm's own default. */
  interface Option {
    name: string;
    kind: "number" | "whole" | "switch" | "estimate" | "ties";
    title: string;
    about: string;
    default: any;
    low: number | null;
    high: number | null;
    above: boolean;
    steps: number[];
    is_limit: boolean;
  }

  /** A request for the list of lessons. */
  interface LessonsRequest {
  }

  /** The lessons that come with Langkah. */
  interface Lessons {
    lessons: LessonCard[];
  }

  /** A request for everything available, or for one `game`; with `files`, `game` may also name a file of the user. */
  interface ListRequest {
    game?: string | null;
  }

  /** Games, algorithms and players by name; `choice` is the table of default searches, in order, and `chosen` lists the default searches for the named game; `broken` lists extensions of other packages that cannot be used. */
  interface Listing {
    games: Record<string, ListedGame>;
    algorithms: Record<string, ListedAlgorithm>;
    players: Record<string, ListedPlayer>;
    choice: ListedChoice[];
    chosen?: string[];
    broken?: string[];
  }

  /** A game with its levels, settings and estimates. */
  interface ListedGame {
    title: string;
    about: string;
    aliases: string[];
    levels: string[];
    level_facts: Record<string, ListedLevel>;
    settings: ListedSetting[];
    estimates: ListedEstimate[];
  }

  /** A level, its best known result, and the checksum of its certificate, or "". */
  interface ListedLevel {
    title: string;
    meaning: string;
    group: string;
    optimum: any;
    proof: string;
  }

  /** A setting; `choices` maps each choice to its meaning. */
  interface ListedSetting {
    name: string;
    default: any;
    about: string;
    legal: string;
    choices?: Record<string, string>;
  }

  /** An estimate of the cost to go. */
  interface ListedEstimate {
    name: string;
    admissible: boolean;
    about: string;
  }

  /** An algorithm, its requirements and its guarantees. */
  interface ListedAlgorithm {
    title: string;
    aliases: string[];
    about: string;
    promises: string;
    needs: string;
    on: string;
    options: string[];
  }

  /** A player, and its range of strengths. */
  interface ListedPlayer {
    about: string;
    needs: string;
    strengths: [number | null, number | null];
    default_strength: number | null;
  }

  /** A row of the table of default choices: `algorithm` is "" for the puzzle's own choice. */
  interface ListedChoice {
    algorithm: string;
    title: string;
    when: string;
  }

  /** A request for the list of examples. */
  interface ExamplesRequest {
  }

  /** The examples that come with the program. */
  interface Examples {
    rows: ExampleRow[];
  }

  /** An example in the list. */
  interface ExampleRow {
    name: string;
    about: string;
  }

  /** A request for one example, by its name. */
  interface ExampleRequest {
    name: string;
  }

  /** An example with its code. */
  interface Example {
    name: string;
    about: string;
    code: string;
  }

  /** A request about a position with its history, sent as a saved session. */
  interface PositionRequest {
    saved: Saved;
  }

  /** A position with all its possible actions. `address` is a readable link to it, "" if only the token is complete; `routes` are the paths of moved shapes, `travels` the displacement of shapes for each choice. */
  interface Position {
    name: string;
    title: string;
    about: string;
    kind: "puzzle" | "game" | "dice";
    saved: Saved;
    token: string;
    scene: Scene;
    renamed: Record<string, string>;
    highlights: Record<string, string>;
    selected: string[];
    choices: Choice[];
    made: number;
    undone: number;
    cost: number | null;
    turns: Turn[];
    turn: number;
    seats: string[];
    players: string[];
    waiting_for: string;
    ending: Ending | null;
    hints: number;
    grade: number;
    address: string;
    text: string;
    routes: Record<string, [number, number][]>;
    travels: Record<string, [number, number]>[];
  }

  /** A legal move, and the clicks that perform it. */
  interface Choice {
    move: string;
    gestures: string[][];
  }

  /** A move in the history. */
  interface Turn {
    move: string;
    player: number;
    cost: number;
  }

  /** How a game ended: in words, the winner (None: a draw), and the effort. */
  interface Ending {
    text: string;
    winner: number | null;
    made: number;
  }

  /** An action in a position. */
  interface ActRequest {
    saved: Saved;
    deed: Click | Drag | Play | Simple;
  }

  /** Clicks on handles, one after the other. */
  interface Click {
    do: "click";
    handles: string[];
  }

  /** A press on one handle and a release on another. */
  interface Drag {
    do: "drag";
    press: string;
    release: string;
  }

  /** A move in notation. */
  interface Play {
    do: "play";
    move: string;
  }

  /** Throw the dice, undo a move, or redo it. */
  interface Simple {
    do: "roll" | "undo" | "redo";
  }

  /** The result of an action, and the position after it. */
  interface Done {
    answer: Answer;
    position: Position;
  }

  /** The result of an action, and a sentence about it. */
  interface Answer {
    kind: "moved" | "selected" | "cleared" | "refused";
    text: string;
  }

  /** The pictures after the moves that the session can redo. */
  interface Frames {
    frames: Frame[];
  }

  /** The picture after one of the moves that the session can redo. */
  interface Frame {
    made: number;
    scene: Picture;
    renamed: Record<string, string>;
    routes: Record<string, [number, number][]>;
  }

  /** A picture whose `shapes` may contain numbers: the indices of equal shapes in the previous picture. */
  interface Picture {
    width: number;
    height: number;
    title: string;
    shapes: (Shape | number)[];
  }

  /** The position in a link: the text after the #, readable or exact. */
  interface LinkRequest {
    token: string;
  }

  /** A file to save. */
  interface File {
    name: string;
    text: string;
  }

  /** The text of a puzzle file. */
  interface FileRequest {
    text: string;
  }

  /** The text of a file, and the range of its levels: the first number and the count; and the folder of the file, if the file may name a Python file there. */
  interface LevelFileRequest {
    text: string;
    first?: number;
    count?: number;
  }

  /** Some of the levels in a file, and their total number. */
  interface LevelFile {
    all: number;
    levels: LevelInFile[];
  }

  /** A level in a file. `wrong` lists its mistakes; `plan` is the included solution; `plan_wrong` explains why that solution fails, "" if it does not. */
  interface LevelInFile {
    number: number;
    line: number;
    title: string;
    game: string;
    game_title: string;
    settings: Record<string, any>;
    wrong: string[];
    plan: string;
    plan_wrong: string;
    scene: Scene | null;
  }

  /** The evaluation of a position: the least cost or, with two players, the value for the side to move and every best move. */
  interface Least {
    status: "solved" | "impossible" | "stopped";
    cost: number | null;
    optimal: boolean;
    why: string;
    value: string;
    plan: string[];
    best: string[];
    chance: number | null;
  }

  /** A rating for each legal move, in order. */
  interface Marks {
    marks: Mark[];
  }

  /** The rating of a legal move: `verdict` is better, equal, worse or unknown; `best` if no move is better. */
  interface Mark {
    move: string;
    verdict: "better" | "equal" | "worse" | "unknown";
    best: boolean;
    least: number | null;
    value: "" | "win" | "draw" | "loss";
    chance: number | null;
  }

  /** A hint, and the session with the hint counted. */
  interface HintAnswer {
    hint: Hint;
    saved: Saved;
    token: string;
  }

  /** A hint of grade 1 (which piece), 2 (its target) or 3 (the whole move), with the shapes to highlight. */
  interface Hint {
    grade: number;
    text: string;
    ids: string[];
    handles: string[];
    move: string;
  }

  /** An opponent's move, and its reason. */
  interface Reply {
    move: string;
    reason: string;
  }

  /** The moves that lost ground, the least cost at the start, and the values of all positions of the session. */
  interface Review {
    lapses: Lapse[];
    least: Least;
    curve: CurvePoint[];
  }

  /** A move that made the position worse: its number from 1, its loss, and a better move. */
  interface Lapse {
    number: number;
    move: string;
    lost: number | null;
    better: string[];
    text: string;
  }

  /** A position of a session: its proved least cost, whether no goal is reachable from it (`stuck`), and in a two-player game its value for the first player. */
  interface CurvePoint {
    least: number | null;
    stuck: boolean;
    value: string;
  }

  /** A problem or a position, and the search to run. */
  interface SolveRequest {
    saved: Saved;
    search?: Search;
  }

  /** A search: an algorithm, and the options that differ from their defaults. */
  interface Search {
    algorithm: string;
    estimate?: string | null;
    ties?: string[] | null;
    duplicates?: boolean | null;
    reopen?: boolean | null;
    find_all?: boolean | null;
    weight?: number | null;
    width?: number | null;
    depth?: number | null;
    nodes?: number | null;
    seconds?: number | null;
    memory?: number | null;
  }

  /** The result of a search for a page: `length` counts all moves of the plan; only the first ones are included. */
  interface Solution {
    problem: string;
    algorithm: string;
    estimate: string | null;
    status: "solved" | "impossible" | "stopped";
    cost: number | null;
    optimal: boolean;
    why: string;
    moves: string[];
    stats: Stats;
    limit: string | null;
    tried: Tried[];
    states?: string[];
    value?: string | null;
    best_moves?: string[];
    line?: string[];
    probability?: number;
    probability_exact?: string;
    solutions?: number;
    all_moves?: string[][];
    length: number;
  }

  /** The effort of a search. `expanded` counts nodes taken from the frontier, including the goal; `generated` counts all nodes, including the root and duplicates. >>> solve(load("hanoi", discs=2), "breadth-first").stats.expanded 7 */
  interface Stats {
    expanded: number;
    generated: number;
    skipped: number;
    pruned: number;
    frontier_max: number;
    seconds: number;
    engine: string;
    compile_seconds: number;
  }

  /** A search of the portfolio that did not give the answer: its progress, and the limit that ended it, if any. */
  interface Tried {
    algorithm: string;
    expanded: number;
    seconds: number;
    limit: string | null;
  }

  /** A search from a position, recorded up to a number of events. */
  interface TraceRequest {
    saved: Saved;
    search: Search;
    events?: number;
  }

  /** A recorded search with its answer in words, and a note on omitted events. */
  interface Trace {
    title: string;
    result: Result;
    search: string;
    at: number | null;
    left_out: number;
    seconds: number[] | null;
    bytes?: number[];
    lesson?: Lesson | null;
    exam?: boolean;
    walks: boolean;
    players: boolean;
    mapped: boolean;
    frontier: string;
    counters: string[];
    legend: Legend[];
    code: CodeLine[];
    states: State[];
    boards: Boards;
    nodes: Nodes;
    rounds: Round[];
    goals: Goal[];
    best: number[];
    curve: number[];
    waiting: Waiting;
    unseen: Unseen;
    quiz: Quiz[];
    themes: Record<string, string>;
    texts: Record<string, string>;
    events: Events;
    fates: Record<string, Fate>;
    words: string[];
    verdict: string;
    left: string;
  }

  /** The result of a search: answer, proof and effort. `tried`: the other searches of the portfolio. For two players, `value` is that of the side to move and `line` a best line of play; with dice, `probability` is that of reaching a goal; `all_moves` are all solutions, if requested. */
  interface Result {
    problem: string;
    algorithm: string;
    estimate: string | null;
    status: "solved" | "impossible" | "stopped";
    cost: number | null;
    optimal: boolean;
    why: string;
    moves: string[];
    stats: Stats;
    limit: string | null;
    tried: Tried[];
    states?: string[];
    value?: string | null;
    best_moves?: string[];
    line?: string[];
    probability?: number;
    probability_exact?: string;
    solutions?: number;
    all_moves?: string[][];
  }

  /** A few searches from a position, side by side; by default the first two algorithms that fit. */
  interface RaceRequest {
    saved: Saved;
    searches?: Search[] | null;
  }

  /** A few recorded searches, with the time and memory of each event, and remarks on the results. */
  interface Race {
    title: string;
    rows: CompareRow[];
    remarks: string[];
    lessons: LessonGap[];
    lanes: Trace[];
  }

  /** The result of a search relative to the others: best (proved, or as good as a proved one), good (no other was better, but nothing is proved), dear (another found a lower cost) or stopped; and a sentence. `memory_whole`: false if the figure is a lower bound. */
  interface CompareRow {
    problem: string;
    algorithm: string;
    estimate: string | null;
    status: "solved" | "impossible" | "stopped";
    cost: number | null;
    optimal: boolean;
    why: string;
    moves: string[];
    stats: Stats;
    limit: string | null;
    tried: Tried[];
    states?: string[];
    value?: string | null;
    best_moves?: string[];
    line?: string[];
    probability?: number;
    probability_exact?: string;
    solutions?: number;
    all_moves?: string[][];
    name: string;
    verdict: "best" | "good" | "dear" | "stopped";
    words: string;
    memory: number | null;
    memory_whole: boolean;
  }

  /** An estimate that misled a search: a state where it is too high, the true cost there, and the indices of searches to show side by side. */
  interface LessonGap {
    estimate: string;
    title: string;
    guess: number | null;
    true: number | null;
    scene: Scene;
    label: string;
    text: string;
    sides: number[];
  }

  /** Problems, and the algorithms and estimates to compare, by name; None: the default choice. `memory`: repeat a run to measure memory if the first took less than this many seconds. `seconds`: for all searches together, in equal shares; without it only the limits of the search and the context apply to each. */
  interface CompareRequest {
    saved: Saved;
    algorithms?: string[] | null;
    estimates?: string[] | null;
    search?: Search;
  }

  /** Searches from one position, the remarks on them, and the lessons. */
  interface Comparison {
    title: string;
    rows: CompareRow[];
    remarks: string[];
    lessons: LessonGap[];
  }

  /** The text of a file of rows (JSON lines), its title, and the two configurations to compare, by their numbers from 1. */
  interface PlotsRequest {
    text: string;
    name?: string;
    first?: number;
    second?: number;
  }

  /** An experiment: its configurations, and every plot of its rows. */
  interface Plots {
    title: string;
    rows: number;
    configurations: Configuration[];
    plots: Plot[];
  }

  /** One configuration over all instances; costs and effort are medians. */
  interface Configuration {
    name: string;
    runs: number;
    solved: number;
    optimal: number;
    cost: number | null;
    expanded: number;
    generated: number;
    frontier_max: number;
    seconds: number;
  }

  /** A plot with its name. */
  interface Plot {
    kind: string;
    scene: Scene;
  }

  /** A search, and how much of it the page shows; the seed varies the questions. `latex`: LaTeX source instead of a web page. `key`: the format of a separate file with solutions, "html" or "latex"; "": no such file. Each of `names` gets a sheet with its own start, whose least cost is in the range `least`, if given. */
  interface WorksheetRequest {
    saved: Saved;
    search?: Search;
    rows?: number;
    nodes?: number;
    questions?: number;
    seed?: number;
    latex?: boolean;
    key?: "" | "html" | "latex";
    names?: string[];
    least?: number[];
  }

  /** A page to print, and its subject. */
  interface Worksheet {
    problem: string;
    algorithm: string;
    page: string;
    key?: string;
  }

  /** A request for a lesson; a page can only name lessons that come with Langkah. */
  interface LessonRequest {
    name: string;
  }

  /** A lesson: a recorded search with stops, sentences and a question. */
  interface LessonTrace {
    title: string;
    result: Result;
    search: string;
    at: number | null;
    left_out: number;
    seconds: number[] | null;
    bytes?: number[];
    lesson: Lesson;
    exam?: boolean;
    walks: boolean;
    players: boolean;
    mapped: boolean;
    frontier: string;
    counters: string[];
    legend: Legend[];
    code: CodeLine[];
    states: State[];
    boards: Boards;
    nodes: Nodes;
    rounds: Round[];
    goals: Goal[];
    best: number[];
    curve: number[];
    waiting: Waiting;
    unseen: Unseen;
    quiz: Quiz[];
    themes: Record<string, string>;
    texts: Record<string, string>;
    events: Events;
    fates: Record<string, Fate>;
    words: string[];
    verdict: string;
    left: string;
  }

  /** A problem, and the claim to prove; "": the value of a game, else the least cost or that there is no solution. Python can pass the result of a search that has already run. */
  interface ProveRequest {
    saved: Saved;
    claim?: string | "";
    player?: string | "";
    seat?: "first" | "second";
  }

  /** A certificate for a page: a file name, its bytes in base 64, and its claim. `sendable`: short enough to be sent back and checked. */
  interface Proof {
    name: string;
    data: string;
    bytes: number;
    sendable: boolean;
    claim: string;
    proved: string;
    unproved: string[];
    states: number;
  }

  /** A certificate in base 64, and optionally the position it claims to be about. Python can name a file instead, and a problem or its name. */
  interface CheckRequest {
    data?: string;
    saved?: Saved;
  }

  /** Whether a certificate holds: if so, what it proves and what it does not; if not, where and why it fails first. */
  interface CheckedProof {
    holds: boolean;
    claim: string;
    problem: string;
    proved: string;
    unproved: string[];
    states: number;
    sha256: string;
    why: string;
    line: number;
    state: string;
  }

  /** A search from a position, the nodes expanded so far, and the one that the player expands next. A cut before node n, for algorithms with pruning, is listed as -1 - n; `cut`: the guess is a cut. `hint`: also list the legal nodes, and why the guess is not one of them. `end`: stop here, and return the result. The other fields are for the result code: the student, the task of an assignment, its key, the number of steps with mistakes or hints, the number of hints, and the time in seconds. */
  interface BeAlgorithmRequest {
    saved: Saved;
    search: Search;
    taken?: number[];
    guess?: number | null;
    cut?: boolean;
    hint?: boolean;
    end?: boolean;
    student?: string;
    task?: string;
    key?: string;
    missed?: number;
    hints?: number;
    seconds?: number;
  }

  /** Whether the guess was right (null without a guess) and, if not, the rule that it broke; and the search so far. `legal` lists the nodes that may be expanded next, only on request; `choices` is their number. `cuts`: whether the algorithm prunes; `cut`, only on request: whether a branch must be cut now. `waiting` is the frontier, in order of generation. `over`: the exercise has ended; `short`: it ended before the search, which was too long or was stopped by the player. At the end, `code` is the result for a teacher, unless the player stopped early. */
  interface BeAlgorithm {
    right: boolean | null;
    why: string;
    taken: number[];
    legal: number[];
    choices: number;
    cuts: boolean;
    cut: boolean;
    waiting: number[];
    over: boolean;
    short: boolean;
    code: string;
    recording: Trace;
  }

  /** A problem, and how to explore it. */
  interface ExploreRequest {
    saved: Saved;
    hardest?: boolean;
    threads?: number | null;
    device?: "auto" | "cpu" | "gpu";
  }

  /** The result of an exploration: states by depth, goals, the hardest starts; for two players all values, too. Depths and distances count steps, whatever their cost. */
  interface Survey {
    problem: string;
    states: number;
    layers: number[];
    depth: number;
    goals: number;
    nearest_goal: number | null;
    complete: boolean;
    engine: string;
    device: "cpu" | "gpu";
    seconds: number;
    compile_seconds: number;
    peak_memory: number | null;
    limit: string;
    why: string;
    note: string;
    counts: "steps";
    costs: StepCosts | null;
    value?: string;
    values?: Record<string, number>;
    hardest?: Hardest;
  }

  /** The step costs, if they are not all 1: of the whole space, or (`whole` is false) near the start. If all are known: the least cost to a goal, and the largest of the least costs to all states. */
  interface StepCosts {
    lowest: number | null;
    highest: number | null;
    whole: boolean;
    nearest_goal: number | null;
    farthest: number | null;
  }

  /** The states farthest from every goal, some as boards; `stuck` counts the states that cannot reach a goal. */
  interface Hardest {
    distance: number;
    count: number;
    stuck: number;
    boards: string[];
  }

  /** The estimated cost of exploring a space, and the methods. */
  interface ExplorePlan {
    problem: string;
    states_known: number;
    layers: number[];
    growth: number;
    states: number;
    size_known: boolean;
    successors: number;
    bytes: number;
    bytes_shipped: number;
    ways: ExploreWay[];
  }

  /** A method of exploring; `why_not` says why the method does not fit, "" if it fits. */
  interface ExploreWay {
    name: string;
    about: string;
    why_not: string;
  }

  /** A request for the map of a problem's space, with the moves made so far; for a part of the space if it has more than `most` states. `layout`: by the shape of the space, or in rings around the start. */
  interface MapRequest {
    saved: Saved;
    layout?: "shape" | "rings";
    most?: number;
  }

  /** The map of a state space. States are numbered from 0, the start. `places`: x and y of each state in a square of side 65,536 (2 bytes each). `distances`: steps to a goal (2 bytes; 65,535: no goal can be reached). `degrees`: the number of steps from each state (2 bytes). `onward`: the successors of each state, in the order of the states and of the legal moves (4 bytes; -1: not on the map). `trail`: the states of the session, in order. `whole`: whether the map contains all states; `limit`: the limit that was reached before that. `texts`: the texts on the map. `ramps`: for each theme, the colours from the goal to the farthest state. */
  interface SpaceMap {
    problem: string;
    layout: string;
    states: number;
    steps: number;
    goals: number;
    farthest: number;
    stuck: number;
    whole: boolean;
    limit: string;
    about: string;
    places: string;
    distances: string;
    degrees: string;
    onward: string;
    marked: Marked;
    trail: number[];
    texts: Record<string, string>;
    ramps: Record<string, string[]>;
  }

  /** Notable states, a limited number of each kind; `shares`: the share of all best paths through each bottleneck. */
  interface Marked {
    goals: number[];
    hardest: number[];
    bottlenecks: number[];
    shares: number[];
  }

  /** A place on the map, given by the path from the start: the index of the step at each state. */
  interface PlaceRequest {
    saved: Saved;
    way?: number[];
  }

  /** A state on the map: its board, as picture and text, and the moves from the start. */
  interface MapPlace {
    scene: Scene;
    text: string;
    moves: string[];
  }

  /** The moves of a session as steps on the map: the index of the step at each state. */
  interface MapWay {
    way: number[];
  }

  /** A store by its path; `name`: the problem, if it is the user's own; `settings`: a state, given as the start of the problem with these settings. `plan`: also find a shortest path to the state, or to the nearest goal. `hardest`: also list the hardest starts. `check_files`: read all files and compare their checksums. */
  interface StoreRequest {
    path: string;
    settings?: Record<string, any>;
    plan?: boolean;
    hardest?: boolean;
    check_files?: boolean;
  }

  /** The contents of a store, and the answers about a state. */
  interface Store {
    problem: string;
    states: number;
    layers: number[];
    depth: number;
    goals: number;
    nearest_goal: number | null;
    complete: boolean;
    partitions: number;
    skew: number;
    bytes: number;
    state?: string;
    state_depth?: number | null;
    moves?: string[];
    hardest?: StoredHardest | null;
    checked?: number;
  }

  /** The states farthest from every goal, some of them as boards. */
  interface StoredHardest {
    distance: number;
    count: number;
    boards: string[];
  }

  /** A puzzle as the model, bounds on the least cost or a grade, the number of puzzles, and the seed. */
  interface GenerateRequest {
    saved: Saved;
    low?: number;
    high?: number | null;
    grade?: "" | "easy" | "medium" | "hard";
    count?: number;
    seed?: number;
  }

  /** The generated puzzles; `why` says why there are fewer than requested, "" if all were found. */
  interface Generate {
    game: string;
    seed: number;
    puzzles: Puzzle[];
    limit: string;
    why: string;
  }

  /** A puzzle: a whole file, its least cost and metric, and its difficulty. */
  interface Puzzle {
    toml: string;
    least: number;
    metric: string;
    rating: Rating;
  }

  /** The difficulty of a puzzle; null if that needs the whole space, which is too large. `greedy` and `random` are shares: of the distance covered by a greedy player, of the games solved by a random player. */
  interface Rating {
    least: number;
    moves: number;
    branching: number;
    states: number | null;
    dead_ends: number | null;
    greedy: number | null;
    random: number;
  }

  /** A puzzle; `layouts`: consider all arrangements of its pieces, not only those reachable from its start. */
  interface HardestRequest {
    saved: Saved;
    layouts?: boolean;
  }

  /** The least cost of the hardest starts, their number among all positions, and some of them as files. */
  interface HardestStarts {
    game: string;
    least: number | null;
    count: number;
    states: number;
    metric: string;
    puzzles: string[];
    limit: string;
    why: string;
  }

  /** A game, a grade or a least cost, and a seed; or only a day such as 2026-11-18. */
  interface NewPuzzleRequest {
    problem?: string;
    grade?: "" | "easy" | "medium" | "hard";
    needs?: number | null;
    seed?: number;
    day?: string;
  }

  /** A new puzzle: its start position, a link that generates it again, its least cost as a number and in words, and its difficulty. */
  interface NewPuzzle {
    position: Position;
    address: string;
    least: number;
    counts: string;
    rating: Rating;
  }

  /** A position, the seat concerned, and a number of players who are all at this position. */
  interface SeatsRequest {
    saved: Saved;
    seat?: number | null;
    players?: number;
  }

  /** Every applicable part; `left_out` names the parts for which the time was too short. */
  interface Odds {
    left_out: string[];
    figures?: Figures;
    lengths?: Lengths;
    seats?: Seats;
    heat?: Heat;
    menu?: OddsMenu;
    exact?: Exact;
  }

  /** Expected number of turns, spread, least number of turns and its probability; incomplete if time runs out. */
  interface Figures {
    seat: number;
    place: string;
    over: boolean;
    status: "solved" | "impossible" | "stopped";
    why: string;
    finishes: number | null;
    expected: number | null;
    positions?: number;
    expected_if_finished?: number | null;
    variance?: number | null;
    sd?: number | null;
    least?: number | null;
    least_chance?: number;
    least_told?: string;
    least_exact?: Fraction | null;
    rolls?: string[];
    more_rolls?: boolean;
  }

  /** A fraction as text; if it is too long to read, only its number of digits. */
  interface Fraction {
    text: string | null;
    digits: number;
  }

  /** The distribution of lengths: bars, each with its first length, its probability and the cumulative probability at its end. */
  interface Lengths {
    width: number;
    bars: [number, number, number][];
    median: number | null;
    mode: number | null;
    quantiles: Record<string, number | null>;
    beyond: number;
    why: string;
  }

  /** Each seat's probability of winning: from the current positions, and for a number of players who are all here. */
  interface Seats {
    turn: number;
    standing: number[];
    players: number;
    together: number[];
  }

  /** How often each place is visited: the index of its shape in the picture, its shade, the number of visits. */
  interface Heat {
    cells: [number, number, number][];
    top: number;
    most: number;
    tokens: string[];
    why: string;
  }

  /** Possible further questions: about the jumps, and the choices that a player could be given. */
  interface OddsMenu {
    jumps: number;
    work: number;
    decline: boolean;
    settings: OddsSetting[];
  }

  /** A setting whose values a player could choose between; `other` is a value besides the present one. */
  interface OddsSetting {
    name: string;
    label: string;
    about: string;
    kind: "switch" | "number" | "text" | "choice" | "form";
    value: any;
    low: number | null;
    high: number | null;
    choices: string[];
    meanings: Record<string, string>;
    legal: string;
    other: any;
  }

  /** Expected number of turns and variance as fractions, on boards small enough. */
  interface Exact {
    expected: Fraction | null;
    variance: Fraction | null;
  }

  /** A position, and the seat whose odds are wanted; by default that of the player to move. */
  interface OddsRequest {
    saved: Saved;
    seat?: number | null;
  }

  /** Every jump with the expected length without it, largest effect first, as far as time allows. */
  interface Jumps {
    rows: Jump[];
    all: number;
    expected: number | null;
    why: string;
  }

  /**  */
  interface Jump {
    from: string;
    to: string;
    handles: string[];
    words: string;
    without: number | null;
    effect: number | null;
  }

  /** Choices that a player could be given: to decline jumps, or to play a turn with another value of a setting. */
  interface ChoicesRequest {
    saved: Saved;
    seat?: number | null;
    decline?: boolean;
    setting?: string | null;
    value?: boolean | number | string | null;
  }

  /** The effect of choices on the length of the game: each alone, then all together. */
  interface Choices {
    expected: number | null;
    least: number | null;
    ways: Way[];
    left_out: number;
  }

  /** The optimal policy: its expected length, the places where another rule is used, and the declined jumps. */
  interface Way {
    decline: boolean;
    rule: boolean;
    expected: number | null;
    exact: Fraction | null;
    taken: string[];
    of: number;
    declined: string[][];
  }

  /** The number of random games, and their seed. */
  interface GamesRequest {
    saved: Saved;
    seat?: number | null;
    games?: number;
    seed?: number;
  }

  /** Random games beside the exact odds: the difference, in standard errors. */
  interface Games {
    games: number;
    wanted: number;
    seed: number;
    mean: number | null;
    standard_error: number | null;
    expected: number | null;
    finishes: number;
    shortest: number | null;
    longest: number | null;
    stuck: number;
    unfinished: number;
    turns: number;
    seconds: number;
    turns_per_second: number;
    agrees: boolean | null;
    away: number | null;
  }

  /** A problem with dice, and the questions about it. `at` are the players' positions, the next to move first, as labels or states; `alternatives` are the values of settings that a player may choose before each turn, by their notation. */
  interface OddsReportRequest {
    saved: Saved;
    players?: number;
    at?: any[];
    exact?: boolean;
    jumps?: boolean;
    decline?: boolean;
    games?: number;
    seed?: number;
  }

  /** The exact length of a game of chance, with the requested extras. */
  interface OddsReport {
    problem: string;
    status: "solved" | "impossible" | "stopped";
    why: string;
    expected: number | null;
    expected_exact: string | null;
    expected_if_finished: number | null;
    finishes: number | null;
    variance: number | null;
    variance_exact: string | null;
    sd: number | null;
    minimum: number | null;
    probability_of_minimum: number | null;
    probability_of_minimum_exact: string | null;
    median: number | null;
    mode: number | null;
    quantiles: Record<string, number | null>;
    win_chances: number[];
    positions: number;
    visits: Record<string, number>;
    distribution: number[];
    beyond: number;
    minimum_moves: string[] | null;
    worth?: number;
    worth_exact?: string | null;
    jumps?: JumpReport[];
    choice?: ChoiceReport;
    simulation?: Record<string, number | null>;
  }

  /** A jump, and its effect; null means infinity. */
  interface JumpReport {
    start: number;
    end: number;
    expected_without: number | null;
    effect: number | null;
  }

  /** The effect of choices: the best rule at each place, and the declined jumps. */
  interface ChoiceReport {
    expected: number | null;
    expected_exact: string | null;
    choices: Record<string, string>;
    declined: string[][];
  }

  /** A player by name, the game, and the player's seat; at most `lines` losing lines are listed. */
  interface AuditRequest {
    saved: Saved;
    player: string;
    seat?: "first" | "second";
    seed?: number;
    lines?: number;
  }

  /** The record of a player against every reply. */
  interface Audit {
    problem: string;
    player: string;
    seat: "first" | "second";
    status: "solved" | "impossible" | "stopped";
    games: number;
    player_wins: number;
    opponent_wins: number;
    draws: number;
    positions: number;
    longest: number;
    deterministic: boolean;
    why: string;
    losing_lines: string[][];
    losing_boards: string[];
    losing_lines_left_out: number;
    limit: string | null;
    seconds: number;
  }

  /** Two lists of players: each of the first plays each of the second; `show`: how many games are returned in full. */
  interface MatchRequest {
    saved: Saved;
    ours: string[];
    theirs: string[];
    games?: number;
    seed?: number;
    show?: number;
  }

  /** A match of two players; `interval` is the 95 % confidence interval of the true score. */
  interface Match {
    games: number;
    wins: number;
    draws: number;
    losses: number;
    score: number;
    problem: string;
    players: [string, string];
    status: "solved" | "impossible" | "stopped";
    interval: [number, number];
    as_first: Tally;
    as_second: Tally;
    different_games: number;
    plies: number;
    why: string;
    limit: string | null;
    seconds: number;
    shown?: ShownGame[];
  }

  /** The number of games by result, for the first-named player. */
  interface Tally {
    games: number;
    wins: number;
    draws: number;
    losses: number;
    score: number;
  }

  /** A full game, with the reason for every move. */
  interface ShownGame {
    winner: number | null;
    moves: string[];
    reasons: string[];
  }

  /** A match for each pair of players. */
  interface Matches {
    problem: string;
    matches: Match[];
  }

  /** A problem, and its name. */
  interface DoctorRequest {
    saved: Saved;
  }

  /** The findings of the doctor. */
  interface Report {
    problem: string;
    healthy: boolean;
    states: number;
    steps: number;
    depth: number;
    complete: boolean;
    seconds: number;
    checks: Check[];
  }

  /** The findings of one check. */
  interface Check {
    name: string;
    about: string;
    status: string;
    states: number;
    findings: Finding[];
  }

  /** A finding, the boards that show it, and how often it occurred; `advice` is a line of code to write. */
  interface Finding {
    defect: boolean;
    text: string;
    advice: string;
    boards: string[];
    count: number;
  }

  /** One paper by name, or all of them. */
  interface ReproduceRequest {
    paper?: string | null;
  }

  /** Papers with their claims; `limit` names what stopped the work early. */
  interface Papers {
    papers: Paper[];
    limit?: string;
  }

  /** A paper with its claims. */
  interface Paper {
    paper: string;
    title: string;
    claims: Claim[];
  }

  /** A printed value, the recomputed value, and whether they agree. */
  interface Claim {
    claim: string;
    paper: any;
    ours: any;
    note: string;
    agrees: boolean;
  }

  /** The questions, with what is asked and what is answered. */
  interface Tasks {
    "games": { request: HomeRequest; answer: Home };
    "levels": { request: LevelsRequest; answer: Levels };
    "problem": { request: ProblemRequest; answer: Sheet };
    "searches": { request: HereRequest; answer: SearchMenu };
    "lessons": { request: LessonsRequest; answer: Lessons };
    "list": { request: ListRequest; answer: Listing };
    "examples": { request: ExamplesRequest; answer: Examples };
    "example": { request: ExampleRequest; answer: Example };
    "position": { request: PositionRequest; answer: Position };
    "act": { request: ActRequest; answer: Done };
    "frames": { request: PositionRequest; answer: Frames };
    "link": { request: LinkRequest; answer: Position };
    "file": { request: ProblemRequest; answer: File };
    "read": { request: FileRequest; answer: Position };
    "levels in a file": { request: LevelFileRequest; answer: LevelFile };
    "least": { request: PositionRequest; answer: Least };
    "marks": { request: PositionRequest; answer: Marks };
    "hint": { request: PositionRequest; answer: HintAnswer };
    "reply": { request: PositionRequest; answer: Reply };
    "review": { request: PositionRequest; answer: Review };
    "solve": { request: SolveRequest; answer: Solution };
    "record": { request: TraceRequest; answer: Trace };
    "race": { request: RaceRequest; answer: Race };
    "compare": { request: CompareRequest; answer: Comparison };
    "plots": { request: PlotsRequest; answer: Plots };
    "worksheet": { request: WorksheetRequest; answer: Worksheet };
    "lesson": { request: LessonRequest; answer: LessonTrace };
    "prove": { request: ProveRequest; answer: Proof };
    "check": { request: CheckRequest; answer: CheckedProof };
    "be the algorithm": { request: BeAlgorithmRequest; answer: BeAlgorithm };
    "explore": { request: ExploreRequest; answer: Survey };
    "explore plan": { request: ExploreRequest; answer: ExplorePlan };
    "map": { request: MapRequest; answer: SpaceMap };
    "map place": { request: PlaceRequest; answer: MapPlace };
    "map way": { request: PositionRequest; answer: MapWay };
    "store": { request: StoreRequest; answer: Store };
    "generate": { request: GenerateRequest; answer: Generate };
    "hardest": { request: HardestRequest; answer: HardestStarts };
    "new puzzle": { request: NewPuzzleRequest; answer: NewPuzzle };
    "odds": { request: SeatsRequest; answer: Odds };
    "odds of seats": { request: SeatsRequest; answer: Seats };
    "odds of jumps": { request: OddsRequest; answer: Jumps };
    "odds of choices": { request: ChoicesRequest; answer: Choices };
    "odds of games": { request: GamesRequest; answer: Games };
    "odds report": { request: OddsReportRequest; answer: OddsReport };
    "audit": { request: AuditRequest; answer: Audit };
    "match": { request: MatchRequest; answer: Match | Matches };
    "doctor": { request: DoctorRequest; answer: Report };
    "reproduce": { request: ReproduceRequest; answer: Papers };
  }
}
