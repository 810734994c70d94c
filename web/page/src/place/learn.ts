/** Learning: the techniques of a scale, and for each a new puzzle that needs it. */

import { button, choice, h } from '../draw/dom';
import { type Scale, Stopped } from '../engine';
import type { About, GenerateReply } from '../replies';
import type { Place, PlaceApp, PlaceKind } from './place';

class Learn implements Place {
  readonly elements: readonly HTMLElement[];
  private readonly list = h('ul', { class: 'techniques' });
  private readonly note = h('p', { class: 'soft', role: 'status' });
  private scale: Scale;
  private about: About | undefined;

  constructor(private readonly app: PlaceApp) {
    const { words, settings } = app;
    this.scale = settings.scale;
    this.elements = [
      h(
        'div',
        { class: 'panel' },
        h('h2', {}, words.nav.learn),
        h('p', {}, words.learnIntro),
        h(
          'div',
          { class: 'row-of' },
          choice(words.scale, Object.entries(words.scales), this.scale, (scale) => {
            this.scale = scale as Scale;
            this.update();
          }),
        ),
        this.note,
        this.list,
      ),
    ];
  }

  mount(): void {
    if (this.about) return;
    this.note.textContent = this.app.words.working;
    this.app.quick.ask('about', { language: this.app.words.code }).then((about) => {
      this.about = about;
      this.note.textContent = '';
      this.update();
    }, this.app.failed);
  }

  update(): void {
    const { about } = this;
    if (!about || this.list.dataset.scale === this.scale) return;
    this.list.dataset.scale = this.scale;
    this.list.replaceChildren(
      ...(about.techniques[this.scale] ?? []).map((name) =>
        h(
          'li',
          {},
          button(about.technique_titles[name] ?? name, () => void this.show(name), { 'data-technique': name }),
        ),
      ),
    );
  }

  /** Makes a puzzle that needs the technique, and opens its solution at the first step of that kind. */
  private async show(technique: string): Promise<void> {
    const { app, scale } = this;
    const title = this.about?.technique_titles[technique] ?? technique;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    const asked = { symmetry: 'none', scale, needs: [technique] };
    app.slow.stop();
    try {
      for (let next: number | null = null; ; ) {
        const reply: GenerateReply = await app.slow.ask('generate', { ...asked, seed, number: 0, attempts: 20, next });
        if ('puzzle' in reply) {
          this.note.textContent = '';
          app.setSettings({ scale });
          app.load(reply.puzzle, reply.id ?? '', scale === 'se' ? (reply.rating ?? '') : '', asked);
          app.openStep(technique);
          return;
        }
        next = reply.next;
        this.note.textContent = app.words.learnLooking(title, next);
      }
    } catch (why) {
      if (!(why instanceof Stopped)) app.failed(why);
    }
  }

  unmount(): void {
    this.note.textContent = '';
    this.app.slow.stop();
  }
}

export const learn: PlaceKind = { name: 'learn', open: (app) => new Learn(app) };
