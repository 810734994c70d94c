/** The panel of Learn: the rules, the techniques by level, and a lesson on each. */

import { box, column, HOUSES, row } from '../../board';
import { button, choice, h } from '../../draw/dom';
import { NOTHING } from '../../draw/step';
import { messageOf, type Scale, Stopped } from '../../engine';
import { LEVEL_NAMES, levelFor, newSeed } from '../../games';
import type { LessonReply, TechniqueData } from '../../replies';
import * as storage from '../../storage';
import { ratingOf, textOf } from '../../text';
import type { App } from '../app';
import { LessonBoard, positionOf } from './board';
import { printBooklet } from './booklet';
import { en, type Lessons } from './en';
import { Exercise } from './exercise';
import { ko } from './ko';

/** The number of exercises after which a technique counts as learned. */
const ENOUGH = 3;

/** The levels of all scales, the easiest first. */
const LEVELS: readonly string[] = [...LEVEL_NAMES, 'unfair', 'extreme'];

/** The address of a lesson. */
const linkTo = (name: string): string => `#learn=${name}`;

/** A page of the place: its title and its content. */
interface Page {
  title: string;
  content: readonly (Node | false | undefined)[];
  exercise?: Exercise;
}

export class LearnPanel {
  readonly element = h('div', { class: 'panel' });
  private readonly lessons: Lessons;
  private readonly note = h('p', { class: 'soft', role: 'status' });
  private readonly techniques = new Map<Scale, readonly TechniqueData[]>();
  private scale: Scale;
  private part = '';
  private asked = 0;
  private exercise: Exercise | undefined;

  constructor(private readonly app: App) {
    this.lessons = app.words.code === 'ko' ? ko : en;
    this.scale = app.settings.scale;
  }

  /** Opens the list, the rules, or the lesson on a technique. */
  async open(part: string): Promise<void> {
    const before = this.part;
    this.leave();
    this.part = part;
    const ticket = ++this.asked;
    try {
      const page = part === '' ? await this.list() : part === 'rules' ? await this.rules() : await this.technique(part);
      if (ticket !== this.asked) return;
      this.show(page, before);
      this.exercise = page.exercise;
      void this.exercise?.start();
    } catch (why) {
      if (ticket !== this.asked) return;
      const words = messageOf(why);
      const content = [part !== '' && this.back(), h('p', { class: 'note', role: 'alert' }, words)];
      this.show({ title: this.app.words.nav.learn, content }, before);
    }
  }

  leave(): void {
    this.asked++;
    this.exercise?.leave();
    this.exercise = undefined;
    this.app.slow.stop();
    this.note.textContent = '';
  }

  /** Shows a page. The focus goes to its title, or back to the used link of the list. */
  private show({ title, content }: Page, before: string): void {
    const hadFocus = this.element.contains(document.activeElement);
    const heading = h('h2', { tabindex: -1 }, title);
    this.element.replaceChildren(heading, ...content.filter((part): part is Node => part instanceof Node), this.note);
    document.title = `${title} – ${this.app.words.title}`;
    if (this.part !== '') scrollTo(0, 0);
    if (!hadFocus) return;
    const link = this.part === '' && this.element.querySelector<HTMLElement>(`[href="${linkTo(before)}"]`);
    (link || heading).focus();
  }

  /** Returns the techniques of the scale. */
  private async known(): Promise<readonly TechniqueData[]> {
    const { app, scale } = this;
    let known = this.techniques.get(scale);
    if (!known) {
      known = (await app.quick.ask('techniques', { scale, language: app.words.code })).techniques;
      this.techniques.set(scale, known);
    }
    return known;
  }

  /** The list of all lessons. */
  private async list(): Promise<Page> {
    const { app, lessons } = this;
    const { words } = app;
    const progress = storage.learned();
    const groups = new Map<string, TechniqueData[]>();
    for (const technique of await this.known()) {
      const level = technique.level?.toLowerCase() ?? levelFor(String(technique.score));
      groups.set(level, [...(groups.get(level) ?? []), technique]);
    }
    const isExplainer = this.scale !== 'hodoku';
    const titleOf = (level: string): string =>
      isExplainer ? words.levelNames[level as keyof typeof words.levelNames] : (words.levels[level] ?? level);
    const sections = [...groups]
      .sort(([a], [b]) => LEVELS.indexOf(a) - LEVELS.indexOf(b))
      .map(([level, all]) => {
        const title = titleOf(level);
        const done = all.filter(({ name }) => (progress[name] ?? 0) >= ENOUGH).length;
        return h(
          'section',
          {},
          h(
            'div',
            { class: 'row-of level-row' },
            h('h3', {}, title),
            h('span', { class: 'soft' }, lessons.learned(done, all.length)),
            button(lessons.print, () => this.print(all.map(({ name }) => name)), {
              'aria-label': lessons.printGroup(title),
            }),
          ),
          h(
            'ul',
            { class: 'techniques' },
            ...all.map(({ name, title, meaning }) =>
              this.entry(name, title, meaning, progress[name] ? lessons.solved(progress[name], ENOUGH) : ''),
            ),
          ),
        );
      });
    return {
      title: words.nav.learn,
      content: [
        h('p', {}, lessons.intro),
        h('ul', { class: 'techniques' }, this.entry('rules', lessons.rules, lessons.rulesLine, '')),
        h(
          'div',
          { class: 'row-of' },
          choice(words.scale, Object.entries(words.scales), this.scale, (scale) => {
            this.scale = scale as Scale;
            void this.open('').then(() => this.element.querySelector('select')?.focus());
          }),
        ),
        ...sections,
      ],
    };
  }

