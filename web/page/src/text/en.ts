/** The page in English. Every other language has a file with the same entries. */

const s = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
const house = (at: number): string => `${['row', 'column', 'box'][Math.floor(at / 9)]} ${(at % 9) + 1}`;
const cell = (at: number): string => `r${Math.floor(at / 9) + 1}c${(at % 9) + 1}`;
const cells = (all: readonly number[]): string => all.map(cell).join(', ');
const list = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;

export const en = {
  code: 'en',
  language: 'English',
  title: 'Sudoku',
  board: 'Sudoku board',
  skip: 'To the board',

  // Where one is.
  sections: { solve: 'Solve', make: 'Make', lists: 'Lists', watch: 'Watch' },
  tabs: { pad: 'Pad', hint: 'Hint', path: 'Path', check: 'Check' },
  sectionsLabel: 'Parts of the page',
  tabsLabel: 'What stands beside the board',
  menu: 'Menu', share: 'Share', close: 'Close', stop: 'Stop', undo: 'Undo', redo: 'Redo', erase: 'Erase',
  working: 'Working …', stopped: 'Stopped.',

  // Cells and houses.
  cell, cells, house, list,
  describe: (at: number, value: number, isGiven: boolean, marks: readonly number[], isBad: boolean): string =>
    `row ${Math.floor(at / 9) + 1} column ${(at % 9) + 1}, ${value ? `${value}${isGiven ? ', clue' : ''}`
      : marks.length > 0 ? `marks ${marks.join(' ')}` : 'blank'}${isBad ? ', conflict' : ''}`,
  claim: (all: readonly number[], digit: number, on: boolean): string => `${all.map(cell).join('/')}${on ? '=' : '≠'}${digit}`,
  colours: (all: readonly number[]): string => `, colour ${all.join(' ')}`,

  // The pad.
  modes: { value: 'Value', corner: 'Corner', centre: 'Centre', colour: 'Colour' },
  modesLabel: 'What a digit writes',
  left: (count: number): string => `, ${count} left`,
  fill: 'Fill candidates', clearMarks: 'Clear marks', restart: 'Start over', lock: 'Keep as clues', unlock: 'Change clues',
  autoRemove: 'A value takes its digit from the marks of its peers',
  paste: 'Paste', open: 'Open a file', easy: 'Easy', hard: 'Hard (SE 7)', sample: 'Baekjoon 2580’s sample', anew: 'Start anew',
  firstRun: 'Type a puzzle, paste one in any form, drop a file, or begin with one of these:',
  pasteHere: 'Paste a puzzle here, in any form',
  pasteRead: 'Read it',
  solved: 'Solved.',
  solvedIn: (time: string): string => `Solved in ${time}.`,
  nothingToUndo: 'There is nothing to undo.', nothingToRedo: 'There is nothing to do again.',
  filled: 'All candidates are written.',
  loaded: (clues: number, form: string): string => `A puzzle of ${s(clues, 'clue')}${form ? ` was read (${form})` : ''}.`,
  manyRead: (count: number): string => `${s(count, 'puzzle')} were read; the first is on the board. “Lists” takes them all.`,
  cannotRead: 'No puzzle was found in that.',
  clipboardEmpty: 'Press Ctrl+V, or paste into the field.',
  notStored: 'Nothing can be stored here: copy the link to keep this.',
  ownBoard: 'This board is open in another tab too. From here on each keeps its own.',
  badLink: 'The address does not hold a puzzle that can be read. Your board is as it was.',
  linkId: (id: string): string => `The address holds the ID ${id}.`,

  // Hints.
  hint: 'Hint', hintWhere: 'Where?', hintWhy: 'Why?', hintDo: 'Do it', back: 'Back', next: 'Next',
  hintIntro: 'A hint comes in four presses: its name, where to look, why it holds, and done.',
  scale: 'Scale', scales: { se: 'Sudoku Explainer', sukaku: 'Sukaku Explainer', hodoku: 'HoDoKu' } as Record<string, string>,
  scaleShort: { se: 'SE', sukaku: 'SukaEx', hodoku: 'HoDoKu' } as Record<string, string>,
  places: (count: number): string => `places ${s(count, 'value')}`,
  removes: (count: number): string => `removes ${s(count, 'mark')}`,
  effect: (place: readonly (readonly [number, number])[], remove: readonly (readonly [readonly number[], readonly number[]])[]): string =>
    list([...place.map(([at, digit]) => `${cell(at)} = ${digit}`),
      ...remove.map(([all, digits]) => `${cells(all)} ≠ ${digits.join(', ')}`)]),
  so: (effect: string): string => `So ${effect}.`,
  lookAt: (all: readonly number[]): string => (all.length > 12 ? 'Look at the tinted cells.' : `Look at ${cells(all)}.`),
  branch: (at: number, of: number, claim: string): string => `If ${claim}: ${at} of ${of}`,
  allBranches: 'All together',
  net: 'There are too many links to read at once: the line that is tapped shows its own. N and B go from line to line.',
  legend: {
    strong: 'strong link: if one is not, the other is', weak: 'weak link: not both',
    true: 'part of the pattern; in a chain true if its start is', false: 'an exception; in a chain false if its start is right', out: 'goes away', placed: 'is placed',
  },
  noHintFromThere: 'No hint can go on from there.',
  conflicting: (all: readonly number[]): string => `These clues cannot stand together: ${cells(all)}. They are ringed on the board.`,
  noStep: 'No known technique goes on.',
  noStepBut: (at: number, digit: number): string => `No known technique goes on; search finds ${digit} in ${cell(at)}.`,
  boardFull: 'Nothing is left to do: the board is full.',
  allSteps: 'All steps from here', allStepsCount: (count: number, outcomes: number): string => `${s(count, 'step')}, ${s(outcomes, 'outcome')}`,
  ways: (count: number): string => s(count, 'way'),
  hintDone: (what: string): string => `Done: ${what}`,

  // The path.
  pathShow: 'Show the path', pathIntro: 'Every step from the clues to the solution. ↑ and ↓ look at one, Enter goes there.',
  pathFrom: 'Begins', pathFromHere: 'on my board', pathFromClues: 'with the clues',
  step: (at: number, of: number): string => `step ${at} of ${of}`,
  looking: (at: number): string => `Looking at step ${at}; your board is kept.`,
  stepBefore: 'Step before', stepAfter: 'Next step',
  goThere: 'Go there', backToMine: 'Back to my board', hardest: 'hardest',
  pathEnds: (ending: string): string => `The path ends: ${ending}.`,
  // By the engine's names.
  endings: {
    solved: 'solved',
    'no technique': 'no technique of this scale applies',
    contradiction: 'a cell or a house has no place left for a digit, or a digit twice',
    'no solution': 'there is no solution',
    'several solutions': 'there are several solutions',
    'too few clues': 'there are fewer clues than this scale takes',
    'too many links': 'there are too many steps: ask for the next hint',
    'step limit': 'the limit of steps was reached',
    stopped: 'stopped',
  },
  kind: 'Kind', allKinds: 'all kinds',
  wentTo: (at: number): string => `Your board is now before step ${at}. Undo brings yours back.`,
  ratingLine: (er: string, ep: string, ed: string): string => `${er} (first value ${ep}, first step ${ed})`,
  levelLine: (level: string, score: string): string => `${level}, ${score} points`,
  wrongHere: 'Something that is entered is wrong: “Check my entries” says what.',
  pathBar: 'Difficulty of each step',
  unrated: 'not rated',

  // Checks.
  check: 'Check', checkEntries: 'Check my entries', solve: 'Solve', countAll: 'Count the solutions', checkMarks: 'Which marks can be?',
  allRight: 'All that you have entered is right.',
  wrongValues: (all: readonly number[]): string => `Wrong: ${cells(all)}.`,
  wrongMarks: (all: readonly string[]): string => `The marks lack ${list(all)}.`,
  proper: 'Proper: there is exactly one solution.',
  minimal: 'Minimal: without any of its clues it would have more.',
  notMinimal: (all: readonly number[]): string => `Not minimal: it stays proper without ${all.length === 1 ? '' : 'one of '}${cells(all)}.`,
  noSolution: 'There is no solution.',
  several: (all: readonly number[]): string => `Two solutions at least; they differ in ${cells(all.slice(0, 12))}${all.length > 12 ? ` and ${all.length - 12} more` : ''}.`,
  clash: (digit: number, where: number, all: readonly number[]): string =>
    `${all.length === 2 ? 'Two' : ['Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'][all.length - 3] ?? all.length} ${digit}s in ${house(where)}: ${cells(all)}.`,
  noPlace: (digit: number, where: string): string => `No cell of ${where} can hold ${digit}.`,
  noCandidate: (all: readonly number[]): string => `No digit can stand in ${cells(all)}.`,
  fewClues: (clues: number): string => `${s(clues, 'clue')} only: fewer than 17 never make a proper puzzle.`,
  counted: (count: string): string => `${count} ${count === '1' ? 'solution' : 'solutions'}, exactly.`,
  countStopped: (count: string): string => `Stopped at ${count} solutions.`,
  counting: (count: string, seconds: number): string => `At least ${count} solutions; counting for ${seconds} s …`,
  countingAll: 'Counting …',
  possible: (gone: number): string => (gone === 0 ? 'Every candidate occurs in some solution.'
    : `${s(gone, 'candidate')} ${gone === 1 ? 'occurs' : 'occur'} in no solution and ${gone === 1 ? 'is' : 'are'} struck on the board.`),
  showDiffering: 'The cells are ringed on the board.',
  gaveSolution: 'Solved. Undo brings your board back.',
  oneOfMany: 'This is one of several solutions. Undo brings your board back.',
  solutions: 'Its solutions',
  drawEvenly: 'Draw one evenly', seed: 'Seed', solutionNumber: 'Number', showSolution: 'Show it',
  drawnEvenly: (count: string, seed: string): string =>
    `Drawn from ${count} solutions, each with the same chance; seed ${seed} draws it again. Undo brings your board back.`,
  numbered: (number: string, count: string): string => `Solution ${number} of ${count}. Undo brings your board back.`,
  noSuchSolution: (number: string, count: string): string => `There is no solution ${number}: there are ${count}.`,
  needsNumber: 'The number has to be a whole one from 1 on.',
  needsSeed: (most: string): string => `The seed has to be a whole number from 0 to ${most}.`,
  checkIntro: 'Is the puzzle proper, is it minimal, and is what you entered right?',
  emptyBoard: 'The board is empty: type or paste a puzzle first.',

  // Making.
  makeGo: 'Make a puzzle', makeIntro: 'Say what the puzzle has to be; the rest is left to chance.',
  symmetries: {} as Record<string, string>,
  symmetry: 'Symmetry', clues: 'Clues', from: 'from', to: 'to',
  pattern: 'Pattern', patternHint: 'Paint the cells that have a clue. Nothing painted: any pattern.', clearPattern: 'Clear the pattern',
  patternCount: (count: number): string => `${s(count, 'cell')} painted`,
  difficulty: 'Difficulty', anyDifficulty: 'any', needs: 'Needs', without: 'Without', none: 'nothing in particular',
  tried: (count: number, seconds: number): string => `Looking: ${s(count, 'attempt')}, ${seconds.toFixed(0)} s …`,
  made: (id: string): string => `Its ID is ${id}: the address holds it, and “sudoku generate --id ${id}” makes it again.`,
  byId: 'By its ID', makeById: 'Make it again',
  levels: { easy: 'easy', medium: 'medium', hard: 'hard', unfair: 'unfair', extreme: 'extreme' } as Record<string, string>,

  // Lists.
  listsIntro: 'Drop a file of puzzles here, up to a million: any form is read, nothing leaves this machine.',
  listsWhat: 'What to do', listsVerbs: ['Solve', 'Rate: Sudoku Explainer', 'Rate: Sukaku Explainer', 'Rate: HoDoKu'],
  listsOpen: 'Choose a file', listsStart: 'Start', listsSave: 'Save the results',
  listsProgress: (done: number, read: number, seconds: number): string =>
    `${done.toLocaleString('en')} of ${read.toLocaleString('en')} puzzles in ${seconds.toFixed(1)} s (${Math.round(done / Math.max(seconds, 0.01)).toLocaleString('en')} a second)`,
  listsDone: (done: number, shown: number): string => `${s(done, 'puzzle')}; ${shown.toLocaleString('en')} shown`,
  listsUnread: (count: number): string => `${s(count, 'line')} could not be read`,
  listsCut: 'what is beyond a million was left out',
  listsFilter: 'Show', listsAll: 'all', listsProper: 'proper', listsImproper: 'not proper', listsBad: 'not readable or not rated',
  listsAtLeast: 'at least', listsAtMost: 'at most',
  columns: { number: 'No.', puzzle: 'Puzzle', solutions: 'Solutions', guesses: 'Guesses', rating: 'Rating', level: 'Level' },
  toBoard: 'To the board',
  twoOrMore: '2 or more',

  // Watching.
  compare: 'Compare', compareIntro: 'The strategies side by side on the puzzle at hand.',
  compareGo: 'Measure', watchIntro: 'The search itself, at your speed.', watchGo: 'Record',
  strategy: 'Strategy', placements: 'Placements', guesses: 'Guesses', time: 'Time', depth: 'Depth', retreats: 'Retreats',
  budget: 'Measured in this browser, without pictures. The mark is at 80 ms, the time of a whole C++ program at the judge; the scale is logarithmic.',
  play: 'Play', pause: 'Pause', stepOn: 'Step', stepBack: 'Step back', nextGuess: 'Next guess', nextBack: 'Next retreat',
  toEnd: 'End', toStart: 'Start', speed: 'Speed', eventAt: (at: number, of: number): string => `event ${at.toLocaleString('en')} of ${of.toLocaleString('en')}`,
  events: {
    place: (at: number, digit: number, isGuess: boolean): string => `${digit} is placed in ${cell(at)}${isGuess ? ', a guess' : ''}`,
    back: (at: number): string => `back: ${cell(at)} is blank again`,
    single: (at: number, digit: number): string => `single: ${digit} in ${cell(at)}`,
    choose: (at: number, count: number): string => `guess in ${cell(at)}, ${s(count, 'candidate')}`,
    dead: (at: number): string => `${cell(at)} can hold nothing: back`,
    deadHouse: (where: number, digit: number): string => `${house(where)} has no place for ${digit}: back`,
    return: (at: number, depth: number): string => `back to the guess in ${cell(at)}, depth ${depth}`,
    solution: 'a solution',
  },
  bitsOf: { note: '3 words instead of 20 cells', row: 'row', column: 'column', box: 'box', or: 'or', free: 'free' },
  needsPuzzle: 'Put a puzzle on the board first.',

  // Sharing and printing.
  shareTitle: 'Share', copyLink: 'Copy the link', copyLinkAll: 'Copy the link with my entries', copyText: 'Copy as text', form: 'Form',
  saveSvg: 'Save as SVG', savePng: 'Save as PNG', print: 'Print', copied: 'Copied.', copyFailed: 'Copy it from here:',
  printSheet: 'Print a sheet', sheetCount: 'Puzzles on the sheet', withAnswers: 'with answers', answers: 'Answers',
  printOne: 'Print this board',

  // Settings.
  theme: 'Colours', themes: { auto: 'as the system', light: 'light', dark: 'dark', contrast: 'high contrast' } as Record<string, string>,
  paused: (time: string): string => `Paused at ${time}`, goOn: 'Go on',
  digitFirst: 'Choose a digit first, then tap cells',
  showTimer: 'Show the time', singleKeys: 'Single letters are keys', showPeers: 'Tint the peers of the cell', languageLabel: 'Language',
  helpTitle: 'Help',
  help: [
    ['A puzzle', 'Type it, paste it in any form (81 characters, a drawn grid, a grid of candidates), or drop a file. “Keep as clues” makes clues of what you typed, “Change clues” takes that back.'],
    ['Marks', 'A corner mark is a candidate, a centre mark a note of your own. “Fill candidates” writes all that the rows, columns and boxes allow; once every blank cell has some, hints go by yours.'],
    ['Hints', 'Each press of H says more: the name of the next step, where to look, why it holds, and done. “All steps from here” has every step that is known.'],
    ['Ratings', 'SE is the scale of Sudoku Explainer: up to 2 for singles, about 7 for chains, above 9 for what hardly anybody solves by hand. Sukaku Explainer’s has more techniques; HoDoKu’s has levels and points. The path says what each step is worth.'],
    ['Check', 'Whether there is exactly one solution, whether a clue could be left out, what you entered wrongly, how many solutions there are, and which marks occur in one.'],
    ['Make', 'A new puzzle with the symmetry, the pattern, the difficulty or the techniques that you choose. Its ID makes it again.'],
    ['Lists', 'Files with up to a million puzzles are solved or rated here, sorted, filtered and saved.'],
    ['Watch', 'The search of three backtrackers step by step, and what each takes on this puzzle.'],
    ['What is kept', 'The board with its history stays in this browser, also when it is closed. A link holds the puzzle in the part of the address that browsers do not send.'],
    ['Beyond the page', 'The same engine is a program, “sudoku”, a library for Rust and a package for Python. “sudoku --help” lists what the program can do; README.md and the folder docs, which come with its source, describe everything.'],
  ] as [string, string][],
  keysTitle: 'Keys', keptBoards: 'Boards kept here', keptNone: 'No other board is kept.', about: 'About',
  aboutText: (version: string): string => `Version ${version}. Everything happens in this page: nothing is sent anywhere.`,
  keys: [
    ['Arrows', 'move; with Ctrl a box, with Shift extend'],
    ['1–9', 'write a digit; Shift corner mark, Ctrl centre mark'],
    ['0 Del Backspace', 'erase'],
    ['Z X C V', 'value, corner, centre, colour'],
    ['Ctrl+Z, Ctrl+Y', 'undo, redo'],
    ['F', 'fill candidates'],
    ['H, Enter', 'hint: the next press; Enter does it'],
    ['N, B', 'next or previous branch, line of a net, or step'],
    ['P', 'the path'],
    ['K', 'check'],
    ['Esc', 'close the hint'],
    ['?', 'these keys'],
  ] as [string, string][],
};

export type Words = typeof en;
