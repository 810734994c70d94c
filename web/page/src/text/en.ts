/** The page in English. Every other language has a file with the same entries. */

import { HINT_WORDS } from './hint';

const s = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
const house = (at: number): string => `${['row', 'column', 'box'][Math.floor(at / 9)]} ${(at % 9) + 1}`;
const { cell, cells } = HINT_WORDS.en;
const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;

export const en = {
  language: 'English',
  title: 'Sudoku Workshop',
  skip: 'Skip to board',

  // Navigation.
  nav: { play: 'Play', learn: 'Learn', create: 'Create', algorithms: 'Algorithms', lists: 'Lists' },
  tabs: { pad: 'Enter', hint: 'Hint', path: 'Steps', check: 'Check' },
  sectionsLabel: 'Parts of the page',
  tabsLabel: 'Side panel',
  menu: 'Menu',
  share: 'Share',
  close: 'Close',
  stop: 'Stop',
  redo: 'Redo',
  working: 'Working …',
  stopped: 'Stopped.',

  // Cells and houses.
  house,
  list,
  ...HINT_WORDS.en,

  // The pad.
  modes: { value: 'Value', corner: 'Corner', centre: 'Center', colour: 'Color' },
  modesLabel: 'Meaning of a digit key',
  left: (count: number): string => `, ${count} left`,
  fill: 'Fill candidates',
  clearMarks: 'Clear marks',
  restart: 'Start over',
  lock: 'Keep as clues',
  unlock: 'Change clues',
  autoRemove: 'Remove a placed digit from the marks in its row, column and box',
  paste: 'Paste',
  open: 'Open a file',
  anew: 'New puzzle',
  firstRun: 'Paste it in any format, drop a file, or type it.',
  singles: 'Enter all singles',
  noSingles: 'There is no single on the board.',
  filter: 'Highlight the places of a digit',
  pasteHere: 'Paste a puzzle here, in any format',
  pasteRead: 'Read',
  fullButWrong: 'The board is full, but some digits are wrong.',
  solvedIn: (time: string): string => `Solved in ${time}.`,
  nothingToUndo: 'Nothing to undo.',
  nothingToRedo: 'Nothing to redo.',
  filled: 'All candidates are filled in.',
  loaded: (clues: number, format: string): string =>
    `Read a puzzle with ${s(clues, 'clue')}${format ? ` (${format})` : ''}.`,
  manyRead: (count: number): string =>
    `Read ${s(count, 'puzzle')}. The first is on the board; “Lists” shows all of them.`,
  loadedRules: (rules: number): string => `Read a variant with ${s(rules, 'rule')}.`,
  variant: 'Variant',
  rules: (count: number): string => s(count, 'rule'),
  ruledHintIntro: 'A hint gives the next digit of the variant with the rules that lead to it.',
  noRuledHint: 'No simple reason gives the next digit. The puzzle needs harder logic here.',
  ruleEditor: 'Rules of a variant',
  rulesIntro:
    'Select cells in the order of the rule, choose a kind, and add the rule. The first cell of an arrow is its circle.',
  ruleKind: 'Kind',
  ruleValue: 'Value',
  addRule: 'Add the rule',
  ruleAdded: (rule: string): string => `Added: ${rule}.`,
  removeRule: (rule: string): string => `Remove: ${rule}`,
  noChangeOfRules: 'These changes work only on classic puzzles, not on variants.',
  clipboardEmpty: 'Press Ctrl+V, or paste into the field.',
  notStored: 'Your browser blocks storage. Copy the link to save your board.',
  ownBoard: 'This board is also open in another tab. The two are now saved separately.',
  badLink: 'The link does not contain a valid puzzle. Your board is unchanged.',
  linkId: (id: string): string => `The link contains the ID ${id}.`,

  // The first screen.
  today: 'Today',
  todaysPuzzle: 'Today’s puzzle',
  dailyPuzzle: 'Puzzle of the day',
  ownPuzzle: 'Your puzzle',
  emptyTitle: 'Empty board',
  startToday: 'Start today’s puzzle',
  todayDone: (time: string): string => `You solved today’s puzzle in ${time}. The next one comes tomorrow.`,
  resumeGame: (what: string, filled: number, time: string): string => `Continue: ${what}, ${filled}/81, ${time}`,
  dayLabel: (day: string, isSolved: boolean): string => `${day}: ${isSolved ? 'solved' : 'not solved'}`,
  streak: (days: number): string => `${s(days, 'day')} in a row`,
  anotherOne: 'A new puzzle',
  madeHere: 'Made in your browser, with exactly one solution.',
  levelNames: { easy: 'Easy', medium: 'Medium', hard: 'Hard', expert: 'Expert', fiend: 'Fiend' },
  levelNeeds: { easy: 'singles', medium: 'pointing', hard: 'wings', expert: 'chains', fiend: 'forcing chains' },
  yourPuzzle: 'Your own puzzle',
  typeIt: 'Type it',
  nameOf: (game: string): string => `Name of the game ${game}`,
  openGame: (game: string): string => `Open ${game}`,
  removeGame: (game: string): string => `Delete ${game}`,
  savedLine: (filled: number, time: string, date: string): string => `${filled} of 81 · ${time} · ${date}`,
  statistics: 'Statistics',
  solvedCount: 'Solved',
  bestTime: 'Best',
  meanTime: 'Mean',
  noHints: 'No hints',
  otherLevel: 'Other',
  exportResults: 'Export',
  importResults: 'Import',
  imported: (results: number, games: number): string => `Added ${s(results, 'result')} and ${s(games, 'game')}.`,
  about: {
    learn: 'The rules, and every technique with exercises.',
    algorithms: 'How a computer searches, step by step.',
  },
  newHere: 'New to Sudoku? The rules',
  promise: 'It works offline. Nothing that you do here is sent anywhere.',

  // The end of a game.
  endTitle: 'Solved',
  newBest: 'Your best time at this level.',
  hintsUsed: 'Hints',
  mistakesMade: 'Mistakes',
  hardestStep: 'Hardest step',
  nextPuzzle: (level: string): string => `Next puzzle: ${level}`,
  shareResult: 'Share the result',
  savePicture: 'Save a picture',
  resultLine: (time: string, hints: number): string =>
    `Solved in ${time} with ${hints === 0 ? 'no hints' : s(hints, 'hint')}`,

  // Hints.
  hintWhere: 'Show where to look',
  hintWhy: 'Explain the step',
  back: 'Back',
  next: 'Next',
  hintIntro:
    'A hint comes in four stages: the name of the technique, where to look, the result and its proof, and Apply.',
  stepGone: 'The link names a step that this scale does not find on this board.',
  scale: 'Scale',
  scales: { se: 'Sudoku Explainer', sukaku: 'Sukaku Explainer', hodoku: 'HoDoKu' } as Record<string, string>,
  scaleShort: { se: 'SE', sukaku: 'SukaEx', hodoku: 'HoDoKu' } as Record<string, string>,
  places: (count: number): string => `places ${s(count, 'value')}`,
  removes: (count: number): string => `removes ${s(count, 'mark')}`,
  effect: (
    place: readonly (readonly [number, number])[],
    remove: readonly (readonly [readonly number[], readonly number[]])[],
  ): string =>
    list([
      ...place.map(([at, digit]) => `${cell(at)} = ${digit}`),
      ...remove.map(([all, digits]) => `${cells(all)} ≠ ${digits.join(', ')}`),
    ]),
  result: (effect: string): string => `Result: ${effect}`,
  lessonLink: (title: string): string => `Lesson: ${title}`,
  sameDigit: 'the same digit',
  exclusion: 'excluded by the ends of the chain',
  /** The cells, and their house if they are all of its cells, or -1. */
  lookAt: (all: readonly number[], whole: number): string =>
    all.length > 12 ? 'Look at the tinted cells.' : `Look at ${whole >= 0 ? house(whole) : cells(all)}.`,
  branch: (at: number, of: number, claim: string): string => `If ${claim}: ${at} of ${of}`,
  allBranches: 'All together',
  net: 'Too many links to show at once. Tap a line to see its links; N and B move between lines.',
  conflicting: (all: readonly number[]): string =>
    `These clues contradict each other: ${cells(all)}. They are circled on the board.`,
  noStepBut: (at: number, digit: number): string =>
    `None of the known techniques applies here. A search finds ${digit} in ${cell(at)}.`,
  boardFull: 'The board is full.',
  allSteps: 'All steps from here',
  allStepsCount: (count: number, outcomes: number): string => `${s(count, 'step')}, ${s(outcomes, 'outcome')}`,
  ways: (count: number): string => s(count, 'way'),
  hintDone: (what: string): string => `Applied: ${what}`,

  // The solution steps.
  pathShow: 'Show all steps',
  pathIntro: 'Every step from the clues to the solution. Use ↑ and ↓ to preview a step; press Enter to go to it.',
  pathFrom: 'Start from',
  pathFromHere: 'my board',
  pathFromClues: 'the clues',
  step: (at: number, of: number): string => `step ${at} of ${of}`,
  looking: (at: number): string => `Preview of step ${at}. Your board is kept.`,
  stepBefore: 'Previous step',
  stepAfter: 'Next step',
  goThere: 'Go there',
  backToMine: 'Back to my board',
  hardest: 'hardest',
  pathEnds: (ending: string): string => `The steps end here: ${ending}.`,
  kind: 'Kind',
  allKinds: 'all kinds',
  wentTo: (at: number): string => `The board shows the position before step ${at}. Undo restores your board.`,
  ratingLine: (er: string, ep: string, ed: string): string => `${er} (first value ${ep}, first step ${ed})`,
  levelLine: (level: string, score: string): string => `${level}, ${score} points`,
  wrongHere: 'You have made a mistake. Use “Check my entries” to find it.',
  pathBar: 'Difficulty of each step',
  unrated: 'not rated',

  // Checks.
  check: 'Check the puzzle',
  checkEntries: 'Check my entries',
  solve: 'Solve',
  countAll: 'Count the solutions',
  checkMarks: 'Which marks are possible?',
  allRight: 'Everything you entered is correct.',
  wrongMarks: (all: readonly string[]): string => `These candidates are missing from your marks: ${list(all)}.`,
  proper: 'Proper: there is exactly one solution.',
  minimal: 'Minimal: removing any clue gives more than one solution.',
  notMinimal: (all: readonly number[]): string =>
    `Not minimal: the solution stays unique without ${all.length === 1 ? '' : 'one of '}${cells(all)}.`,
  noSolution: 'The puzzle has no solution.',
  several: (all: readonly number[]): string =>
    `At least two solutions; they differ in ${cells(all.slice(0, 12))}${all.length > 12 ? ` and ${all.length - 12} more` : ''}.`,
  clash: (digit: number, where: number, all: readonly number[]): string =>
    `${all.length === 2 ? 'Two' : (['Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'][all.length - 3] ?? all.length)} ${digit}s in ${house(where)}: ${cells(all)}.`,
  fewClues: (clues: number): string => `Only ${s(clues, 'clue')}: a proper puzzle needs at least 17.`,
  counted: (count: string): string => `Exactly ${count} ${count === '1' ? 'solution' : 'solutions'}.`,
  countStopped: (count: string): string => `Stopped at ${count} solutions.`,
  counting: (count: string, seconds: number): string =>
    `At least ${count} solutions; still counting after ${seconds} s …`,
  countingAll: 'Counting …',
  possible: (gone: number): string =>
    gone === 0
      ? 'Every candidate occurs in at least one solution.'
      : `${s(gone, 'candidate')} ${gone === 1 ? 'occurs' : 'occur'} in no solution and ${gone === 1 ? 'is' : 'are'} crossed out on the board.`,
  showDiffering: 'The cells are circled on the board.',
  gaveSolution: 'Solved. Undo restores your board.',
  oneOfMany: 'This is one of several solutions. Undo restores your board.',
  solutions: 'Solutions',
  drawEvenly: 'Pick one at random',
  seed: 'Seed',
  solutionNumber: 'Number',
  showSolution: 'Show',
  drawnEvenly: (count: string, seed: string): string =>
    `Picked at random from ${count} solutions, all equally likely. Seed ${seed} picks the same one again. Undo restores your board.`,
  numbered: (number: string, count: string): string => `Solution ${number} of ${count}. Undo restores your board.`,
  noSuchSolution: (number: string, count: string): string =>
    `There is no solution number ${number}. Enter a number from 1 to ${count}.`,
  needsNumber: 'Enter a whole number, 1 or higher.',
  needsSeed: (most: string): string => `Enter a whole number from 0 to ${most} as the seed.`,
  checkIntro: 'Find wrong entries, or check that the puzzle has one solution and that every clue is needed.',
  emptyBoard: 'The board is empty: type or paste a puzzle first.',

  // Making.
  makeGo: 'Make a puzzle',
  makeIntro: 'Choose the properties of the puzzle; everything else is random.',
  symmetries: {} as Record<string, string>,
  symmetry: 'Symmetry',
  clues: 'Clues',
  from: 'from',
  to: 'to',
  pattern: 'Pattern',
  patternHint: 'Paint the cells that hold a clue. With no painted cell, any pattern is used.',
  clearPattern: 'Clear the pattern',
  patternCount: (count: number): string => `${s(count, 'cell')} painted`,
  difficulty: 'Difficulty',
  anyDifficulty: 'any',
  needs: 'Requires',
  isHardest: 'and no harder technique',
  without: 'Excludes',
  none: 'no technique',
  tried: (count: number, seconds: number): string => `Searching: ${s(count, 'attempt')}, ${seconds.toFixed(0)} s …`,
  made: (id: string): string =>
    `The ID of this puzzle is ${id}. The link contains it, and “sudoku generate --id ${id}” recreates the puzzle.`,
  playIt: 'Play it',
  moreConditions: 'More conditions',
  byId: 'From an ID',
  changeIntro: 'Change this puzzle. Undo restores it.',
  changes: { harder: 'Make it harder', easier: 'Make it easier', minimal: 'Make it minimal' },
  noChange: {
    harder: 'Found no harder puzzle by removing or replacing one clue.',
    easier: 'Found no easier puzzle by adding one clue.',
  },
  makeById: 'Recreate',
  levels: { easy: 'easy', medium: 'medium', hard: 'hard', unfair: 'unfair', extreme: 'extreme' } as Record<
    string,
    string
  >,

  // Lists.
  listsIntro:
    'Drop a file with up to a million puzzles here, or paste them, in any format. Nothing leaves your computer.',
  listsSample: 'Try a sample',
  listsAbout:
    '“Solve” finds the number of solutions, and the guesses of a search. “Rate” finds the rating and the level. Then you can sort and filter the puzzles, and save the results.',
  listsWhat: 'Task',
  listsTasks: ['Solve', 'Rate: Sudoku Explainer', 'Rate: Sukaku Explainer', 'Rate: HoDoKu'],
  listsOpen: 'Choose a file',
  listsStart: 'Start',
  listsSave: 'Save the results',
  listsProgress: (done: number, read: number, seconds: number): string =>
    `${done.toLocaleString('en')} of ${read.toLocaleString('en')} puzzles in ${seconds.toFixed(1)} s (${Math.round(done / Math.max(seconds, 0.01)).toLocaleString('en')} a second)`,
  listsDone: (done: number, shown: number): string => `${s(done, 'puzzle')}; ${shown.toLocaleString('en')} shown`,
  listsUnread: (count: number): string => `${s(count, 'line')} could not be read`,
  listsCut: 'only the first million puzzles were read',
  listsFilter: 'Show',
  listsAll: 'all',
  listsProper: 'proper',
  listsImproper: 'not proper',
  listsBad: 'unreadable or not rated',
  listsAtLeast: 'at least',
  listsAtMost: 'at most',
  columns: {
    number: 'No.',
    puzzle: 'Puzzle',
    solutions: 'Solutions',
    guesses: 'Guesses',
    rating: 'Rating',
    level: 'Level',
  },
  toBoard: 'Open on the board',
  twoOrMore: '2 or more',

  pause: 'Pause',
  guesses: 'Guesses',

  // Sharing and printing.
  shareTitle: 'Share',
  copyLink: 'Copy the link',
  copyLinkAll: 'Copy the link with my entries',
  copyText: 'Copy as text',
  format: 'Format',
  saveSvg: 'Save as SVG',
  savePng: 'Save as PNG',
  print: 'Print',
  copied: 'Copied.',
  copyFailed: 'Copy the text below:',
  printSheet: 'Print a sheet',
  sheetCount: 'Puzzles on the sheet',
  madeOf: (made: number, count: number): string => `${made} of ${s(count, 'puzzle')} made …`,
  withAnswers: 'with answers',
  answers: 'Answers',
  printOne: 'Print this board',

  // Settings.
  theme: 'Colors',
  themes: { auto: 'system', light: 'light', dark: 'dark', contrast: 'high contrast' } as Record<string, string>,
  paused: (time: string): string => `Paused at ${time}`,
  goOn: 'Resume',
  showMistakes: 'Show mistakes',
  mistakeTimes: { now: 'at once', ask: 'when I ask', never: 'never' } as Record<string, string>,
  autoNotes: 'Start new puzzles with all candidates',
  showSame: 'Highlight the digit of the cell everywhere',
  digitFirst: 'Choose a digit first, then tap cells',
  showTimer: 'Show the time',
  singleKeys: 'Single-letter shortcuts',
  showPeers: 'Highlight the row, column and box of the cell',
  languageLabel: 'Language',
  dataTitle: 'Results and saved games',
  helpTitle: 'Help',
  help: [
    [
      'A puzzle',
      'Type it, paste it in any format (81 characters, a drawn grid, a grid of candidates), or drop a file. “Keep as clues” turns your digits into clues. “Change clues” reverses that.',
    ],
    [
      'Marks',
      'A corner mark is a candidate. A center mark is your own note. “Fill candidates” writes every digit that the row, column and box allow. Once every blank cell has candidates, hints use your candidates.',
    ],
    [
      'Hints',
      'Press H up to four times: the name of the next step, where to look, why it works, and then it is played. “All steps from here” lists every step that the known techniques find.',
    ],
    [
      'Ratings',
      'SE is the scale of Sudoku Explainer: up to 2 for singles, about 7 for chains, above 9 for puzzles that very few people solve by hand. Sukaku Explainer knows more techniques. HoDoKu gives levels and points. “Steps” shows the rating of each step.',
    ],
    [
      'Check',
      'Tests that the puzzle has exactly one solution and no redundant clue, finds your mistakes, counts the solutions, and shows the marks that no solution uses.',
    ],
    [
      'Create',
      'Makes a new puzzle with the symmetry, pattern, difficulty or techniques that you choose. The ID of a puzzle recreates it. The last three buttons make the puzzle on the board harder, easier or minimal.',
    ],
    ['Lists', 'Solves or rates a file with up to a million puzzles. You can sort, filter and save the results.'],
    [
      'Algorithms',
      'Shows four programs that solve a Sudoku, line by line: their code in four languages, their calls and their search trees. It shows what typical mistakes do, and measures how long each algorithm takes.',
    ],
    [
      'Saved data',
      'Your browser keeps the board and its history, even after you close it. A link contains the puzzle in the part of the address that browsers never send.',
    ],
    [
      'Beyond the page',
      'The same engine is also the command “sudoku”, a Rust library and a Python package. Run “sudoku --help” for a list of subcommands. The documentation is in README.md and in the folder docs of the source.',
    ],
  ] as [string, string][],
  keysTitle: 'Keys',
  keptBoards: 'Saved games',
  aboutTitle: 'About',
  aboutText: (version: string): string => `Version ${version}. Everything runs in this page; nothing is sent anywhere.`,
  licenses: 'Licenses of libraries',
  keys: [
    ['Arrows', 'move; Ctrl: by a box; Shift: extend the selection'],
    ['1–9', 'write a digit; Shift: corner mark; Ctrl: center mark'],
    ['0 Del Backspace', 'erase'],
    ['Z X C V', 'value, corner, center, color'],
    ['Ctrl+Z, Ctrl+Y', 'undo, redo'],
    ['F', 'fill candidates'],
    ['G', 'highlight the places of the digit in the cell'],
    ['H, Enter', 'next stage of the hint; Enter applies it'],
    ['N, B', 'next or previous branch, chain line or step'],
    ['P', 'solution steps'],
    ['K', 'check'],
    ['Esc', 'close the hint'],
    ['?', 'show these keys'],
  ] as [string, string][],
};

export type Words = typeof en;
