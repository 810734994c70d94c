/** An exercise: a position just before a step of a technique. The player marks the effect, and the engine checks it. */

import { bit } from '../../board';
import { button, h, refill, setText } from '../../draw/dom';
import { NOTHING } from '../../draw/step';
import { question, Stopped } from '../../engine';
import { newSeed } from '../../games';
import type { ExampleData, LessonReply, Role, StepData } from '../../replies';
import type { App } from '../app';
import { LessonBoard, positionOf } from './board';
import type { Lessons } from './en';

/** The meaning of a digit that is pressed. */
type Mode = 'place' | 'remove';
type Pair = [cell: number, digit: number];

const ROLES: Record<Mode, Role> = { place: 'placed', remove: 'out' };

/** The time limit for making a puzzle, in milliseconds. After it, the exercise uses a prepared puzzle. */
const PATIENCE = 4_000;

const keyOf = ([cell, digit]: Pair): number => cell * 10 + digit;
const pairOf = (key: number): Pair => [Math.floor(key / 10), key % 10];

export class Exercise {
  readonly element = h('section', { class: 'lesson-part exercise' });
  private readonly board: LessonBoard;
  private readonly aim = h('p', {});
  private readonly verdict = h('p', { class: 'verdict', role: 'status' });
  private readonly pad = h('div', {});
  private readonly buttons = h('div', { class: 'row-of' });
  private example: ExampleData | undefined;
  private mode: Mode = 'remove';
  /** The changes that are marked, by `cell * 10 + digit`. */
  private readonly marked = new Map<number, Mode>();
  /** True if the step is visible: the exercise is over. */
  private isOver = false;
  private asked = 0;

  constructor(
    private readonly app: App,
    private readonly lessons: Lessons,
    private readonly lesson: LessonReply,
    private number: number,
    private readonly solved: () => void,
  ) {
    const { words } = app;
    this.board = new LessonBoard(words, lessons.exerciseBoard(lesson.title));
    this.board.press = (digit) => (digit === 0 ? void this.check() : this.mark(digit));
    this.board.also = (cell) =>
      [...this.marked]
        .filter(([key]) => pairOf(key)[0] === cell)
        .map(([key, mode]) => lessons.marked[mode](pairOf(key)[1]))
        .join('');
    this.element.append(
      this.board.element,
      h(
        'div',
        {},
        h('h3', {}, lessons.exercise),
        this.aim,
        this.pad,
        this.buttons,
        this.verdict,
        this.board.card.element,
      ),
    );
  }

  /** Ends the search for a puzzle. */
  leave(): void {
    this.asked++;
  }

  /** Finds a position and shows it. Until then, the player cannot mark or check. */
  async start(): Promise<void> {
    const { lessons, lesson } = this;
    const ticket = ++this.asked;
    this.example = undefined;
    setText(this.verdict, this.number < lesson.prepared ? '' : lessons.making);
    try {
      const example = await this.find();
      if (ticket !== this.asked || !example) return;
      this.example = example;
      this.mode = example.step.placements.length > 0 ? 'place' : 'remove';
      this.isOver = false;
      this.marked.clear();
      this.board.load(positionOf(example));
      this.board.card.element.replaceChildren();
      this.aim.hidden = false;
      setText(this.aim, lessons.aim[this.mode](lesson.title));
      this.tell('');
      this.render();
    } catch (why) {
      if (ticket !== this.asked) return;
      this.tell('');
      this.app.failed(why);
    }
  }

  /** Returns a prepared position, or a new one after the last. */
  private async find(): Promise<ExampleData | null> {
    const { app, lesson, number } = this;
    const { name, scale } = lesson;
    const asked = { technique: name, language: app.words.code };
    if (number >= lesson.prepared) {
      const request = { seed: newSeed(), number: 0, symmetry: 'none', scale, with: lesson.with, needs: [name] };
      const around = { before: ['singles'], after: ['singles'] };
      const end = Date.now() + PATIENCE;
      try {
        const { puzzle } = await app.slow.generate({ ...request, ...around }, () => Date.now() < end);
        const { example } = await app.quick.ask('lesson', { ...asked, puzzle });
        if (example) return example;
      } catch (why) {
        if (!(why instanceof Stopped)) throw why;
      }
    }
    return (await app.quick.ask('lesson', { ...asked, number })).example;
  }

