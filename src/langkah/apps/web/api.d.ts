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

  /** A saved session: a problem, the moves, and how many of them are in effect. To save only a position, `problem` and `settings` are enough. */
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

  /** A request for work on a position, such as a hint, a review or an opponent's reply. The work may take time. */
  interface Work {
    task: "least" | "marks" | "hint" | "solve" | "review" | "reply";
    saved: Saved;
    seconds?: number | null;
  }

  /** A request for a solution from a position. It may name the search algorithm. */
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

  /** A stop of a lesson: the number of events before it, its sentences, and questions about the next steps (`be`). */
  interface LessonStop {
    at: number;
    text: string;
    be: LessonQuestion[];
  }

  /** A question of a lesson, asked after `at` events; after the answer, the events up to `then` are shown. `right` has the indices of the right choices: the reader must choose one of them (`choice`, `node`) or all of them (`all`). If choices are to be put in `order`, `right` has the rank of each choice instead; equal choices have the same rank. If a `number` is asked for, `answers` has the right answers. `reply` is the reply to a right answer. `wrong` is the reply to a wrong answer whose choice has no reply of its own. */
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

  /** A state. `board`: its board, which not all states have. `spot`: the id of the shape of this state, if one picture shows all states. `table`: the computation of its estimate. */
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

  /** The parts of all boards. `ground` lists the parts that all boards have at the back, from back to front. `alike`: all boards have the same size. `labels`: a tree shows labels, because they say more than small boards. */
  interface Boards {
    ground: number[];
    parts: Shape[];
    alike: boolean;
    labels: boolean;
    font: string;
  }

  /** A painted shape: its position (`at`), its bounding box, and its strokes (`marks`). A missing id, handle or label is empty. */
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

  /** The nodes, column by column; `langkah.views.recording` explains each column. */
  interface Nodes {
    state: number[];
    parent: number[];
    move: string[];
    costs: string[];
    f: string[];
    total: string[];
    level: string[];
  }

  /** A round of a search that restarts with a larger bound: the event that begins it, its bound, the text about nodes of earlier rounds (`past`), and the nodes that this event removes from the frontier (`cleared`). */
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

  /** Sentences with placeholders about a node in the frontier: `first` if the node comes next, `same` if the next node has the same value, `other` if the next node has a better value, `end` after the end of the search. */
  interface Waiting {
    first: string;
    same: string;
    other: string;
    end: string;
  }

  /** The texts for what has not happened yet: `why` about a node that is not yet generated, and `happened` before the first event. */
  interface Unseen {
    why: string;
    happened: string;
  }

  /** A quiz question, asked after `at` events, about what happens next. `answer` is the index of the right choice; the state after `then` events shows it. */
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

  /** The events, column by column; `langkah.views.recording` explains each column. */
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

  /** An error in the code, and its line number if known. */
  interface Fault {
    text: string;
    line: number | null;
  }

  /** A request for the content of the first page; `start` is the link to open at the start, if any. */
  interface HomeRequest {
    start?: string;
  }

  /** The content of the first page: the games, the link to open at the start ("" if none), the languages, and the animated searches (`demo`). */
  interface Home {
    games: Game[];
    start: string;
    languages: Record<string, string>;
    demo: Demo;
  }

  /** One game of the gallery. `shelf` is the heading under which it is listed, and `path` lists its levels from easy to hard. */
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

  /** A level in the list of a game's levels from easy to hard. */
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

  /** The demonstration on the first page: searches whose trees grow, pictures of the states along the solution, and links that watch the search and compare it with others. */
  interface Demo {
    searches: DemoSearch[];
    scenes: Scene[];
    link: string;
    compare: string;
  }

  /** An animated search on the first page: the nodes of its tree, its events (each with the index of its node), and the indices of the nodes on the path to the goal. */
  interface DemoSearch {
    title: string;
    nodes: DemoNode[];
    events: (["open" | "take", number])[];
    path: number[];
  }

  /** A node of the search tree: its coordinates, and the index of its parent (-1 for the root). */
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

  /** A level with its picture. `needs` is the least cost in words, for example "116 steps", in the metric of the level. */
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

  /** The choices that a player has for a problem. `metric` is the unit of its cost, and `level_cost` means that all its solutions cost the same. `renewable` means that new puzzles of its kind can be generated, and `wish` is the text that asks for a new puzzle with the least cost {n}. `meaning` explains the name of the level in the reader's language. `goal` is a picture of the goal if the board does not show it. `editor` says how the board is drawn by hand. */
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

  /** A computer player that can be chosen as an opponent. `title` is the name shown to people who just want to play; "" if the player is not meant for them. `low`, `high` and `usual` are the least, the greatest and the default strength (0 if the player has no strengths). */
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

  /** Describes how users draw their own board in a front end. The drawing becomes the value of the setting `setting` of the problem. `kind` is the kind of drawing. It determines the form of `value`, which is the drawing of the current board. "letters": `value` is a list of rows of signs. `legend` gives each sign a role and a meaning; `others` is the meaning of any other sign ("": no other sign is allowed). `goal` names the setting with the cells that each piece must reach. A sign is drawn like the shape of the picture whose handle is `handle` + sign. "jumps": `value` is a table from numbers to numbers. A jump is drawn between the shapes whose handles are `handle` + number. "roads": `value` has `places` (a table from names to [x, y], y upwards), `roads` (a list of [place, place, length]), `start` and `goal`. Each of these parts becomes the value of the setting with the same name. */
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

  /** A request about a problem. If a page sends a position, it becomes the start of the problem. */
  interface HereRequest {
    saved: Saved;
  }

  /** The searches that can be run from a position: algorithms, heuristics, tie-breaking rules and other options. */
  interface SearchMenu {
    algorithms: Algorithm[];
    usual: UsualSearch;
    estimates: Estimate[];
    ties: Tie[];
    options: Option[];
  }

  /** An algorithm that fits the problem. `playable` means that a player can execute it by hand, node by node. */
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

  /** The search that is used by default: its algorithm, and the default heuristic of the puzzle (null for a two-player game). */
  interface UsualSearch {
    algorithm: string;
    estimate: string | null;
  }

  /** A heuristic, which estimates the least cost from a state to a goal. */
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

  /** One option of a search. If `default` is None, the option is not set unless the algorithm has its own default. */
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

  /** A request for a list of everything available, or only of one `game`. With `files`, `game` may also name a file of the user. */
  interface ListRequest {
    game?: string | null;
  }

  /** All games, algorithms and players, by name. `choice` is the table that decides which search is the default, in order of priority; `chosen` lists the default searches for the requested game. `broken` lists extensions of other packages that cannot be used. */
  interface Listing {
    games: Record<string, ListedGame>;
    algorithms: Record<string, ListedAlgorithm>;
    players: Record<string, ListedPlayer>;
    choice: ListedChoice[];
    chosen?: string[];
    broken?: string[];
  }

  /** A game with its levels, settings and heuristics. */
  interface ListedGame {
    title: string;
    about: string;
    aliases: string[];
    levels: string[];
    level_facts: Record<string, ListedLevel>;
    settings: ListedSetting[];
    estimates: ListedEstimate[];
  }

  /** A level. `optimum` is its best known result; `proof` is the checksum of its certificate, or "". */
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

  /** A heuristic, which estimates the least cost from a state to a goal. */
  interface ListedEstimate {
    name: string;
    admissible: boolean;
    about: string;
  }

  /** An algorithm: what it needs and guarantees, and the options that it uses. `on` is the kind of problem on which it runs, such as "puzzle". */
  interface ListedAlgorithm {
    title: string;
    aliases: string[];
    about: string;
    promises: string;
    needs: string;
    on: string;
    options: string[];
  }

  /** A player. `strengths` is its least and greatest strength (null if the player has no strengths). */
  interface ListedPlayer {
    about: string;
    needs: string;
    strengths: [number | null, number | null];
    default_strength: number | null;
  }

  /** A row of the table of default searches. `algorithm` is "" if the puzzle itself chooses the algorithm. */
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

  /** An example in the list: its name and a one-line description. */
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

  /** A position with all its possible actions. `address` is a readable link to it; "" if none can describe it fully, so that only the exact link (the token) works. `routes` has, by id, the path of each shape that the last move moved. `travels` has, for each choice, how far each shape would move, by id. */
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

  /** How a game ended: the text to show, and the number of the winner (None: a draw). `made` is the number of moves in a two-player game, and otherwise their cost. */
  interface Ending {
    text: string;
    winner: number | null;
    made: number;
  }

  /** A request to perform an action of the user in a position. */
  interface ActRequest {
    saved: Saved;
    deed: Click | Drag | Play | Simple;
  }

  /** The user clicks shapes with these handles, one after the other. */
  interface Click {
    do: "click";
    handles: string[];
  }

  /** The user presses the button on the shape with one handle, and releases it on another. */
  interface Drag {
    do: "drag";
    press: string;
    release: string;
  }

  /** The user types a move in the notation of the game. */
  interface Play {
    do: "play";
    move: string;
  }

  /** The user throws the dice, undoes a move, or redoes it. */
  interface Simple {
    do: "roll" | "undo" | "redo";
  }

  /** The result of an action, and the position after it. */
  interface Done {
    answer: Answer;
    position: Position;
  }

  /** The result of an action: what it did (`kind`), and a sentence about it (`text`). */
  interface Answer {
    kind: "moved" | "selected" | "cleared" | "refused";
    text: string;
  }

  /** The pictures after the moves that the session can redo. */
  interface Frames {
    frames: Frame[];
  }

  /** The picture after one of the moves that the session can redo (`made` moves after the start), with the data to animate that move. */
  interface Frame {
    made: number;
    scene: Picture;
    renamed: Record<string, string>;
    routes: Record<string, [number, number][]>;
  }

  /** A picture. A number in `shapes` is the index of an equal shape in the previous picture. */
  interface Picture {
    width: number;
    height: number;
    title: string;
    shapes: (Shape | number)[];
  }

  /** A request to open a link. `token` is the text of the link after the #: a readable address or an exact position. */
  interface LinkRequest {
    token: string;
  }

  /** A file to be saved by the user: its name and its text. */
  interface File {
    name: string;
    text: string;
  }

  /** A request to open the text of a puzzle file. */
  interface FileRequest {
    text: string;
  }

  /** A request for the levels in the text of a file: `count` levels, beginning with number `first`. `folder` is the folder of the file; if it is given, the file may name a Python file there. */
  interface LevelFileRequest {
    text: string;
    first?: number;
    count?: number;
  }

  /** The requested levels in a file, and the number of all its levels. */
  interface LevelFile {
    all: number;
    levels: LevelInFile[];
  }

  /** A level in a file. `wrong` lists the mistakes in it. `plan` is the solution included in the file, and `plan_wrong` says why this solution fails ("" if it does not). */
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

  /** A rating for each legal move, in the order of the moves. */
  interface Marks {
    marks: Mark[];
  }

  /** The rating of a legal move. `verdict` compares the position after the move with the position before the move: better, equal, worse or unknown. `best` is True if no move is better. */
  interface Mark {
    move: string;
    verdict: "better" | "equal" | "worse" | "unknown";
    best: boolean;
    least: number | null;
    value: "" | "win" | "draw" | "loss";
    chance: number | null;
  }

  /** A hint, and the session after this hint was counted: as a saved session, and as a text for a link (`token`). */
  interface HintAnswer {
    hint: Hint;
    saved: Saved;
    token: string;
  }

  /** A hint of grade 1 (which piece), 2 (where it goes) or 3 (the whole move), with the shapes to highlight, by their ids and handles. `move` is "" below grade 3. */
  interface Hint {
    grade: number;
    text: string;
    ids: string[];
    handles: string[];
    move: string;
  }

  /** A move of the opponent, and the reason for this move. */
  interface Reply {
    move: string;
    reason: string;
  }

  /** A review of a session: the moves that made the position worse (`lapses`), the least cost at the start, and the known values of every position of the session. */
  interface Review {
    lapses: Lapse[];
    least: Least;
    curve: CurvePoint[];
  }

  /** A move that made the position worse: its number (from 1), and the better moves. `lost` is the cost that the move added; None in a two-player game, or if no goal can be reached after the move. */
  interface Lapse {
    number: number;
    move: string;
    lost: number | null;
    better: string[];
    text: string;
  }

  /** The known values of one position of a session. `least` is its proved least cost (null if not proved), `stuck` means that no goal can be reached from it, and `value` is the value of a two-player game for the first player. */
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

  /** The result of a search, shortened for a page: `length` counts all moves of the plan, but only the first moves are included. */
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

  /** A search that was tried in turn but did not give the answer: its progress, and the limit that ended it, if any. */
  interface Tried {
    algorithm: string;
    expanded: number;
    seconds: number;
    limit: string | null;
  }

  /** A request to record a search from a position, up to a number of events. */
  interface TraceRequest {
    saved: Saved;
    search: Search;
    events?: number;
  }

  /** A recorded search. `verdict` is the answer in words; `left` is a note on events that were omitted. */
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

  /** The result of a search: answer, proof and effort. `tried` lists the other searches that were tried. In a two-player game, `value` is the value for the side to move, and `line` is a best line of play. With dice, `probability` is the probability of reaching a goal. `all_moves` lists all solutions, if requested. */
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

  /** A request to record a few searches from the same position; by default, the first two algorithms that fit. */
  interface RaceRequest {
    saved: Saved;
    searches?: Search[] | null;
  }

  /** A few recorded searches (`lanes`), with the time and memory of each event, and remarks on the results. */
  interface Race {
    title: string;
    rows: CompareRow[];
    remarks: string[];
    lessons: LessonGap[];
    lanes: Trace[];
  }

  /** The result of a search, compared with the others. `verdict` is "best" (proved, or as good as a proved result), "good" (no other search was better, but nothing is proved), "dear" (another search found a lower cost) or "stopped"; `words` explains the verdict. `memory` is a lower bound if `memory_whole` is false. */
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

  /** A heuristic that misled a search: a state for which the estimate is too high (`guess`), the true cost from this state to a goal (`true`), and the indices of the searches to show side by side (`sides`). */
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

  /** A comparison of algorithms and heuristics on one problem or more. If `algorithms` or `estimates` is None, the default ones are compared. `memory`: a run that took less than this many seconds is repeated to measure its memory. `seconds` is the time for all searches together, of which each gets an equal share; if it is None, each search has only the limits of `search` and of the context. */
  interface CompareRequest {
    saved: Saved;
    algorithms?: string[] | null;
    estimates?: string[] | null;
    search?: Search;
  }

  /** A comparison of searches from one position: a row for each search, remarks on the results, and a lesson for each heuristic that misled a search. */
  interface Comparison {
    title: string;
    rows: CompareRow[];
    remarks: string[];
    lessons: LessonGap[];
  }

  /** A request for the plots of an experiment: the text of its file of rows (JSON lines), a title, and the numbers of the two configurations to compare, counted from 1. */
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

  /** The results of one configuration over all instances; cost, nodes and seconds are medians. */
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

  /** A plot: its kind (the name of the plot) and its picture. */
  interface Plot {
    kind: string;
    scene: Scene;
  }

  /** A request for a worksheet about a search. `rows`, `nodes` and `questions` limit how much the page shows; `seed` varies the questions. `latex`: LaTeX source instead of a web page. `key`: the format of a separate file with solutions ("html" or "latex"), "" for no such file. Each of `names` gets a sheet with a start of its own, whose least cost is in the range `least`, if given. */
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

  /** A worksheet: the page to print, the problem and algorithm that it is about, and the separate solutions, if requested. */
  interface Worksheet {
    problem: string;
    algorithm: string;
    page: string;
    key?: string;
  }

  /** A request for one lesson. From a page, only lessons that come with Langkah can be requested. */
  interface LessonRequest {
    name: string;
  }

  /** A lesson: a recorded search, with stops, the sentences at each stop, and questions. */
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

  /** A problem, and the claim to prove. "" means the default claim: the value of a two-player game, or else the least cost or that there is no solution. Python can pass the result of a search that has already run. */
  interface ProveRequest {
    saved: Saved;
    claim?: string | "";
    player?: string | "";
    seat?: "first" | "second";
  }

  /** A certificate for a page: its file name, its bytes in base 64, and what it proves. `sendable`: whether it is short enough to be sent back and checked. */
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

  /** A certificate in base 64 (`data`), and optionally the position that the certificate is claimed to be about. Python code can give `file` instead of `data`, and `problem` as a problem or a name. */
  interface CheckRequest {
    data?: string;
    saved?: Saved;
  }

  /** Whether a certificate holds. If it holds, what it proves and does not prove; otherwise, where it first fails, and why. */
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

  /** A search from a position, the nodes `taken` (expanded) so far, and the node that the player expands next (`guess`). If the algorithm prunes, `taken` also lists cuts: -1 - n means that node n is cut off. `cut`: the player cuts off the node `guess` instead of expanding it. `hint`: also list the legal nodes, and why the guess is not one of them. `end`: stop here, and return the result. The other fields are written into the result code: the student, the task of an assignment, the key that signs the code, the number of steps with mistakes or hints, the number of hints, and the time in seconds. */
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

  /** Whether the guess was right (null without a guess), why it was wrong (the rule that it breaks), and the search so far. `legal` lists the nodes that may be expanded (or must be cut off) next, if a hint was requested; `choices` is the number of these nodes. `cuts`: whether the algorithm prunes. `cut`: whether a branch must be cut now, if a hint was requested. `waiting` is the frontier, in order of generation. `over`: whether the exercise has ended. `short`: whether the exercise ended before the search did, because the search was too long or the player stopped. At the end, `code` is the result for a teacher, unless the player stopped early. */
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

  /** A request to explore the whole state space of a problem. `hardest`: also find the hardest starts. `store`: keep all layers for later queries. */
  interface ExploreRequest {
    saved: Saved;
    hardest?: boolean;
    threads?: number | null;
    device?: "auto" | "cpu" | "gpu";
  }

  /** The result of an exploration: the number of states at each depth, the goals and the hardest starts; for a two-player game, also the number of positions with each value. Depths and distances count steps, regardless of cost. */
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

  /** The costs of steps, if they are not all 1. `lowest` and `highest` are the extreme costs in the whole space if `whole` is true, else in the part near the start. If the whole space is known, `nearest_goal` is the least cost to a goal, and `farthest` the highest of the least costs from the start to each state. */
  interface StepCosts {
    lowest: number | null;
    highest: number | null;
    whole: boolean;
    nearest_goal: number | null;
    farthest: number | null;
  }

  /** The states farthest from their nearest goal: their distance from it, their number, and some of them as boards. `stuck` counts the states from which no goal can be reached. */
  interface Hardest {
    distance: number;
    count: number;
    stuck: number;
    boards: string[];
  }

  /** A forecast of an exploration: the estimated number of states and bytes, and the methods that could be used. `growth` is the size of the last complete layer relative to the layer before it; `successors` is the average number of successors of a state (without the step back, if steps can be undone); `bytes_shipped` is the size of all successors, which an exploration into a store writes to files. */
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

  /** A method of exploring a state space. `why_not` says why it cannot be used for this problem; "" if it can. */
  interface ExploreWay {
    name: string;
    about: string;
    why_not: string;
  }

  /** A request for a map of the state space, for a session with the moves made so far. If the space has more than `most` states, only a part of it is mapped. `layout`: whether states are placed by the shape of the space, or in rings around the start. */
  interface MapRequest {
    saved: Saved;
    layout?: "shape" | "rings";
    most?: number;
  }

  /** The map of a state space. States are numbered from 0, the start. `places`: x and y of each state in a square of side 65,536 (2 bytes each). `distances`: the number of steps from each state to a goal (2 bytes; 65,535: no goal can be reached). `degrees`: the number of steps that lead from each state (2 bytes). `onward`: the successors of each state, in the order of the states and of the legal moves (4 bytes; -1: not on the map). `trail`: the states of the session, in order. `whole`: whether the map contains all states; `limit`: the limit, if any, that was reached before all states were on the map. `texts`: the texts on the map. `ramps`: for each theme, the colours from the goal to the farthest state. */
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

  /** Notable states, a limited number of each kind. `shares` has, for each bottleneck, the share of all best paths that lead through this state. */
  interface Marked {
    goals: number[];
    hardest: number[];
    bottlenecks: number[];
    shares: number[];
  }

  /** A request about a place on the map. `way` is the path to it from the start: the index of the step taken at each state. */
  interface PlaceRequest {
    saved: Saved;
    way?: number[];
  }

  /** A state on the map: its board, as a picture and as text, and the moves that lead to it from the start. */
  interface MapPlace {
    scene: Scene;
    text: string;
    moves: string[];
  }

  /** The path of a session on the map, from the start: the index of the step taken at each state. */
  interface MapWay {
    way: number[];
  }

  /** A request about the store at `path`. `name`: the problem, required if it is the user's own. `settings` select a state: the start of the problem with these settings. `plan`: also find a shortest path to this state or, without settings, to the nearest goal. `hardest`: also list the hardest starts. `check_files`: read all files and compare their checksums. */
  interface StoreRequest {
    path: string;
    settings?: Record<string, any>;
    plan?: boolean;
    hardest?: boolean;
    check_files?: boolean;
  }

  /** A description of a store and, if a state was selected, the depth of this state and a shortest path to it (`moves`). `skew` is the size of the largest partition of a layer, relative to the average partition; `checked` is the number of files whose checksums were compared. */
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

  /** The states farthest from their nearest goal: their distance from it, their number, and some of them as boards. */
  interface StoredHardest {
    distance: number;
    count: number;
    boards: string[];
  }

  /** A request for new puzzles that are like a given one and differ from each other. The least cost must be from `low` to `high`, or fit the `grade`. `count` is the number of puzzles; the same `seed` gives the same puzzles. */
  interface GenerateRequest {
    saved: Saved;
    low?: number;
    high?: number | null;
    grade?: "" | "easy" | "medium" | "hard";
    count?: number;
    seed?: number;
  }

  /** The generated puzzles. `why` says why there are fewer than requested; "" if there are as many. */
  interface Generate {
    game: string;
    seed: number;
    puzzles: Puzzle[];
    limit: string;
    why: string;
  }

  /** A generated puzzle: the complete text of its file (`toml`), its least cost with the metric, and its difficulty. */
  interface Puzzle {
    toml: string;
    least: number;
    metric: string;
    rating: Rating;
  }

  /** The difficulty of a puzzle. A figure is null if it needs the whole state space, and this space is too large. `branching` is the average number of legal moves along the solution; `dead_ends` counts the reachable states without a path to a goal; `greedy` is the share of the distance to the goal that a greedy player covers; `random` is the share of games that a random player solves. */
  interface Rating {
    least: number;
    moves: number;
    branching: number;
    states: number | null;
    dead_ends: number | null;
    greedy: number | null;
    random: number;
  }

  /** A request for the hardest starts of a puzzle. `layouts`: consider all arrangements of its pieces, not only those that can be reached from its start. */
  interface HardestRequest {
    saved: Saved;
    layouts?: boolean;
  }

  /** The hardest starts of a puzzle: their least cost, how many there are (`count`) among all `states`, and some of them as puzzle files. */
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

  /** A request for a new puzzle. It gives a game (`problem`), a `grade` or a least cost (`needs`), and a seed; or only a `day` such as 2026-11-18, for the puzzle of that day. */
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

  /** A request for the odds of a seat, and for the odds of a race between `players` players who all begin at the current position of this seat. */
  interface SeatsRequest {
    saved: Saved;
    seat?: number | null;
    players?: number;
  }

  /** All parts of the answer that apply to this game. `left_out` names the parts for which the time was too short. */
  interface Odds {
    left_out: string[];
    figures?: Figures;
    lengths?: Lengths;
    seats?: Seats;
    heat?: Heat;
    menu?: OddsMenu;
    exact?: Exact;
  }

  /** Figures about the length of the rest of the game for one seat: the expected number of turns, their variance and standard deviation (`sd`), and the least number of turns with its probability. If the time runs out, only the required fields are known. */
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

  /** A fraction as text, and the number of its digits. The text is null if it would be too long to read. */
  interface Fraction {
    text: string | null;
    digits: number;
  }

  /** The probability distribution of the number of turns. Each bar covers `width` lengths, and is given by its first length, its probability, and the cumulative probability at its end. `beyond` is the probability of a game that ends after more turns than were computed. */
  interface Lengths {
    width: number;
    bars: [number, number, number][];
    median: number | null;
    mode: number | null;
    quantiles: Record<string, number | null>;
    beyond: number;
    why: string;
  }

  /** Each seat's probability of winning: from the current positions (`standing`), and in a race of `players` players who all begin at the position of the requested seat (`together`). */
  interface Seats {
    turn: number;
    standing: number[];
    players: number;
    together: number[];
  }

  /** How often each place on the board is visited. Each cell has the index of the place's shape in the picture, its shade, and the expected number of visits. `most` is the largest number of visits, and `top` the number from which on the shade is the darkest; `tokens` lists the ids of the tokens. */
  interface Heat {
    cells: [number, number, number][];
    top: number;
    most: number;
    tokens: string[];
    why: string;
  }

  /** The further questions that can be asked about this game. `jumps` is the number of its jumps (such as snakes and ladders), and `work` the effort of analysing all of them (number of jumps times number of positions). `decline`: whether a player could be allowed to decline jumps. `settings` lists the settings that a player could be allowed to choose before each turn. */
  interface OddsMenu {
    jumps: number;
    work: number;
    decline: boolean;
    settings: OddsSetting[];
  }

  /** A setting whose value a player could be allowed to choose before each turn. `other` is a value different from the present one. */
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

  /** The expected number of turns and the variance as fractions. They are null on boards that are too large. */
  interface Exact {
    expected: Fraction | null;
    variance: Fraction | null;
  }

  /** A request for the odds of one seat in a position. If `seat` is None, it is the seat of the player to move. */
  interface OddsRequest {
    saved: Saved;
    seat?: number | null;
  }

  /** The expected number of turns without each jump, the jump with the largest effect first. `all` is the number of jumps; if the time was too short, `rows` has fewer. */
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

  /** A request for the effect of choices that a player could be allowed to make before each turn: to decline jumps (`decline`), or to play the turn with another `value` of a `setting`. */
  interface ChoicesRequest {
    saved: Saved;
    seat?: number | null;
    decline?: boolean;
    setting?: string | null;
    value?: boolean | number | string | null;
  }

  /** How choices change the expected number of turns: each choice alone, then all together. `least` is the least number of turns; `left_out` is the number of choices for which the time was too short. */
  interface Choices {
    expected: number | null;
    least: number | null;
    ways: Way[];
    left_out: number;
  }

  /** The optimal policy of a player with certain choices: whether jumps may be declined (`decline`), whether there is another rule (`rule`), the expected number of turns, the places at which the policy uses the other rule (`taken`, among `of` places), and the jumps that it declines. */
  interface Way {
    decline: boolean;
    rule: boolean;
    expected: number | null;
    exact: Fraction | null;
    taken: string[];
    of: number;
    declined: string[][];
  }

  /** A request to play random games from a position: the number of games, and the seed of the random numbers. */
  interface GamesRequest {
    saved: Saved;
    seat?: number | null;
    games?: number;
    seed?: number;
  }

  /** The results of random games beside the exact odds. `stuck` games could not end, and `unfinished` ones were abandoned. `away` is the difference of the mean length from the expected one, in standard errors; `agrees` says whether it is small. */
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

  /** A problem with dice, and the questions about it. `at` lists the positions of the players as labels or states, beginning with the next player to move. `alternatives` lists settings and the values that a player may choose before each turn. */
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

  /** The figures about the length of a game of chance, with the extras that were requested, such as jumps and the results of random games (`simulation`). */
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

  /** A jump, the expected number of turns without it, and its effect on that number; null means infinity. */
  interface JumpReport {
    start: number;
    end: number;
    expected_without: number | null;
    effect: number | null;
  }

  /** The effect of choices: the expected number of turns under an optimal policy, the rule that it uses at each place (`choices`), and the jumps that it declines. */
  interface ChoiceReport {
    expected: number | null;
    expected_exact: string | null;
    choices: Record<string, string>;
    declined: string[][];
  }

  /** A request to play a computer player, in a given seat of a game, against every possible reply. The answer lists at most `lines` lines of play that the player lost. */
  interface AuditRequest {
    saved: Saved;
    player: string;
    seat?: "first" | "second";
    seed?: number;
    lines?: number;
  }

  /** The result of an audit: how many games the player won, drew and lost against every possible reply, and lines of play that it lost. `longest` is the number of plies of the longest game; `deterministic` is false if the player had several moves to choose from, all of which were followed. */
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

  /** A request for matches: each player in `ours` plays each player in `theirs`. The answer contains the moves of the first `show` games of each match. */
  interface MatchRequest {
    saved: Saved;
    ours: string[];
    theirs: string[];
    games?: number;
    seed?: number;
    show?: number;
  }

  /** A match of two players; `interval` is the 95 % confidence interval of the true score. `as_first` and `as_second` are the results by seat of the first-named player; `different_games` is the number of distinct games, and `plies` the average length of a game. */
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

  /** How many games the first-named player won, drew and lost, and the share of points (`score`). */
  interface Tally {
    games: number;
    wins: number;
    draws: number;
    losses: number;
    score: number;
  }

  /** One game in full: the winner (0 or 1, null for a draw), and the moves with the reason for each. */
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

  /** A request to examine the definition of a problem. */
  interface DoctorRequest {
    saved: Saved;
  }

  /** The doctor's report on a puzzle: how much of its state space was examined, and the result of each check. */
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

  /** The result of one check: its findings, and the number of states that it looked at. */
  interface Check {
    name: string;
    about: string;
    status: string;
    states: number;
    findings: Finding[];
  }

  /** A finding about a puzzle: whether it is a defect (otherwise a note), the boards that show it, how often it occurred (`count`), and a line of code that corrects it (`advice`). */
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

  /** Papers with their claims. `limit` names the limit that stopped the work early, if any. */
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

  /** A claim of a paper: the printed value, the recomputed value (`ours`), and whether they agree. */
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
