/** The place Play: the board, and beside it the pad, hints, the solution steps and checks. */

import { button, h } from '../draw/dom';
import type { Result } from '../games';
import type { LinkedStep } from '../share';
import type { Panel, Tab } from '../view/app';
import { CheckPanel } from '../view/check';
import { EndCard } from '../view/end';
import { HintPanel } from '../view/hint';
import { Home } from '../view/home';
import { PadPanel } from '../view/pad';
import { PathPanel } from '../view/path';
import type { RuledHint } from '../view/ruled-hint';
import type { Place, PlaceApp, PlaceKind } from './place';

const TABS: readonly Tab[] = ['pad', 'hint', 'path', 'check'];

type View = 'home' | 'game' | 'end';

export class Play implements Place {
  readonly isBoard = true;
  readonly elements: readonly HTMLElement[];
  tab: Tab = 'pad';
  /** The content beside the board: the cards of the first screen, the panels of a game, or its result. */
  view: View = 'home';
  private end: HTMLElement | undefined;
  private readonly home: Home;
  private readonly side = h('aside', { class: 'side' });
  private readonly undo: HTMLButtonElement;
  /** The hints for a variant, once they are loaded. */
  private ruled: RuledHint | undefined;
  private readonly panels: { pad: PadPanel; hint: HintPanel; path: PathPanel; check: CheckPanel };

  constructor(private readonly app: PlaceApp) {
    const { words } = app;
    this.home = new Home(app);
    this.elements = [app.field.element, this.side];
    this.panels = {
      pad: new PadPanel(app),
      hint: new HintPanel(app),
      path: new PathPanel(app),
      check: new CheckPanel(app),
    };
    this.undo = button('↶', () => app.dispatch({ type: 'undo' }), { 'aria-label': words.undo, title: words.undo });
  }

  private get panel(): Panel {
    return this.tab === 'hint' && this.isRuled && this.ruled ? this.ruled : this.panels[this.tab];
  }

  /** True if the puzzle is a variant. It has other hints, and no path. */
  private get isRuled(): boolean {
    return this.app.game.rules !== '';
  }

  mount(): void {
    this.app.field.mount();
    if (this.view === 'end') this.fill('end', this.end!);
    else this.open(this.view);
  }

  /** Shows the cards of the first screen, or the panels of the game. */
  open(view: 'home' | 'game'): void {
    if (view === 'game') return this.openTab(this.tab);
    this.panel.leave?.();
    this.fill('home', this.home.element);
    this.home.enter();
  }

  /** Shows the step that a link names. */
  openLinked(step: LinkedStep): void {
    void this.panels.hint.open(step);
  }

  /** Shows the result of a game in place of the pad. */
  showEnd(result: Result): void {
    this.tab = 'pad';
    this.end = new EndCard(this.app, result).element;
    this.fill('end', this.end);
  }

  private fill(view: View, ...elements: HTMLElement[]): void {
    this.view = view;
    document.body.dataset.view = view;
    this.side.dataset.tab = view === 'game' ? this.tab : view;
    this.side.replaceChildren(...elements);
  }

  unmount(): void {
    delete document.body.dataset.view;
    this.panel.leave?.();
  }

  openTab(wanted: Tab): void {
    const { app } = this;
    const { words } = app;
    const tab = wanted === 'path' && this.isRuled ? 'pad' : wanted;
    if (tab === 'hint' && this.isRuled && !this.ruled) return void this.loadRuled().catch(app.failed);
    if (tab !== this.tab) this.panel.leave?.();
    this.tab = tab;
    // A tap on the board writes a digit only while the pad is shown.
    app.show();
    // These tabs need human logic, so its module is loaded now.
    if (tab === 'hint') app.quick.warm(this.isRuled ? 'variants' : 'whole');
    else if (tab === 'path') app.slow.warm('whole');
    const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': words.tabsLabel });
    const shown = TABS.filter((each) => each !== 'path' || !this.isRuled);
    for (const each of shown) {
      tabs.append(
        button(words.tabs[each], () => this.openTab(each), {
          role: 'tab',
          id: `tab-${each}`,
          'aria-selected': String(each === tab),
          'aria-controls': 'tab-panel',
          tabindex: each === tab ? 0 : -1,
        }),
      );
    }
    tabs.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const next = shown[(shown.indexOf(this.tab) + by + shown.length) % shown.length]!;
      this.openTab(next);
      document.getElementById(`tab-${next}`)?.focus();
    });
    const panel = h('div', { role: 'tabpanel', id: 'tab-panel', 'aria-labelledby': `tab-${tab}` }, this.panel.element);
    const hadFocus = document.activeElement?.id.startsWith('tab-');
    this.fill('game', h('div', { class: 'tab-row' }, tabs, this.undo), panel);
    if (hadFocus) document.getElementById(`tab-${tab}`)?.focus();
    this.panel.update?.();
  }

  /** Loads the hints for variants, and opens them. */
  private async loadRuled(): Promise<void> {
    const { RuledHint } = await import('../view/variant');
    if (this.ruled) return;
    this.ruled = new RuledHint(this.app);
    this.openTab('hint');
  }

  update(): void {
    this.undo.disabled = this.app.state.past.length === 0;
    if (this.view === 'home') this.home.update();
    else if (this.view === 'game') this.panel.update?.();
  }

  key(key: string): boolean {
    const [tab, ask] =
      (
        {
          h: [
            'hint',
            () => (this.isRuled ? this.loadRuled().then(() => this.ruled?.press()) : this.panels.hint.press()),
          ],
          p: this.isRuled ? undefined : (['path', () => this.panels.path.load()] as const),
          k: ['check', () => this.panels.check.check()],
        } as const
      )[key] ?? [];
    if (tab === undefined) return this.panel.key?.(key) ?? false;
    this.openTab(tab);
    void ask?.();
    return true;
  }

  moved(): void {
    for (const panel of [...Object.values(this.panels), this.ruled] as (Panel | undefined)[]) panel?.moved?.();
  }
}

export const play = { name: 'play', open: (app: PlaceApp) => new Play(app) } as const satisfies PlaceKind;
