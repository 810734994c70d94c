/** Hints in four presses: the name of the step, the place, the proof, and the application. */

import { HOUSES, isBlank, isFull } from '../board';
import { button, choice, h, refill, s } from '../draw/dom';
import { SIGNS } from '../draw/shapes';
import {
  type Branch,
  branches,
  claimKey,
  isNet,
  legendOf,
  linksOf,
  NOTHING,
  type Overlay,
  where,
  whole,
} from '../draw/step';
import { question, type Scale } from '../engine';
import type { ProofLine, StepData, Token, WrongEntry } from '../replies';
import { isLinked, type LinkedStep, techniqueOf } from '../share';
import { effectOf, ending, ratingOf, tokenText, type Words } from '../text';
import type { App, Look, Panel } from './app';
import { takeButtons } from './take';

/** Returns words with cells in the language of the page. The letters of the drawing follow the claims. */
function tokens(words: Words, all: readonly Token[], overlay: Overlay): (Node | string)[] {
  return all.map((token) => {
    if (token.kind === 'claim') {
      const letter =
        overlay.links.length > 0 ? overlay.nodes.find((node) => node.key === claimKey(token.claim))?.letter : undefined;
      return h('b', {}, tokenText(words, token), letter !== undefined && h('sup', {}, letter));
    }
    const text = tokenText(words, token);
    return token.kind === 'cells' ? h('b', {}, text) : text;
  });
}

/** A line of a proof with the links between its claims. */
interface Linked {
  item: HTMLElement;
  links: readonly number[];
}

/** Returns the lines of a proof, with inner proofs under their line. Adds the lines with links to `linked`. */
function proofList(app: CardApp, lines: readonly ProofLine[], overlay: Overlay, linked: Linked[]): HTMLElement {
  const list = h('ol', { class: 'proof' });
  for (const line of lines) {
    const links = linksOf(line, overlay);
    const item = h(
      'li',
      { class: `level${Math.min(line.level, 3)}`, ...(links.length > 0 && { tabindex: 0 }) },
      h('span', { class: 'number' }, line.number),
      h('span', {}, ...tokens(app.words, line.words.tokens, overlay)),
      line.inner.length > 0 && proofList(app, line.inner, overlay, linked),
    );
    if (links.length > 0) {
      linked.push({ item, links });
      follow(app, item, links);
    }
    list.append(item);
  }
  return list;
}

/** Highlights the links of a line under the pointer. A tap keeps the highlight, and a second tap removes it. */
function follow(app: CardApp, item: HTMLElement, links: readonly number[]): void {
  let isKept = false;
  const show = () => app.setLook({ strong: links });
  const hide = () => app.setLook({ strong: [] });
  const isMouse = (event: PointerEvent) => event.pointerType === 'mouse';
  item.addEventListener('pointerenter', (event) => {
    if (isMouse(event)) show();
  });
  item.addEventListener('pointerleave', (event) => {
    if (isMouse(event) && !isKept) hide();
  });
  item.addEventListener('focus', show);
  item.addEventListener('blur', () => {
    isKept = false;
    hide();
  });
  item.addEventListener('click', (event) => {
    event.stopPropagation();
    isKept = !isKept;
    if (isKept) show();
    else item.blur();
  });
}

/** The meaning of the marks of a drawing. */
function legend(words: Words, step: StepData, overlay: Overlay): HTMLElement | undefined {
  const entries: { mark: string; words: string }[] = legendOf(step, overlay);
  if (overlay.same > 0) entries.push({ mark: 'same', words: words.sameDigit });
  if (overlay.exclusions.length > 0) entries.push({ mark: 'exclusion', words: words.exclusion });
  if (entries.length === 0) return undefined;
  const list = h('dl', { class: 'legend' });
  for (const { mark, words } of entries) {
    const sign = s('svg', { viewBox: '0 0 28 22', 'aria-hidden': 'true' }, ...SIGNS[mark]!());
    list.append(h('dt', {}, sign), h('dd', {}, words));
  }
  return list;
}