  /** Marks a digit in the selected cells, or removes the mark. */
  private mark(digit: number): void {
    if (this.isOver || !this.example) return;
    const { marked, mode } = this;
    const { position, selected } = this.board.state;
    const { values, corner } = position;
    const cells = selected.filter((cell) => !values[cell] && corner[cell]! & bit(digit));
    const keys = cells.map((cell) => keyOf([cell, digit]));
    const isOn = keys.some((key) => marked.get(key) !== mode);
    for (const key of keys) {
      if (!isOn) marked.delete(key);
      else {
        const [cell] = pairOf(key);
        // A cell can have only one placed digit.
        if (mode === 'place') for (const other of marked.keys()) if (pairOf(other)[0] === cell) marked.delete(other);
        marked.set(key, mode);
      }
    }
    this.tell(keys.length > 0 ? '' : this.lessons.nothing);
    this.draw();
  }

  private draw(): void {
    const roles = new Map([...this.marked].map(([key, mode]) => [key, ROLES[mode]]));
    this.board.setLook({ overlay: roles.size > 0 ? { ...NOTHING, roles } : NOTHING, strong: [] });
  }

  /** Shows the result and scrolls to it. */
  private tell(words: string): void {
    setText(this.verdict, words);
    if (words !== '') this.verdict.scrollIntoView({ block: 'nearest' });
  }

  private claims(pairs: readonly (readonly number[])[], isPlaced: (pair: Pair) => boolean): string {
    const { words } = this.app;
    return words.list(pairs.map(([cell, digit]) => words.claim([cell!], digit!, isPlaced([cell!, digit!]))));
  }

  private async check(): Promise<void> {
    const { app, lessons, marked } = this;
    if (this.isOver || !this.example) return;
    if (marked.size === 0) return this.tell(lessons.nothing);
    const pairs = (wanted: Mode) => [...marked].filter(([, mode]) => mode === wanted).map(([key]) => pairOf(key));
    const ticket = ++this.asked;
    this.tell(app.words.working);
    try {
      const reply = await app.slow.ask('grade', {
        technique: this.lesson.name,
        language: app.words.code,
        ...question(this.board.state),
        place: pairs('place'),
        remove: pairs('remove'),
      });
      if (ticket !== this.asked) return;
      const bad = this.claims(reply.bad, (pair) => marked.get(keyOf(pair)) === 'place');
      if (reply.verdict === 'right' && reply.step) {
        const rest = this.claims(reply.rest, () => reply.step!.placements.length > 0);
        this.end(reply.step, lessons.right(rest));
        this.solved();
      } else if (reply.verdict === 'wrong') this.tell(lessons.wrong(bad));
      else this.tell(reply.exact ? lessons.unproved(bad) : lessons.undecided(bad));
    } catch (why) {
      if (ticket !== this.asked) return;
      this.tell('');
      app.failed(why);
    }
  }

  /** Shows the step with its proof. */
  private end(step: StepData, words: string): void {
    this.asked++;
    this.isOver = true;
    this.marked.clear();
    this.board.card.show(step, 3);
    this.aim.hidden = true;
    this.render();
    this.tell(words);
    // On a low screen, the result matters more than the whole board.
    const effect = this.board.card.element.querySelector('.effect');
    for (const part of [this.board.element, effect]) part?.scrollIntoView({ block: 'nearest' });
  }

  private render(): void {
    const { lessons, mode, isOver } = this;
    const modes = (['place', 'remove'] as const).map((each) =>
      button(
        lessons.modes[each],
        () => {
          this.mode = each;
          this.render();
        },
        { 'aria-pressed': String(each === mode) },
      ),
    );
    const digits = Array.from({ length: 9 }, (_, at) => button(String(at + 1), () => this.mark(at + 1)));
    this.pad.hidden = isOver;
    refill(
      this.pad,
      h('div', { class: 'row-of', role: 'group', 'aria-label': lessons.mode }, ...modes),
      h('div', { class: 'lesson-digits', role: 'group', 'aria-label': lessons.digits }, ...digits),
    );
    const next = button(
      lessons.next,
      () => {
        this.number++;
        void this.start();
      },
      { class: isOver ? 'main' : '' },
    );
    const now = [
      button(lessons.check, () => void this.check(), { class: 'main' }),
      button(lessons.clear, () => {
        this.marked.clear();
        this.draw();
      }),
      button(lessons.showMe, () => this.example && this.end(this.example.step, lessons.shown)),
    ];
    // The buttons are replaced, so a focus on one of them goes to the first new one.
    const hadFocus = this.buttons.contains(document.activeElement);
    refill(this.buttons, ...(isOver ? [] : now), next);
    if (hadFocus) this.buttons.querySelector('button')?.focus({ preventScroll: true });
  }
}
