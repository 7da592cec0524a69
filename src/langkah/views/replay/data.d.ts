// What langkah/views/recording.py writes, for the checker of types alone; what each part means is said there.

declare namespace Replay {
  interface State {
    label: string;
    text: string;
    board?: { size: [width: number, height: number]; parts: number[] };
  }

  interface Boards {
    ground: number[];
    parts: Api.Shape[];
    alike: boolean;
    font: string;
  }

  interface Choice {
    node: number;
    label: string;
    costs: string;
    reply: string;
  }

  interface Question {
    at: number;
    node: number;
    ask: string;
    answer: number;
    then: number;
    choices: Choice[];
  }

  interface Round {
    event: number;
    bound: string;
    past: string;
    cleared: number[];
  }

  interface Fate {
    name: string;
    role: string;
  }

  interface Lesson {
    name: string;
    title: string;
    about: string;
    stops: { at: number; text: string }[];
    question: { text: string; choices: { text: string; reply: string }[]; answer: number } | null;
    next: { name: string; title: string; about: string } | null;
  }

  type Texts = Record<string, string>;
  type Theme = "light" | "dark";

  interface Data {
    title: string;
    result: { algorithm: string; estimate?: string };
    /** The search as people call it: "A* (manhattan)". */
    search: string;
    at: number | null;
    left_out: number;
    seconds: number[] | null;
    bytes?: number[];
    lesson?: Lesson | null;
    walks: boolean;
    players: boolean;
    frontier: string;
    counters: string[];
    legend: { name: string; role: string; words: string }[];
    code: { indent: number; text: string }[];
    states: State[];
    boards: Boards;
    nodes: { state: number[]; parent: number[]; move: string[]; costs: string[]; f: string[]; level: string[] };
    rounds: Round[];
    goals: { event: number; way: number[] }[];
    best: number[];
    curve: number[];
    waiting: { first: string; same: string; other: string; end: string };
    unseen: { why: string; happened: string };
    quiz: Question[];
    themes: Record<Theme, string>;
    texts: Texts;
    events: {
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
    };
    fates: Record<string, Fate>;
    words: string[];
  }
}
