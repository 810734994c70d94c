/** Lists of puzzles, up to a million: read in slices, answered in several workers, filtered, sorted, saved. */

import { button, choice, h } from '../draw/dom';
import { type Engine, Stopped } from '../engine';
import { save } from '../share';
import type { App, Panel } from './app';

/** The number of bytes that are read at a time. */
const SLICE = 1 << 20;
/** The maximum length of a puzzle line. */
const LONGEST = 100_000;
/** The maximum number of puzzles. The page reports that it skipped the rest of a file. */
const MOST = 1_000_000;
/** The number of lines that a worker gets at a time. Solving is fast and rating is slow. */
const PORTIONS = [2048, 32, 32, 64];
const ROW = 44;
/** The maximum height that browsers scroll, in pixels. */
const TALLEST = 8_000_000;

/** A sample list: puzzles from easy to very hard, and one with 17 clues. */
const SAMPLE = `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
..9..43..7..2.......8.7....5...3..2..6........1..97584..5.298....6......4...1...7
000000010400000000020000000000050407008000300001090000300400200050100000000806000
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
`;

/** A part of the list, by the place of its first puzzle. */
interface Portion {
  first: number;
  lines: string[];
}

export class ListsPanel implements Panel {
  readonly element = h('div', { class: 'panel' });
  private file: Blob | undefined;
  private name = '';
  /** The task for the next list, and the task of the current one. */
  private wanted = 0;
  private task = 0;
  private puzzles: string[] = [];
  private answers: string[] = [];
  /** The first number of each answer (a rating or the solutions) and the second (guesses or a score). */
  private numbers: [Float64Array, Float64Array] = [new Float64Array(0), new Float64Array(0)];
  private kept: Uint32Array = new Uint32Array(0);
  private done = 0;
  private unread = 0;
  private isCut = false;
  private engines: Engine[] = [];
  private readonly sorter: Engine;
  /** The number of the current list. Answers to a stopped or replaced list are ignored. */
  private running: AbortController | undefined;
  /** The number of the latest request for an order. */
  private ticket = 0;
  private show: 'all' | 'proper' | 'improper' | 'bad' = 'all';
  private sort: { column: number; descending: boolean } = { column: -1, descending: false };
  private readonly input: HTMLInputElement;
  private readonly status = h('p', { role: 'status' });
  private readonly bar = h('progress', { max: 1, value: 0, hidden: true });
  private readonly rows = h('div', { class: 'rows', tabindex: 0, role: 'region', scroll: () => this.draw() });
  private readonly body = h('tbody');
  private readonly about: HTMLElement;
  private readonly controls = h('div', { class: 'row-of' });
  private readonly start: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly what = h('p', { class: 'chosen-file' });
  private readonly least = h('input', { type: 'number', step: 0.1, change: () => void this.filter() });
  private readonly most = h('input', { type: 'number', step: 0.1, change: () => void this.filter() });

  constructor(private readonly app: App) {
    const { words } = app;
    this.sorter = app.worker();
    this.input = h('input', {
      type: 'file',
      hidden: true,
      'aria-label': words.listsOpen,
      change: () => {
        const file = this.input.files?.[0];
        if (file) this.take(file);
      },
    });
    this.start = button(words.listsStart, () => void this.run(), { class: 'main', disabled: true });
    this.stop = button(words.stop, () => this.halt(), { hidden: true });
    this.rows.setAttribute('aria-label', words.nav.lists);
    this.least.setAttribute('aria-label', words.listsAtLeast);
    this.most.setAttribute('aria-label', words.listsAtMost);
    this.bar.setAttribute('aria-label', words.working);
    this.about = h('p', { class: 'soft' }, words.listsAbout);
    this.element.append(
      h('h2', {}, words.nav.lists),
      h(
        'div',
        { class: 'drop' },
        h('p', {}, words.listsIntro),
        button(words.listsOpen, () => this.input.click()),
        ' ',
        button(words.listsSample, () => this.take(new File([SAMPLE], 'sample.txt'))),
        this.input,
        this.what,
      ),
      h(
        'div',
        { class: 'row-of' },
        choice(
          words.listsWhat,
          words.listsTasks.map((task, at) => [String(at), task] as const),
          '0',
          (task) => {
            this.wanted = Number(task);
          },
        ),
        this.start,
        this.stop,
      ),
      this.about,
      this.bar,
      this.status,
      this.controls,
      this.rows,
    );
    this.rows.hidden = true;
  }