  private entry(name: string, title: string, about: string, progress: string): HTMLElement {
    return h(
      'li',
      {},
      h(
        'a',
        { href: linkTo(name), 'data-technique': name },
        h('b', {}, title),
        progress !== '' && h('span', { class: 'progress' }, progress),
        h('span', { class: 'soft' }, about),
      ),
    );
  }

  private print(names: readonly string[]): void {
    const ticket = ++this.asked;
    const goesOn = () => ticket === this.asked;
    this.note.textContent = this.app.words.working;
    printBooklet(this.app, names, goesOn)
      .catch((why: unknown) => goesOn() && this.app.failed(why))
      .finally(() => {
        if (goesOn()) this.note.textContent = '';
      });
  }

  private readonly back = (): HTMLElement => h('p', {}, h('a', { href: '#learn' }, `‹ ${this.lessons.all}`));

  /** Returns the rules for new players. */
  private async rules(): Promise<Page> {
    const { app, lessons } = this;
    const { words } = app;
    const [first] = await this.known();
    const { example } = await app.quick.ask('lesson', { technique: first!.name, language: words.code });
    const drawing: Node[] = [];
    if (example) {
      const [[cell] = [0]] = example.step.placements;
      const why = example.step.explanation?.proof.map(({ words: line }) => textOf(words, line.tokens)) ?? [];
      const board = new LessonBoard(words, lessons.rulesBoard);
      board.load({ ...positionOf(example), corner: new Array<number>(81).fill(0) });
      const houses = new Set([row(cell), 9 + column(cell), 18 + box(cell)].flatMap((house) => HOUSES[house]!));
      board.setLook({ overlay: { ...NOTHING, houses, groups: new Set([cell]) } });
      drawing.push(
        board.element,
        h(
          'div',
          {},
          ...[lessons.rulesDrawing(row(cell) + 1, column(cell) + 1), ...why].map((words) => h('p', {}, words)),
        ),
      );
    }
    return {
      title: lessons.rules,
      content: [
        this.back(),
        h('ol', { class: 'rules' }, ...lessons.rulesText.map((sentence) => h('li', {}, sentence))),
        h('div', { class: 'lesson-part' }, ...drawing),
        h(
          'div',
          { class: 'row-of' },
          button(lessons.playEasy, () => void app.playLevel('easy'), { class: 'main' }),
          h('a', { href: linkTo(first!.name) }, `${lessons.firstLesson}: ${first!.title} ›`),
        ),
      ],
    };
  }

  /** The lesson on a technique. */
  private async technique(name: string): Promise<Page> {
    const { app, lessons } = this;
    const { words } = app;
    const lesson = await app.quick.ask('lesson', { technique: name, language: words.code });
    const { title, example } = lesson;
    const count = storage.learned()[lesson.name] ?? 0;
    const progress = h('span', { class: 'progress' }, lessons.solved(count, ENOUGH));
    const parts: Node[] = [];
    let exercise: Exercise | undefined;
    if (example) {
      const board = new LessonBoard(words, lessons.exampleBoard(title));
      board.load(positionOf(example));
      const { card } = board;
      card.show(example.step, 3, [`${words.scaleShort[lesson.scale]} ${ratingOf(example.step)}`]);
      const text = h('div', {}, h('h3', {}, lessons.example), card.element);
      exercise = new Exercise(app, lessons, lesson, 1 + count, () => {
        progress.textContent = lessons.solved(storage.addLearned(lesson.name), ENOUGH);
      });
      parts.push(h('section', { class: 'lesson-part' }, board.element, text), exercise.element);
    } else parts.push(h('p', { class: 'note' }, lessons.noExample));
    return {
      title,
      content: [
        h('div', { class: 'row-of lesson-head' }, this.back(), progress),
        h('p', { class: 'meaning' }, lesson.meaning),
        ...parts,
        h(
          'div',
          { class: 'row-of' },
          button(lessons.play, () => void this.play(lesson)),
          button(lessons.print, () => this.print([lesson.name])),
        ),
        await this.neighbours(lesson.name),
      ],
      exercise,
    };
  }

  /** Links to the techniques before and after one. */
  private async neighbours(name: string): Promise<HTMLElement> {
    const all = await this.known();
    const at = all.findIndex((technique) => technique.name === name);
    const link = (to: TechniqueData | undefined, words: (title: string) => string) =>
      to && at >= 0 && h('a', { href: linkTo(to.name) }, words(to.title));
    return h(
      'div',
      { class: 'row-of neighbours' },
      link(all[at - 1], this.lessons.before),
      link(all[at + 1], this.lessons.after),
    );
  }

  /** Makes a puzzle that needs the technique, and puts it on the board. */
  private async play({ name, scale, with: added }: LessonReply): Promise<void> {
    const { app, lessons } = this;
    const asked = { symmetry: 'none', scale, with: added, needs: [name] };
    app.slow.stop();
    try {
      const made = await app.slow.generate({ ...asked, seed: newSeed(), number: 0 }, (tried) => {
        this.note.textContent = lessons.looking(tried);
        return true;
      });
      app.load(made.puzzle, made.id ?? '', scale === 'se' ? (made.rating ?? '') : '', asked);
    } catch (why) {
      if (why instanceof Stopped) return;
      this.note.textContent = '';
      app.failed(why);
    }
  }
}
