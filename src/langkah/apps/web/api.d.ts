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

  /** A session: a problem, the moves made, and how many of them stand. This is all there is to a position. */
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

  /** A question about a position that may take time. */
  interface Work {
    task: "least" | "marks" | "hint" | "solve" | "review" | "reply";
    saved: Saved;
    seconds?: number | null;
  }

  /** The question for a solution, which may say how to search. */
  interface SolveWork {
    task: "solve";
    saved: Saved;
    algorithm?: string | null;
    seconds?: number | null;
  }

  /** The page's own texts, from English to the language asked for. */
  interface Texts {
    language: string;
    texts: Record<string, string>;
  }

  /** A recorded search with everything that a viewer shows of it; `search` is its title: "A* (manhattan)". */
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

  /** A lesson, with nothing left to fill in. */
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

  /** A moment of a lesson, its sentence, and the steps that the reader does there. */
  interface LessonStop {
    at: number;
    text: string;
    be: LessonQuestion[];
  }

  /** A question of a lesson, asked after `at` events; when it is answered, those up to `then` are shown. `right` are the places of the right choices, any of them (`choice`, `node`) or all (`all`); to `order` choices, the place of each, equal ones with the same. `answers` are the right ones for a `number`. `reply` is said to a right answer, `wrong` to another, where the choice says nothing itself. */
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

  /** An answer to a question of a lesson; the number of a node where it stands for one, else -1. */
  interface LessonChoice {
    text: string;
    reply: string;
    node: number;
  }

  /** A lesson in a list: about how many minutes it takes, and the titles of those that should come first. */
  interface LessonCard {
    name: string;
    title: string;
    about: string;
    minutes: number;
    after: string[];
  }

  /** What a colour of the tree means. */
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

  /** A state, with its board where there is room for it; where it lies on the one picture of them all, if there is one, by the id of a shape; and the working behind its estimate. */
  interface State {
    label: string;
    text: string;
    spot?: string;
    table?: Table;
    board?: Board;
  }

  /** The working behind a state's estimate: headings, rows, lines below them, and the cells to see first. */
  interface Table {
    title: string;
    head: string[];
    rows: string[][];
    notes: string[];
    marked: [number, number][];
  }

  /** The board of a state: its size, and the numbers of its parts. */
  interface Board {
    size: [number, number];
    parts: number[];
  }

  /** The parts of all boards, and those that all share from the back. */
  interface Boards {
    ground: number[];
    parts: Shape[];
    alike: boolean;
    labels: boolean;
    font: string;
  }

  /** A shape as it is painted: its place, the box around it, its strokes. */
  interface Shape {
    id?: string;
    handle?: string;
    label?: string;
    role: string;
    at: [number, number];
    box: [number, number, number, number];
    marks: Stroke[];
  }

  /** One stroke of a shape; what is as usual is left out. */
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

  /** A round of a search that begins again with a larger bound. */
  interface Round {
    event: number;
    bound: string;
    past: string;
    cleared: number[];
  }

  /** A goal that was met: when, and the nodes that lead there. */
  interface Goal {
    event: number;
    way: number[];
  }

  /** Sentences with blanks about a node that waits. */
  interface Waiting {
    first: string;
    same: string;
    other: string;
    end: string;
  }

  /** What is said before the first event. */
  interface Unseen {
    why: string;
    happened: string;
  }

  /** A question: what happens next? */
  interface Quiz {
    at: number;
    node: number;
    ask: string;
    answer: number;
    right?: number[];
    then: number;
    choices: QuizChoice[];
  }

  /** One answer to choose, and what is replied to it. */
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

  /** What can become of a node. */
  interface Fate {
    name: string;
    role: string;
  }

  /** Something to mend, and in which line, if that is known. */
  interface Fault {
    text: string;
    line: number | null;
  }

  /** What there is to play, and the link to begin with. */
  interface HomeRequest {
    start?: string;
  }

  /** The gallery, the link to begin with, and a search that plays itself. */
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

  /** A level on the way from first steps to hard: its name, and what people call it. */
  interface PathLevel {
    name: string;
    title: string;
  }

  /** A picture: its size in cells, its shapes from back to front, and a sentence that says it all. */
  interface Scene {
    width: number;
    height: number;
    title: string;
    shapes: Shape[];
  }

  /** Searches as trees that grow, the way that they find as pictures, and links to watch it and to compare. */
  interface Demo {
    searches: DemoSearch[];
    scenes: Scene[];
    link: string;
    compare: string;
  }

  /** A search that plays itself on the first page. */
  interface DemoSearch {
    title: string;
    nodes: DemoNode[];
    events: (["open" | "take", number])[];
    path: number[];
  }

  /** Where a node of the tree stands, and its parent. */
  interface DemoNode {
    x: number;
    y: number;
    parent: number;
  }

  /** The levels of a game. */
  interface LevelsRequest {
    game: string;
  }

  /** The levels of a game, the easiest first. */
  interface Levels {
    game: string;
    levels: Level[];
  }

  /** A level with its picture; `needs` is the least in words, in the metric in which the level is played. */
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

  /** A question about a problem, with settings on top. */
  interface ProblemRequest {
    problem: string;
    settings?: Record<string, any>;
  }

  /** What can be chosen about a problem. `metric` is what is counted, `level_cost` says that all its solutions cost the same, `renewable` that new puzzles of its kind can be made, `wish` what to ask for then, with a place for a number, `meaning` is what a level's name says in the reader's language, `goal` the goal as a picture where the board does not show it, `editor` how its board is drawn by hand. */
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

  /** A setting with its value, what a form writes beside it, what is legal, and what each choice means. */
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

  /** An opponent: `title` is what people call it who only want to play, "" for the exact players. */
  interface Player {
    name: string;
    title: string;
    label: string;
    about: string;
    low: number;
    high: number;
    usual: number;
  }

  /** An algorithm that fits. */
  interface AlgorithmName {
    name: string;
    title: string;
    about: string;
  }

  /** How a front end lets people draw a board of their own, in one of the settings. "letters": `value` is rows of signs; `legend` lists signs with a role and a meaning, `others` says what any other sign means ("": none is allowed), `goal` names the setting with the cells that each piece must reach; what a sign stands for looks as it does in the picture, where its handle is `handle` + sign. "jumps": `value` is a table from number to number; they are drawn between handles called `handle` + number. "roads": `value` has `places` (a table from names to [x, y], y upwards), `roads` (a list of [place, place, length]), `start` and `goal`; what is drawn goes into the settings of these names. */
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

  /** A question about a problem, or about a position of one, from which the problem then begins. */
  interface HereRequest {
    saved: Saved;
  }

  /** What can be chosen about a search. */
  interface SearchMenu {
    algorithms: Algorithm[];
    usual: UsualSearch;
    estimates: Estimate[];
    ties: Tie[];
    options: Option[];
  }

  /** An algorithm that fits, as people call it, with short names that are understood too, what it promises, which options it heeds, and whether a player can be it, node by node. */
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

  /** What is searched with where nothing is chosen. */
  interface UsualSearch {
    algorithm: string;
    estimate: string | null;
  }

  /** A guess of the cost still needed. */
  interface Estimate {
    name: string;
    title: string;
    about: string;
    admissible: boolean;
  }

  /** A way to choose among equal nodes. */
  interface Tie {
    name: string;
    about: string;
  }

  /** One thing that can be chosen. A default of None means: none, or as the algorithm does by itself. */
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

  /** Which lessons are there? */
  interface LessonsRequest {
  }

  /** The lessons that come with Langkah. */
  interface Lessons {
    lessons: LessonCard[];
  }

  /** What is there? Of the games only one, where it is named; with `files` it may be a file of one's own. */
  interface ListRequest {
    game?: string | null;
  }

  /** Games, algorithms and players by name; `choice` is which search is taken where none is named, the first row that holds first, and `chosen` which ones those are for the game that was named; `broken` is what other packages offer and cannot be used. */
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

  /** A level, the best that is known of it, and the checksum of its certificate, "" where there is none. */
  interface ListedLevel {
    title: string;
    meaning: string;
    group: string;
    optimum: any;
    proof: string;
  }

  /** A setting; `choices` with what each means. */
  interface ListedSetting {
    name: string;
    default: any;
    about: string;
    legal: string;
    choices?: Record<string, string>;
  }

  /** A guess of the cost still needed. */
  interface ListedEstimate {
    name: string;
    admissible: boolean;
    about: string;
  }

  /** An algorithm, what it needs and what it promises. */
  interface ListedAlgorithm {
    title: string;
    aliases: string[];
    about: string;
    promises: string;
    needs: string;
    on: string;
    options: string[];
  }

  /** A player, and how strong it can be made. */
  interface ListedPlayer {
    about: string;
    needs: string;
    strengths: [number | null, number | null];
    default_strength: number | null;
  }

  /** A row of the choice where no algorithm is named: `algorithm` is "" where the puzzle names it itself. */
  interface ListedChoice {
    algorithm: string;
    title: string;
    when: string;
  }

  /** Which examples are there? */
  interface ExamplesRequest {
  }

  /** The examples that come with the program. */
  interface Examples {
    rows: ExampleRow[];
  }

  /** An example in a list. */
  interface ExampleRow {
    name: string;
    about: string;
  }

  /** One of them, by its name. */
  interface ExampleRequest {
    name: string;
  }

  /** An example with its code. */
  interface Example {
    name: string;
    about: string;
    code: string;
  }

  /** A question about a position, with all that came before it. It travels as a saved session. */
  interface PositionRequest {
    saved: Saved;
  }

  /** A position, and everything that can be done in it. `address` is a link to it that can be typed, "" where only the token says it all; `routes` are the ways by which shapes came, `travels` how far each choice takes which shapes. */
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

  /** A move that was made. */
  interface Turn {
    move: string;
    player: number;
    cost: number;
  }

  /** How it ended: in words, who won (None: a draw), and the effort. */
  interface Ending {
    text: string;
    winner: number | null;
    made: number;
  }

  /** Something done in a position. */
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

  /** A move as it is written. */
  interface Play {
    do: "play";
    move: string;
  }

  /** Throw the dice, take a move back, or make it again. */
  interface Simple {
    do: "roll" | "undo" | "redo";
  }

  /** What a deed did, and the position after it. */
  interface Done {
    answer: Answer;
    position: Position;
  }

  /** What a deed did, and words for it. */
  interface Answer {
    kind: "moved" | "selected" | "cleared" | "refused";
    text: string;
  }

  /** The pictures of the moves that follow. */
  interface Frames {
    frames: Frame[];
  }

  /** One of the moves that follow, as a picture. */
  interface Frame {
    made: number;
    scene: Picture;
    renamed: Record<string, string>;
    routes: Record<string, [number, number][]>;
  }

  /** A picture on the way; a number stands for that shape of the picture before. */
  interface Picture {
    width: number;
    height: number;
    title: string;
    shapes: (Shape | number)[];
  }

  /** The position behind a link: what stands in it after the #, readable or exact. */
  interface LinkRequest {
    token: string;
  }

  /** A file to keep. */
  interface File {
    name: string;
    text: string;
  }

  /** The text of a puzzle file. */
  interface FileRequest {
    text: string;
  }

  /** The text of a file, and which of its levels are wanted: those from a number on, so many. */
  interface LevelFileRequest {
    text: string;
    first?: number;
    count?: number;
  }

  /** Some of the levels of a file, and how many there are. */
  interface LevelFile {
    all: number;
    levels: LevelInFile[];
  }

  /** A level of a file. `wrong` is what is wrong with it, one line each; `plan` is the solution that came with it, and `plan_wrong` why it is none. */
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

  /** What is still needed; of two players the value for the side to move and every best move. */
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

  /** A mark for each legal move, in the order of the moves. */
  interface Marks {
    marks: Mark[];
  }

  /** What a legal move does: `verdict` is better, equal, worse or unknown; `best` where nothing is better. */
  interface Mark {
    move: string;
    verdict: "better" | "equal" | "worse" | "unknown";
    best: boolean;
    least: number | null;
    value: "" | "win" | "draw" | "loss";
    chance: number | null;
  }

  /** A hint, and the session that remembers having given it. */
  interface HintAnswer {
    hint: Hint;
    saved: Saved;
    token: string;
  }

  /** A hint of grade 1 (which piece), 2 (and where to) or 3 (the whole move), with what to light up. */
  interface Hint {
    grade: number;
    text: string;
    ids: string[];
    handles: string[];
    move: string;
  }

  /** An opponent's move, and why it was made. */
  interface Reply {
    move: string;
    reason: string;
  }

  /** The moves that lost ground, what was needed from the start, and from every moment since. */
  interface Review {
    lapses: Lapse[];
    least: Least;
    curve: CurvePoint[];
  }

  /** A move that lost ground: its number from 1, what it cost, and what would have been better. */
  interface Lapse {
    number: number;
    move: string;
    lost: number | null;
    better: string[];
    text: string;
  }

  /** A moment of a session: the least that is proved to be needed from there, whether no goal can be reached any more; of two players the value for the first one. */
  interface CurvePoint {
    least: number | null;
    stuck: boolean;
    value: string;
  }

  /** A problem or a position, and the search that is to work on it. */
  interface SolveRequest {
    saved: Saved;
    search?: Search;
  }

  /** A search: an algorithm, and what is not as usual about it. */
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

  /** The same for a page: `length` counts all moves, of which the first are there. */
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

  /** The effort. `expanded` counts nodes taken from the frontier (the goal among them), `generated` all nodes made (the root and duplicates among them). >>> solve(load("hanoi", discs=2), "breadth-first").stats.expanded 7 */
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

  /** A search that had its turn and did not give the answer: how far it came, and the limit that ended it, if any. */
  interface Tried {
    algorithm: string;
    expanded: number;
    seconds: number;
    limit: string | null;
  }

  /** A search from a position, to be recorded: at most so many events of it. */
  interface TraceRequest {
    saved: Saved;
    search: Search;
    events?: number;
  }

  /** A recorded search with its answer in words, and what is not in it. */
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

  /** What a search found, proved and spent. `tried`: which searches besides, where none was named. Of two players `value` is that of the side to move and `line` a best line of play; with dice `probability` is the chance to arrive; `all_moves` are all solutions, if they were asked for. */
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

  /** A few searches from a position, beside each other; without any, the first two algorithms that fit. */
  interface RaceRequest {
    saved: Saved;
    searches?: Search[] | null;
  }

  /** A few recorded searches, each event with its time and memory, and what their figures say. */
  interface Race {
    title: string;
    rows: CompareRow[];
    remarks: string[];
    lessons: LessonGap[];
    lanes: Trace[];
  }

  /** What a search came to, beside the others: best (proved, or as good as one that is), good (no other was better), dear or stopped; and a sentence. `memory_whole`: false where it needs at least so much. */
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

  /** An estimate that misled a search: a state where it is too high, what is truly needed there, and the searches to show beside each other, by number. */
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

  /** Problems, and who is to work on them: algorithms and estimates by name, without names those that fit. `memory`: run again to measure memory, where the first run took less than so many seconds. `seconds`: for all searches together, each the same share; without it only the limits of the search and the context hold, for each. */
  interface CompareRequest {
    saved: Saved;
    algorithms?: string[] | null;
    estimates?: string[] | null;
    search?: Search;
  }

  /** Searches from one position, what their figures say, and the lessons in them. */
  interface Comparison {
    title: string;
    rows: CompareRow[];
    remarks: string[];
    lessons: LessonGap[];
  }

  /** The text of a file of rows (JSON lines), what it is called, and which two configurations are set against each other, by their numbers from 1. */
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

  /** A plot by its name. */
  interface Plot {
    kind: string;
    scene: Scene;
  }

  /** A search, and how much of it the page shows; another seed asks other questions; `latex` instead of a page. The key, apart from the sheet where it is asked for: "html" or "latex". For each of `names` a sheet with a start of its own, whose least cost lies in the range `least`, if one is given. */
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

  /** A page to print, and what it is about. */
  interface Worksheet {
    problem: string;
    algorithm: string;
    page: string;
    key?: string;
  }

  /** A lesson; a page can name those that come with Langkah. */
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

  /** A problem, and what is to be proved about it; "": the value of a game, else the least cost or that there is none. Python can hand over the answer of a search that has already run. */
  interface ProveRequest {
    saved: Saved;
    claim?: string | "";
    player?: string | "";
    seat?: "first" | "second";
  }

  /** A certificate for a page: a name for its file, its bytes in base 64, and what it proves. `sendable`: it is short enough to be sent back and checked. */
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

  /** A certificate in base 64, and perhaps the position that it is said to be about. Python can name a file instead, and a problem or the name of one. */
  interface CheckRequest {
    data?: string;
    saved?: Saved;
  }

  /** Whether a certificate holds. If so, what it proves and what not; if not, why, and where it fails first. */
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

  /** A search from a position, the nodes that were expanded so far, and the one that the player would expand next. A branch that was cut off before node n, where an algorithm does that, stands among them as -1 - n; `cut`: the guess is one. `hint`: which nodes are legal now, and why is the guess not one of them? `end`: no further, what is the result? The rest is for its code: who plays which task of an assignment, its key, at how many steps something was wrong or a hint was asked for, hints in all, and the time. */
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

  /** Whether the guess was right (null without one) and if not, which rule it broke; what was done, and the search up to there. `legal` are the nodes that may come next, only where they were asked for; `choices` how many there are. `cuts`: whether branches can be cut off; `cut`, where that was asked for, whether one must be now. `waiting` is the frontier, in the order of generation. `over`: the search has ended, or (`short`) the exercise, because it is long or the player had enough; `code` is the result for a teacher then, but not of a search that the player left. */
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

  /** A problem, and how to go about it. */
  interface ExploreRequest {
    saved: Saved;
    hardest?: boolean;
    threads?: number | null;
    device?: "auto" | "cpu" | "gpu";
  }

  /** What an exploration found: states by depth, goals, the hardest starts; of two players all values, too. Depths and distances count steps, whatever those cost. */
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

  /** What steps cost, where they do not all cost 1: all of them, or (`whole` is false) those near the start. Where all are known, the least cost of a goal, and that of the state to which the cheapest way is the dearest. */
  interface StepCosts {
    lowest: number | null;
    highest: number | null;
    whole: boolean;
    nearest_goal: number | null;
    farthest: number | null;
  }

  /** The states farthest from every goal, some of them as boards; no goal can be reached from those that are stuck. */
  interface Hardest {
    distance: number;
    count: number;
    stuck: number;
    boards: string[];
  }

  /** What a space would cost, and which ways to explore it fit. */
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

  /** A way to explore, and why it does not fit, "" where it does. */
  interface ExploreWay {
    name: string;
    about: string;
    why_not: string;
  }

  /** The map of the space of a problem, with the moves made so far; of a part where there are more states than `most`. `layout`: by the shape of the space, or in rings around the start. */
  interface MapRequest {
    saved: Saved;
    layout?: "shape" | "rings";
    most?: number;
  }

  /** The map of a state space. States are numbered from 0, the start. `places`: x and y of each in a square of 65,536 (2 bytes each). `distances`: steps to a goal (2 bytes; 65,535: none can be reached). `degrees`: how many steps each has (2 bytes); `onward`: where they lead, state after state, in the order of the legal moves (4 bytes; -1: outside). `trail`: the states of the session, one after the other. `whole`: whether all states are here; `limit`: which limit struck before. `texts`: the words on the map; `ramps`: by theme the colours from the goal to the farthest state. */
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

  /** States of note, not too many of each kind; `shares`: of all best ways, how many lead through each bottleneck. */
  interface Marked {
    goals: number[];
    hardest: number[];
    bottlenecks: number[];
    shares: number[];
  }

  /** A place on the map, told by the steps that lead there from the start: the how-manieth step, at each state. */
  interface PlaceRequest {
    saved: Saved;
    way?: number[];
  }

  /** A state of the map: its board, as a picture and as text, and the moves that lead there from the start. */
  interface MapPlace {
    scene: Scene;
    text: string;
    moves: string[];
  }

  /** The moves of a session as steps on the map: the how-manieth step, at each state. */
  interface MapWay {
    way: number[];
  }

  /** A store by its path; `name` of the problem, where it is a puzzle of one's own; and a state: where the problem begins with these settings. `plan`: also a shortest way to it, or to the nearest goal. `check_files`: read all. */
  interface StoreRequest {
    path: string;
    settings?: Record<string, any>;
    plan?: boolean;
    hardest?: boolean;
    check_files?: boolean;
  }

  /** What a store holds, and what was asked about a state of it. */
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

  /** A puzzle of whose kind others are wanted: the least and the most that they may need, or a grade; how many of them, and the seed that decides which. */
  interface GenerateRequest {
    saved: Saved;
    low?: number;
    high?: number | null;
    grade?: "" | "easy" | "medium" | "hard";
    count?: number;
    seed?: number;
  }

  /** The puzzles that were made, and why they are fewer than asked for, if they are. */
  interface Generate {
    game: string;
    seed: number;
    puzzles: Puzzle[];
    limit: string;
    why: string;
  }

  /** A puzzle: a whole file, what it needs at least and in which metric, and how hard it is. */
  interface Puzzle {
    toml: string;
    least: number;
    metric: string;
    rating: Rating;
  }

  /** How hard a puzzle is; null where that needs the whole space and it is too large. `greedy` and `random` are shares: of the way that a greedy player covers, of the games that a random player solves. */
  interface Rating {
    least: number;
    moves: number;
    branching: number;
    states: number | null;
    dead_ends: number | null;
    greedy: number | null;
    random: number;
  }

  /** A puzzle; `layouts`: all arrangements of its pieces, not only those within reach of its start. */
  interface HardestRequest {
    saved: Saved;
    layouts?: boolean;
  }

  /** What the hardest starts need, how many there are among so many positions, and some of them as files. */
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

  /** A game, a grade or what the puzzle is to need, and a seed; or a day as 2026-11-18, and nothing else. */
  interface NewPuzzleRequest {
    problem?: string;
    grade?: "" | "easy" | "medium" | "hard";
    needs?: number | null;
    seed?: number;
    day?: string;
  }

  /** A new puzzle: the position to begin with, the link that makes it again, what it needs at least, that in words, and how hard it is. */
  interface NewPuzzle {
    position: Position;
    address: string;
    least: number;
    counts: string;
    rating: Rating;
  }

  /** The same with a number of players who all stand there. */
  interface SeatsRequest {
    saved: Saved;
    seat?: number | null;
    players?: number;
  }

  /** Every part that applies; `left_out` names those for which there was no time. */
  interface Odds {
    left_out: string[];
    figures?: Figures;
    lengths?: Lengths;
    seats?: Seats;
    heat?: Heat;
    menu?: OddsMenu;
    exact?: Exact;
  }

  /** Expected and least number of turns, spread, and how lucky one must be; what is known of it, if time runs out. */
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

  /** A fraction as text; one that nobody could read has only the number of its digits. */
  interface Fraction {
    text: string | null;
    digits: number;
  }

  /** How likely each length is: bars, each with its first length, its chance and the chance to be done by its end. */
  interface Lengths {
    width: number;
    bars: [number, number, number][];
    median: number | null;
    mode: number | null;
    quantiles: Record<string, number | null>;
    beyond: number;
    why: string;
  }

  /** Each seat's chance to win: as they stand now, and with any number of players who all stand here. */
  interface Seats {
    turn: number;
    standing: number[];
    players: number;
    together: number[];
  }

  /** How often each place is visited: the number of its shape in the picture, its shade, the number of visits. */
  interface Heat {
    cells: [number, number, number][];
    top: number;
    most: number;
    tokens: string[];
    why: string;
  }

  /** What can be asked next: about how many jumps, and which choices a player could be given. */
  interface OddsMenu {
    jumps: number;
    work: number;
    decline: boolean;
    settings: OddsSetting[];
  }

  /** A setting between whose values a player could choose, and another value of it. */
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

  /** Expected number of turns and variance as fractions, on boards that are small enough. */
  interface Exact {
    expected: Fraction | null;
    variance: Fraction | null;
  }

  /** A position, and whose odds are asked for; without a seat, those of the player whose turn it is. */
  interface OddsRequest {
    saved: Saved;
    seat?: number | null;
  }

  /** Every jump with the expected length without it, the most important first, as far as there was time. */
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

  /** Choices that the player could be given: to decline jumps, or to play a turn with another value of a setting. */
  interface ChoicesRequest {
    saved: Saved;
    seat?: number | null;
    decline?: boolean;
    setting?: string | null;
    value?: boolean | number | string | null;
  }

  /** What choices are worth: each alone, then all together. */
  interface Choices {
    expected: number | null;
    least: number | null;
    ways: Way[];
    left_out: number;
  }

  /** The best way to choose: its length, where another rule is taken, and which jumps are declined. */
  interface Way {
    decline: boolean;
    rule: boolean;
    expected: number | null;
    exact: Fraction | null;
    taken: string[];
    of: number;
    declined: string[][];
  }

  /** How many games to play at random, and the seed that decides them. */
  interface GamesRequest {
    saved: Saved;
    seat?: number | null;
    games?: number;
    seed?: number;
  }

  /** Games played at random beside the exact odds: how far they are apart, in standard errors. */
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

  /** A problem with dice, and what is asked about it. `at` says where the players stand, the next to move first, by labels or states; `alternatives` are settings that a player may choose before each turn, each with how it is written. */
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

  /** How long a game of chance takes, exactly, and what was asked for besides. */
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

  /** A jump, and what it does; null stands for infinity. */
  interface JumpReport {
    start: number;
    end: number;
    expected_without: number | null;
    effect: number | null;
  }

  /** What it is worth to choose: which rule is best at which place, and which jumps are declined. */
  interface ChoiceReport {
    expected: number | null;
    expected_exact: string | null;
    choices: Record<string, string>;
    declined: string[][];
  }

  /** A player by name, the game, and where the player sits; at most so many losing lines are written out. */
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

  /** Two lists of players, each of the first against each of the second; `show` keeps the first games whole. */
  interface MatchRequest {
    saved: Saved;
    ours: string[];
    theirs: string[];
    games?: number;
    seed?: number;
    show?: number;
  }

  /** A match of two players; the interval is where the true score lies, with 95 %. */
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

  /** Games counted, as the first-named player sees them. */
  interface Tally {
    games: number;
    wins: number;
    draws: number;
    losses: number;
    score: number;
  }

  /** A whole game, with the reason for every move. */
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

  /** A problem, and what it is called. */
  interface DoctorRequest {
    saved: Saved;
  }

  /** What the doctor found. */
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

  /** What one check found. */
  interface Check {
    name: string;
    about: string;
    status: string;
    states: number;
    findings: Finding[];
  }

  /** Something that was found, on these boards, so often; `advice` is a line of code to write. */
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

  /** Papers with their claims; `limit` says what ended it before the last one. */
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

  /** What a paper says, what comes out, and whether that agrees. */
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