/** The part of the page that a card uses: its words, and the board on which it draws. */
export type CardApp = Pick<App, 'words'> & { setLook(look: Pick<Partial<Look>, 'overlay' | 'strong'>): void };

/** A step in words, and its drawing on the board. Hints, the path and lessons use this card. */
export class StepCard {
  readonly element = h('div', { class: 'step-card' });
  private branch = -1;
  private all: Branch[] = [];
  private overlay: Overlay = NOTHING;
  private linked: Linked[] = [];
  private strong: readonly number[] = [];

  constructor(
    private readonly app: CardApp,
    /** Returns the buttons to copy, share, save and print the step, or nothing for a card without them. */
    private readonly take?: (step: StepData, card: HTMLElement, overlay: () => Overlay) => HTMLElement,
  ) {}

  /** Marks the lines of the links that are highlighted on the board, and scrolls to the first of them. */
  mark(strong: readonly number[]): void {
    if (strong === this.strong) return;
    this.strong = strong;
    const on = this.linked.filter(({ item, links }) =>
      item.classList.toggle(
        'on',
        links.some((link) => strong.includes(link)),
      ),
    );
    if (!this.element.contains(document.activeElement)) on[0]?.item.scrollIntoView({ block: 'nearest' });
  }

  /** Shows a step to a depth: 1 is its name, 2 where to look, 3 all of it. */
  show(step: StepData, depth: number, tags: readonly string[] = []): void {
    this.branch = -1;
    this.all = depth >= 3 && step.explanation ? branches(step.explanation) : [];
    if (this.all.length > 0) this.branch = 0;
    this.render(step, depth, tags);
  }

  /** Goes to another branch or chain line; returns false if no other exists. */
  turn(step: StepData, by: number, tags: readonly string[] = []): boolean {
    if (isNet(this.overlay)) {
      const now = this.linked.findIndex(({ links }) => links === this.strong);
      const next = this.linked[now < 0 && by < 0 ? -1 : now + by];
      if (next) {
        this.app.setLook({ strong: next.links });
        return true;
      }
    }
    const next = this.branch + by;
    if (this.all.length === 0 || next < 0 || next > this.all.length) return false;
    this.branch = next;
    this.render(step, 3, tags);
    return true;
  }

  private render(step: StepData, depth: number, tags: readonly string[]): void {
    const { app } = this;
    const { words } = app;
    const branch = this.all[this.branch];
    this.overlay = depth < 2 ? NOTHING : depth === 2 ? where(step) : whole(step, branch);
    const { explanation } = step;
    this.linked = [];
    // The result comes first, and stays visible while the reasons scroll.
    const head = h(
      'div',
      { class: 'card-head' },
      h('h2', {}, step.title),
      h('p', { class: 'tags' }, ...tags.map((tag) => h('span', {}, tag))),
      depth >= 3 && h('p', { class: 'effect' }, words.result(effectOf(words, step))),
    );
    const parts: (Node | undefined)[] = [head];
    if (depth === 2) {
      const cells = [...new Set([...this.overlay.groups, ...(this.overlay.groups.size ? [] : this.overlay.houses)])];
      const names = cells.sort((a, b) => a - b).join();
      const house = HOUSES.findIndex((all) => all.join() === names);
      parts.push(h('p', {}, words.lookAt(cells, house)));
      if (explanation) parts.push(h('p', { class: 'soft' }, explanation.meaning));
      parts.push(h('p', {}, h('a', { href: `#learn=${techniqueOf(step)}` }, words.lessonLink(step.title))));
      parts.push(legend(words, step, this.overlay));
    }
    if (depth >= 3) {
      if (explanation) {
        parts.push(h('p', { class: 'notation' }, ...tokens(words, explanation.place.tokens, NOTHING)));
        if (this.all.length > 0) parts.push(this.branchBar(step, tags));
        if (isNet(this.overlay)) parts.push(h('p', { class: 'note' }, words.net));
        parts.push(
          proofList(
            app,
            branch ? this.linesOf(branch, explanation.proof) : explanation.proof,
            this.overlay,
            this.linked,
          ),
        );
      }
      if (step.unproved !== null) parts.push(h('p', { class: 'note' }, step.unproved));
      parts.push(
        legend(words, step, this.overlay),
        this.take?.(step, this.element, () => this.overlay),
      );
    }
    this.element.replaceChildren(...parts.filter((part): part is Node => part !== undefined));
    app.setLook({ overlay: this.overlay, strong: [] });
  }