  /** Takes a file or pasted text. */
  take(file: Blob & { name?: string }): void {
    this.halt();
    this.file = file;
    this.name = (file.name ?? 'pasted').replace(/\.[a-z0-9]+$/i, '');
    const size = file.size < 1e6 ? `${Math.ceil(file.size / 1e3)} KB` : `${(file.size / 1e6).toFixed(1)} MB`;
    this.what.textContent = `${file.name ?? ''} ${size}`;
    this.start.disabled = false;
    this.start.focus();
  }

  /** Yields the lines with puzzles, one slice of the file at a time. The engine reads other formats. */
  private async *slices(file: Blob, signal: AbortSignal): AsyncGenerator<string[]> {
    const decoder = new TextDecoder();
    let rest = '';
    let form: 'lines' | 'table' | 'blocks' | undefined;
    let header = '';
    for (let at = 0; at < file.size; at += SLICE) {
      const isLast = at + SLICE >= file.size;
      const bytes = await file.slice(at, at + SLICE).arrayBuffer();
      if (signal.aborted) return;
      const text = rest + decoder.decode(bytes, { stream: !isLast });
      if (form === undefined) {
        const head = text.slice(0, 60_000);
        const { format } = await this.app.quick.ask('read', { text: head });
        if (signal.aborted) return;
        const isTable = format === 'csv' || format === 'tsv';
        form =
          !format || format === 'line' || format === 'sdm'
            ? 'lines'
            : isTable || format === 'jsonl'
              ? 'table'
              : 'blocks';
        if (isTable) header = `${text.slice(0, text.indexOf('\n'))}\n`;
      }
      // A part ends at a line's end, and between puzzles of several lines at a blank line.
      const end = isLast ? text.length : text.lastIndexOf(form === 'blocks' ? '\n\n' : '\n');
      const part = end < 0 ? '' : text.slice(0, end);
      rest = end < 0 ? text : text.slice(end);
      if (rest.length > LONGEST && form !== 'blocks') {
        rest = '';
        this.unread += 1;
      }
      if (form === 'lines') yield this.linesOf(part);
      else yield* this.readParts(part, at === 0 ? '' : header, form === 'table', signal);
    }
  }

  /** Returns the lines that may be puzzles: not blank, not comments, and not longer than any puzzle. */
  private linesOf(text: string): string[] {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'));
    const found = lines.filter((line) => line.length <= LONGEST);
    this.unread += lines.length - found.length;
    return found;
  }

