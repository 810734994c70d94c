// The replies of the engine, as documented in web/engine and sudoku-explain.
// `cargo test -p sudoku-web` writes this file.

export type About = { version: string, generator: number, strategies: Array<string>, traced: Array<string>, scales: Array<string>, titles: { [key in string]: string }, techniques: { [key in string]: Array<string> }, technique_titles: { [key in string]: string }, levels: Array<string>, formats: Array<string>, marked_formats: Array<string>, symmetries: Array<string>, };

export type AnswerError = { words: string, line: number | null, column: number | null, cell: number | null, count: string | null, };

export type Broken = { cells: Array<number>, words: string, };

export type BrokenReply = { broken: Array<Broken>, };

export type CanonicalReply = { canonical: string, automorphisms: number, };

export type CheckReply = { solutions: number, solution: string | null, second: string | null, differ: Array<number>, contradictions: Array<Contradiction>, minimal: boolean | null, redundant: Array<number>, conflicting: Array<number>, };

export type ClaimData = { cells: Array<number>, digit: number, on: boolean, };

export type Contradiction = { digit: number, house: number, cells: Array<number>, };

export type CountReply = { count: string, exact: boolean, terms: number | null, };

export type End = { ending: string, words: string, };

export type EnumerateReply = { solutions: Array<string>, };

export type ExampleData = { givens: string, puzzle: string, candidates: string, step: StepData, };

export type ExplanationData = { candidates: string, meaning: string, place: Words, marks: MarksData, proof: Array<ProofLine>, };

export type FirstReplies = { check: CheckReply, enumerate: EnumerateReply, marks: MarksReply, read: ReadReply, write: WriteReply, };

export type GenerateReply = MadePuzzle | NoPuzzleYet;

export type GradeReply = { verdict: Verdict, bad: Array<[number, number]>, rest: Array<[number, number]>, step: StepData | null, exact: boolean, };

export type LegendEntry = { mark: Mark, words: string, };

export type LessonReply = { name: string, title: string, meaning: string, scale: string, with: Array<string>, prepared: number, example: ExampleData | null, };

export type LinkData = { from: ClaimData, to: ClaimData, strong: boolean, };

export type MadePuzzle = { puzzle: string, solution: string, id: string | null, rating: string | null, attempts: number, };

export type Mark = "house" | "base" | "cover" | "set" | "true" | "false" | "out" | "placed" | "strong" | "weak";

export type MarksData = { houses: Array<number>, covers: Array<number>, groups: Array<Array<number>>, candidates: Array<[number, number, Role]>, links: Array<LinkData>, legend: Array<LegendEntry>, };

export type MarksReply = { possible: string, solutions: number, exact: boolean, whole: boolean, };

export type MeaningsReply = { meanings: Array<string>, };

export type NoPuzzleYet = { next: number, words: string | null, nearest: string | null, };

export type NthReply = { solution: string, count: string, };

export type ProofLine = { number: string, level: number, from: Array<string>, words: Words, inner: Array<ProofLine>, };

export type RateReply = { rating: RatingData | null, steps: number, end: End, };

export type RatingData = { er: number, ep: number, ed: number, } | { level: string, score: number, };

export type ReadPuzzle = { puzzle: string, line: number, givens: string | null, candidates: string | null, };

export type ReadReply = { format: string | null, puzzles: Array<ReadPuzzle>, complaints: Array<AnswerError>, lines: number, more: boolean, };

export type Role = "out" | "placed" | "true" | "false";

export type RunReply = { placements: number | null, guesses: number | null, nodes: number, solutions: number, solution: string | null, ending: string, };

export type SampleReply = { solutions: Array<string>, count: string, };

export type Snapshot = { puzzle: string, candidates: string | null, depth: number, totals: Tally, };

export type StepData = { scale: string, score: number, level: string | null, technique: string, title: string, placements: Array<[number, number]>, eliminations: Array<[number, number]>, effect: string, explanation: ExplanationData | null, unproved: string | null, };

export type StepsReply = { steps: Array<StepData>, wrong: Array<WrongEntry>, end: End | null, };

export type Tally = { placements: number, guesses: number, retreats: number, solutions: number, };

export type TechniqueData = { name: string, title: string, meaning: string, score: number, level: string | null, };

export type TechniquesReply = { techniques: Array<TechniqueData>, };

export type Token = { text: string, } & ({ "kind": "text" } | { "kind": "cells", cells: Array<number>, } | { "kind": "digits", digits: Array<number>, } | { "kind": "house", house: number, } | { "kind": "claim", claim: ClaimData, } | { "kind": "line" } | { "kind": "chain", claims: Array<ClaimData>, });

export type TraceEvent = { "kind": "look", cell: number, row: number, column: number, box: number, } | { "kind": "place", cell: number, digit: number, is_guess: boolean, } | { "kind": "erase", cell: number, } | { "kind": "single", cell: number, digit: number, } | { "kind": "dead_cell", cell: number, } | { "kind": "dead_house", house: number, digit: number, } | { "kind": "choose", cell: number, candidates: number, } | { "kind": "return", cell: number, depth: number, } | { "kind": "solution" };

export type TraceReply = { from: number, snapshot: Snapshot, events: Array<TraceEvent>, total: number, finished: boolean, totals: Tally, };

export type VariantCheckReply = { solutions: number, exact: boolean, solution: string | null, differ: Array<number>, broken: Broken | null, };

export type VariantHintData = { cell: string, digit: number, steps: Array<VariantStepData>, };

export type VariantHintReply = { hint: VariantHintData | null, };

export type VariantReadReply = { puzzle: string, rules: string, };

export type VariantReplies = { variant_broken: BrokenReply, variant_check: VariantCheckReply, variant_hint: VariantHintReply, variant_meanings: MeaningsReply, variant_read: VariantReadReply, };

export type VariantStepData = { kind: string, rule: string | null, effect: string, text: string, };

export type Verdict = "right" | "unproved" | "wrong";

export type WholeReplies = { about: About, all_steps: StepsReply, canonical: CanonicalReply, count: CountReply, generate: GenerateReply, grade: GradeReply, hint: StepsReply, lesson: LessonReply, nth: NthReply, path: StepsReply, rate: RateReply, run: RunReply, sample: SampleReply, techniques: TechniquesReply, trace: TraceReply, wrong_marks: WrongMarksReply, };

export type Words = { text: string, tokens: Array<Token>, };

export type WriteReply = { text: string, };

export type WrongEntry = { cell: number, digit: number, value: boolean, };

export type WrongMarksReply = { wrong: Array<WrongEntry>, };