  /** The lines of a branch, between the lines that all branches share. */
  private linesOf(branch: Branch, proof: readonly ProofLine[]): ProofLine[] {
    return proof.filter((line) => line.level === 0 || branch.lines.includes(line));
  }

  private branchBar(step: StepData, tags: readonly string[]): HTMLElement {
    const { words } = this.app;
    const at = this.all[this.branch];
    const label = at
      ? words.branch(this.branch + 1, this.all.length, words.claim(at.claim.cells, at.claim.digit, at.claim.on))
      : words.allBranches;
    const turn = (by: number) => () => {
      this.turn(step, by, tags);
      this.element.querySelector<HTMLElement>(by < 0 ? '.before' : '.after')?.focus();
    };
    return h(
      'div',
      { class: 'row-of branch-bar' },
      button('‹', turn(-1), { class: 'before', 'aria-label': words.back, disabled: this.branch <= 0 }),
      h('span', { 'aria-live': 'polite' }, label),
      button('›', turn(1), { class: 'after', 'aria-label': words.next, disabled: this.branch >= this.all.length }),
    );
  }
}

/** The time after which the panel says that it is working, in milliseconds. */
const LATE = 300;

export class HintPanel implements Panel {
  readonly element = h('div', { class: 'panel hint' });
  private readonly card: StepCard;
  private step: StepData | undefined;
  private all: StepData[] | undefined;
  private depth = 0;
  private note = '';
  private asked = 0;
  /** The number of the pending hint, and the number of presses since its request. */
  private awaited = -1;
  private ahead = 0;

  constructor(private readonly app: App) {
    this.card = new StepCard(app, (...of) => takeButtons(app, ...of));
    this.render();
  }

  /** Handles the next press. */
  async press(): Promise<void> {
    const { app } = this;
    if (this.step) {
      if (this.depth >= 3) this.apply();
      else this.show(this.step, this.depth + 1);
      return;
    }
    if (isFull(app.state.position)) return this.tell(app.words.boardFull);
    if (isBlank(app.state.position)) return this.tell(app.words.emptyBoard);
    // Another request would restart the wait.
    if (this.awaited === this.asked) {
      this.ahead++;
      return;
    }
    const ticket = ++this.asked;
    this.awaited = ticket;
    this.ahead = 0;
    const late = setTimeout(() => ticket === this.asked && this.tell(app.words.working), LATE);
    try {
      const reply = await app.quick.ask('hint', {
        ...question(app.state),
        scale: app.settings.scale,
        language: app.words.code,
      });
      if (ticket !== this.asked) return;
      const [step] = reply.steps;
      if (reply.wrong.length > 0) {
        this.tellWrong(reply.wrong);
      } else if (step) {
        // Presses during the wait show more of the step, but do not apply it before it is visible.
        this.show(step, Math.min(1 + this.ahead, 3));
      } else {
        await this.search(ticket);
      }
    } catch (why) {
      if (ticket === this.asked) this.tell('');
      app.failed(why);
    } finally {
      clearTimeout(late);
      if (this.awaited === ticket) this.awaited = -1;
    }
  }