  /** Yields puzzles in other formats, at most a thousand at a time. */
  private async *readParts(
    text: string,
    header: string,
    isTable: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<string[]> {
    const lines = text.split('\n');
    const first = isTable && header === '' ? `${lines[0]}\n` : header;
    const size = isTable ? 900 : lines.length;
    for (let at = 0; at < lines.length; at += size) {
      const part = lines.slice(at, at + size).join('\n');
      const head = at === 0 && header === '' ? '' : isTable ? first : '';
      const { puzzles, complaints } = await this.app.quick.ask('read', { text: head + part });
      if (signal.aborted) return;
      this.unread += complaints.length;
      yield puzzles.map(({ puzzle }) => puzzle);
    }
  }

  private async *portions(file: Blob, size: number, signal: AbortSignal): AsyncGenerator<Portion> {
    for await (const lines of this.slices(file, signal)) {
      for (let at = 0; at < lines.length && this.puzzles.length < MOST; at += size) {
        if (signal.aborted) return;
        const part = lines.slice(at, at + size);
        const first = this.puzzles.length;
        for (const line of part) this.puzzles.push(line.slice(0, 81));
        yield { first, lines: part };
      }
      if (this.puzzles.length >= MOST) {
        this.isCut = true;
        return;
      }
    }
  }

  private async run(): Promise<void> {
    const { file, app, wanted: task } = this;
    const { words } = app;
    if (!file) return;
    this.halt();
    const running = new AbortController();
    const { signal } = running;
    this.running = running;
    this.task = task;
    this.ticket++;
    this.start.disabled = true;
    this.about.hidden = true;
    this.puzzles = [];
    this.answers = [];
    this.numbers = [new Float64Array(1024), new Float64Array(1024)];
    [this.done, this.unread, this.isCut] = [0, 0, false];
    this.sort = { column: -1, descending: false };
    this.kept = new Uint32Array(0);
    this.show = 'all';
    this.stop.hidden = false;
    this.bar.hidden = false;
    this.rows.hidden = true;
    this.controls.replaceChildren();
    this.status.textContent = '';
    app.say('', true);
    const number = Math.min(8, Math.max(1, navigator.hardwareConcurrency || 2));
    this.engines = Array.from({ length: number }, () => app.worker());
    const source = this.portions(file, PORTIONS[task]!, signal);
    const started = performance.now();
    const told = setInterval(() => this.tell(started, file.size), 200);
    try {
      await Promise.all(
        this.engines.map(async (engine) => {
          for (;;) {
            const { value: portion, done } = await source.next();
            if (done || signal.aborted) return;
            const answers = await engine.list(task, portion.lines.join('\n'));
            if (signal.aborted) return;
            this.store(portion, answers);
          }
        }),
      );
    } catch (why) {
      if (!(why instanceof Stopped)) app.failed(why);
    } finally {
      clearInterval(told);
      // If one worker fails, the others have to be stopped.
      running.abort();
      if (this.running === running) {
        this.tell(started, file.size);
        this.end();
        await this.filter();
        app.say(words.listsDone(this.done, this.kept.length), true);
      }
    }
  }

  private tell(started: number, bytes: number): void {
    const { words } = this.app;
    const seconds = (performance.now() - started) / 1000;
    this.bar.value = Math.min(1, (this.done * 82) / bytes);
    this.status.textContent =
      words.listsProgress(this.done, this.puzzles.length, seconds) +
      (this.unread > 0 ? ` · ${words.listsUnread(this.unread)}` : '') +
      (this.isCut ? ` · ${words.listsCut}` : '');
  }

  private store({ first, lines }: Portion, text: string): void {
    const answers = text.split('\n');
    if (this.numbers[0].length < first + lines.length) {
      const size = Math.max(first + lines.length, this.numbers[0].length * 2);
      this.numbers = this.numbers.map((old) => {
        const more = new Float64Array(size);
        more.set(old);
        return more;
      }) as [Float64Array, Float64Array];
    }
    for (let at = 0; at < lines.length; at++) {
      const answer = answers[at] ?? '';
      const parts = answer.split(',');
      const [one, two] =
        this.task === 0 ? [parts[1], parts[2]] : this.task === 3 ? [parts[1], undefined] : [parts[0], parts[1]];
      this.answers[first + at] = answer;
      this.numbers[0][first + at] = one === undefined || one === '' ? NaN : Number(one);
      this.numbers[1][first + at] = two === undefined || two === '' ? NaN : Number(two);
      if (answer === '') this.unread += 1;
    }
    this.done += lines.length;
  }

  private end(): void {
    for (const engine of this.engines) engine.stop();
    this.engines = [];
    this.running = undefined;
    this.start.disabled = false;
    this.stop.hidden = true;
    this.bar.hidden = true;
  }

  private halt(): void {
    if (!this.running) return;
    this.running.abort();
    for (const engine of this.engines) engine.stop();
    this.stop.hidden = true;
  }

  /** Returns the filtered rows in the chosen order. */
  private async filter(): Promise<void> {
    const ticket = ++this.ticket;
    const number = this.puzzles.length;
    const rows = new Uint32Array(number);
    const [least, most] = [this.least.value, this.most.value].map((text) => (text === '' ? undefined : Number(text)));
    let length = 0;
    for (let at = 0; at < number; at++) {
      const one = this.numbers[0][at]!;
      const isBad = Number.isNaN(one) || this.answers[at] === undefined;
      if (this.show === 'bad' && !isBad) continue;
      if (this.show === 'proper' && one !== 1) continue;
      if (this.show === 'improper' && (isBad || one === 1)) continue;
      if (least !== undefined && !(one >= least)) continue;
      if (most !== undefined && !(one <= most)) continue;
      rows[length++] = at;
    }
    let kept: Uint32Array = rows.slice(0, length);
    const { column, descending } = this.sort;
    if (column >= 0) {
      const keys = this.numbers[column]!.subarray(0, number);
      kept = await this.sorter.order(keys, kept, descending);
      if (ticket !== this.ticket) return;
    }
    this.kept = kept;
    this.frame();
  }

  /** The table's head, its filters and the buttons around it. */
  private frame(): void {
    const { words } = this.app;
    const isSolve = this.task === 0;
    const shows = isSolve
      ? ([
          ['all', words.listsAll],
          ['proper', words.listsProper],
          ['improper', words.listsImproper],
          ['bad', words.listsBad],
        ] as const)
      : ([
          ['all', words.listsAll],
          ['bad', words.listsBad],
        ] as const);
    const hadFocus = document.activeElement;
    this.controls.replaceChildren(
      choice(words.listsFilter, shows, this.show, (show) => {
        this.show = show as typeof this.show;
        void this.filter();
      }),
      h(
        'span',
        { class: 'row-of range', hidden: isSolve },
        words.listsAtLeast,
        this.least,
        words.listsAtMost,
        this.most,
      ),
      button(words.listsSave, () => void this.save()),
      h('span', { class: 'soft', 'aria-live': 'polite' }, words.listsDone(this.puzzles.length, this.kept.length)),
    );
    if (hadFocus === this.least || hadFocus === this.most) (hadFocus as HTMLElement).focus();
    const names = isSolve
      ? [words.columns.solutions, words.columns.guesses]
      : [words.columns.rating, words.columns.level];
    const head = h(
      'tr',
      {},
      h(
        'th',
        { scope: 'col' },
        button(words.columns.number, () => this.sortBy(-1)),
      ),
      h(
        'th',
        { scope: 'col' },
        button(words.columns.puzzle, () => this.sortBy(-1)),
      ),
    );
    for (const [at, name] of names.entries()) {
      const column = isSolve || at === 0 ? at : this.task === 3 ? 0 : 1;
      const isOn = this.sort.column === column && (isSolve || at === 0);
      const label = `${isSolve || this.task === 3 ? name : ['ER', 'EP'][at]}${isOn ? (this.sort.descending ? ' ↓' : ' ↑') : ''}`;
      head.append(
        h(
          'th',
          { scope: 'col', 'aria-sort': isOn ? (this.sort.descending ? 'descending' : 'ascending') : 'none' },
          button(label, () => this.sortBy(column)),
        ),
      );
    }
    this.rows.replaceChildren(h('table', {}, h('thead', {}, head), this.body));
    this.rows.hidden = this.puzzles.length === 0;
    this.rows.scrollTop = 0;
    this.draw();
  }

  private sortBy(column: number): void {
    this.sort = { column, descending: this.sort.column === column ? !this.sort.descending : column >= 0 };
    void this.filter();
  }

  /** The visible rows, and empty space for the others. */
  private draw(): void {
    const { words } = this.app;
    const total = this.kept.length;
    const tall = Math.min(TALLEST, total * ROW);
    const seen = Math.ceil((this.rows.clientHeight || 480) / ROW) + 2;
    const room = Math.max(1, tall - this.rows.clientHeight);
    const first = Math.max(
      0,
      Math.min(total - seen + 2, Math.floor((this.rows.scrollTop / room) * Math.max(0, total - seen + 3))),
    );
    const shown = [...this.kept.subarray(first, first + seen)];
    const before = Math.min(this.rows.scrollTop, Math.max(0, tall - shown.length * ROW));
    const space = (height: number) => {
      const room = h('td', { colspan: 4 });
      room.style.height = `${Math.max(0, Math.round(height))}px`;
      return h('tr', { class: 'space', 'aria-hidden': 'true' }, room);
    };
    this.body.replaceChildren(
      space(before),
      ...shown.map((at) => {
        const puzzle = this.puzzles[at]!;
        const [one, two] = this.shownAnswer(this.answers[at] ?? '');
        return h(
          'tr',
          {},
          h('td', {}, (at + 1).toLocaleString(words.code)),
          h(
            'td',
            { class: 'puzzle' },
            button(puzzle, () => this.app.load(puzzle), { class: 'plain', title: words.toBoard }),
          ),
          h('td', {}, one),
          h('td', {}, two),
        );
      }),
      space(tall - before - shown.length * ROW),
    );
  }

  private shownAnswer(answer: string): [string, string] {
    const { words } = this.app;
    const [a = '', b = '', c = ''] = answer.split(',');
    if (this.task === 0) return [b === '2' ? words.twoOrMore : b, c];
    if (this.task === 3) return [b, words.levels[a.toLowerCase()] ?? a];
    return [a, b];
  }

  /** Saves the shown rows in their order, without blocking the page. */
  private async save(): Promise<void> {
    const heads = ['puzzle,solution,solutions,guesses', 'puzzle,er,ep,ed', 'puzzle,er,ep,ed', 'puzzle,level,score'];
    const parts = [new Blob([`${heads[this.task]}\n`])];
    for (let at = 0; at < this.kept.length; at += 5000) {
      const part = this.kept.subarray(at, at + 5000);
      parts.push(new Blob([...part].map((row) => `${this.puzzles[row]},${this.answers[row] ?? ''}\n`)));
      await new Promise((next) => setTimeout(next));
    }
    save(new Blob(parts, { type: 'text/csv' }), `${this.name}-${['solved', 'se', 'sukaku', 'hodoku'][this.task]}.csv`);
  }

  leave(): void {
    this.halt();
  }
}
