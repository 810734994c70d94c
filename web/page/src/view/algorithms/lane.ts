/** A running program: its board, its counts and its tree. */

import { EMPTY, HOUSES, PEERS, type Position } from '../../board';
import { BoardView, scene } from '../../draw/board';
import { h, s, setText } from '../../draw/dom';
import { NOTHING } from '../../draw/step';
import type { Lessons } from './en';
import { type Algorithm, type Mistake, type Search, search } from './search';
import { Timeline } from './timeline';
import { Tree } from './tree';

export class Lane {
  readonly timeline: Timeline;
  readonly board = new BoardView('');
  readonly counts = h('p', { class: 'counts' });
  readonly told = h('p', { class: 'told' });
  readonly tree = s('svg', {
    viewBox: Tree.viewBox,
    class: 'tree',
    role: 'img',
    'aria-label': '',
    preserveAspectRatio: 'xMinYMin meet',
  });
  readonly treeNote = h('p', { class: 'soft small' });

  constructor(
    readonly algorithm: Algorithm,
    private readonly puzzle: readonly number[],
    readonly mistake: Mistake,
    private readonly lessons: Lessons,
  ) {
    this.timeline = new Timeline(search(algorithm, puzzle, mistake));
    this.board.setLabels(false);
    this.tree.setAttribute('aria-label', lessons.tree);
  }

  get search(): Search {
    return this.timeline.search;
  }

  show(): void {
    const { search: now, lessons } = this;
    const isWhole = this.algorithm === 'board';
    const marks = now.marks();
    const corner = marks ? marks.map((set, cell) => (now.values[cell] ? 0 : set)) : EMPTY.corner;
    const position: Position = { ...EMPTY, values: [...now.values], givens: this.puzzle, corner };
    const { cell, event } = now;
    const looked =
      ['try', 'look'].includes(event) && !isWhole && cell >= 0
        ? PEERS[cell]!
        : ['house', 'hidden', 'lost'].includes(event) && !isWhole
          ? HOUSES[now.house]!
          : [];
    const isWritten = ['place', 'call', 'found'].includes(event);
    const overlay = { ...NOTHING, houses: new Set(looked), groups: new Set(cell >= 0 ? [cell] : []) };
    this.board.show({
      ...scene(position),
      overlay,
      selected: isWritten && cell >= 0 ? [cell] : [],
      differ: new Set((event === 'reset' || event === 'fail') && cell >= 0 ? [cell] : []),
    });
    setText(this.counts, lessons.counts(now, isWhole));
    setText(this.told, lessons.told(now, isWhole));
    this.tree.replaceChildren(...now.tree.draw(now.depth));
    setText(this.treeNote, lessons.treeNote(Math.min(Tree.kept, now.tree.count), now.tree.count));
  }
}