  /** Shows the step of a link on the board of the link. */
  async open(link: LinkedStep): Promise<void> {
    const { app } = this;
    const ticket = ++this.asked;
    const asked = { ...question(app.state), scale: link.scale, language: app.words.code };
    this.tell(app.words.working);
    try {
      // Most links name the first step of their board. The search for it is much faster than the search for all steps.
      for (const more of [{}, { limit: 1000 }]) {
        const { steps } =
          'limit' in more ? await app.slow.ask('all_steps', { ...asked, ...more }) : await app.quick.ask('hint', asked);
        if (ticket !== this.asked) return;
        const step = steps.find((each) => isLinked(link, each));
        if (step) return this.show(step, 3);
      }
      this.tell(app.words.stepGone);
    } catch (why) {
      if (ticket !== this.asked) return;
      this.tell('');
      app.failed(why);
    }
  }

  private tellWrong(wrong: readonly WrongEntry[]): void {
    const { app } = this;
    const { words } = app;
    const values = wrong.filter(({ value }) => value).map(({ cell }) => cell);
    const marks = wrong.filter(({ value }) => !value).map(({ cell, digit }) => words.claim([cell], digit, true));
    this.tell(
      [
        values.length > 0 ? words.wrongValues(values) : '',
        marks.length > 0 ? words.wrongMarks(marks) : '',
        words.noHintFromThere,
      ]
        .filter((part) => part !== '')
        .join(' '),
    );
    app.setLook({
      wrong: new Set(values),
      differ: new Set(wrong.filter(({ value }) => !value).map(({ cell }) => cell)),
    });
  }

  /** Shows the result of a search that finds no step. */
  private async search(ticket: number): Promise<void> {
    const { app } = this;
    const { solutions, solution } = await app.quick.ask('check', question(app.state));
    if (ticket !== this.asked) return;
    const { values } = app.state.position;
    const cell = values.findIndex((value) => !value);
    if (solutions === 1 && solution) this.tell(app.words.noStepBut(cell, Number(solution[cell])));
    else this.tell(solutions === 0 ? app.words.noSolution : app.words.noStep);
  }

  private show(step: StepData, depth: number): void {
    if (step !== this.step) this.app.help('hint');
    this.step = step;
    this.depth = depth;
    this.note = '';
    this.card.show(step, depth, this.tags());
    this.render();
    this.app.say(`${step.title}. ${depth >= 3 ? this.app.words.result(effectOf(this.app.words, step)) : ''}`, true);
  }

  private tags(): string[] {
    const { words } = this.app;
    const { step } = this;
    if (!step) return [];
    const { placements, eliminations } = step;
    return [
      `${words.scaleShort[step.scale] ?? step.scale} ${ratingOf(step)}`,
      placements.length > 0 ? words.places(placements.length) : '',
      eliminations.length > 0 ? words.removes(eliminations.length) : '',
    ].filter((tag) => tag !== '');
  }

  /** Applies the step as one move. */
  apply(): void {
    const { step, app } = this;
    if (!step) return;
    const effect = effectOf(app.words, step);
    this.close();
    app.dispatch({ type: 'step', place: step.placements, remove: step.eliminations });
    // The last step ends the game, which has its own message.
    if (!isFull(app.state.position)) this.tell(app.words.hintDone(effect));
  }

  private tell(note: string): void {
    this.note = note;
    this.app.say(note, true);
    this.render();
  }

  /** Closes the step. If the list of all steps was open, returns to the list first. */
  private back(): void {
    const { all, step } = this;
    this.close();
    if (!all || !step) return;
    this.all = all;
    this.render();
  }

  close(): void {
    this.asked++;
    this.step = undefined;
    this.all = undefined;
    this.depth = 0;
    this.note = '';
    this.app.setLook({ overlay: NOTHING, strong: [], wrong: new Set() });
    this.render();
  }

  /** Lists every step of the position, the easiest first. */
  private async showAll(): Promise<void> {
    const { app } = this;
    if (isBlank(app.state.position)) return this.tell(app.words.emptyBoard);
    this.close();
    const ticket = ++this.asked;
    this.note = app.words.working;
    this.render();
    try {
      const reply = await app.slow.ask('all_steps', {
        ...question(app.state),
        scale: app.settings.scale,
        language: app.words.code,
        limit: 300,
      });
      if (ticket !== this.asked) return;
      const { steps, wrong, end } = reply;
      if (wrong.length > 0) return this.tellWrong(wrong);
      this.all = steps;
      this.note = steps.length === 0 ? ending(app.words, end) || app.words.noStep : '';
      this.render();
    } catch (why) {
      this.note = '';
      this.render();
      app.failed(why);
    }
  }

  private allList(steps: readonly StepData[]): HTMLElement {
    const { words } = this.app;
    const outcomes = new Map<string, StepData[]>();
    for (const step of steps) {
      const effect = effectOf(words, step);
      outcomes.set(effect, [...(outcomes.get(effect) ?? []), step]);
    }
    const list = h('ul', { class: 'outcomes' });
    for (const [effect, ways] of outcomes) {
      const first = ways[0]!;
      const inner = h(
        'ul',
        {},
        ...ways.map((step) =>
          h(
            'li',
            {},
            button(`${ratingOf(step)} ${step.title}`, () => this.show(step, 3), { class: 'plain' }),
          ),
        ),
      );
      list.append(
        h(
          'li',
          {},
          h(
            'details',
            {},
            h(
              'summary',
              {},
              h('b', {}, effect),
              h(
                'span',
                { class: 'soft' },
                ` ${ratingOf(first)} ${first.title}${ways.length > 1 ? ` · ${words.ways(ways.length)}` : ''}`,
              ),
            ),
            inner,
          ),
        ),
      );
    }
    return h('div', {}, h('p', { class: 'soft' }, words.allStepsCount(steps.length, outcomes.size)), list);
  }

  private render(): void {
    const { words, settings } = this.app;
    const label = [words.hint, words.hintWhere, words.hintWhy, words.hintDo][this.depth] ?? words.hintDo;
    const buttons = h(
      'div',
      { class: 'row-of' },
      button(label, () => void this.press(), { class: 'main', id: 'hint-next' }),
      this.step && this.depth < 3 && button(words.hintDo, () => this.apply()),
      this.step && button(words.close, () => this.back()),
    );
    // The buttons come first, so they do not move when the text below them changes.
    const parts: (Node | false | undefined)[] = [
      buttons,
      this.step && this.card.element,
      this.note !== '' && h('p', { class: 'note' }, this.note),
      !this.step && this.note === '' && !this.all && h('p', { class: 'soft' }, words.hintIntro),
      !this.step && this.all && this.allList(this.all),
      !this.step &&
        h(
          'div',
          { class: 'row-of' },
          choice(words.scale, Object.entries(words.scales), settings.scale, (scale) =>
            this.app.setSettings({ scale: scale as Scale }),
          ),
          button(words.allSteps, () => void this.showAll()),
        ),
    ];
    refill(this.element, ...parts.filter((part): part is Node => part instanceof Node));
  }

  key(key: string): boolean {
    if (key === 'h') void this.press();
    else if (key === 'Enter' && this.step) this.apply();
    else if (key === 'Escape' && (this.step || this.all)) this.back();
    else if (key === 'n' && this.step) {
      if (this.depth < 3) void this.press();
      else return this.card.turn(this.step, 1, this.tags());
    } else if (key === 'b' && this.step) {
      if (!(this.depth >= 3 && this.card.turn(this.step, -1, this.tags())) && this.depth > 1)
        this.show(this.step, this.depth - 1);
    } else return false;
    return true;
  }

  moved(): void {
    this.asked++;
    if (this.step || this.all || this.note) this.close();
  }

  leave(): void {
    if (this.step) this.close();
  }

  update(): void {
    if (!this.step && !this.all && !this.note) this.render();
    this.card.mark(this.app.look.strong);
  }
}
