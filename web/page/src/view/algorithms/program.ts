/**
 * The shown programs, in four languages.
 *
 * A source has three parts, separated by `@@`: its start, the visible search, and `main`. At the end of a line, `@name`
 * is the event of the line. `@ +early` keeps the line only with the mistake `early`, and `@ -early` only without it. The
 * page replaces a comment `//:name` by a sentence in its language.
 */

import type { Language, Sources } from './language';
import { bitmask } from './programs/bitmask';
import { board } from './programs/board';
import { mrv } from './programs/mrv';
import { scan } from './programs/scan';
import type { Algorithm, Event, Mistake } from './search';

/** The names of the sentences in the programs. */
export type Comment = 'free' | 'lowest' | 'lost' | 'single' | 'candidates' | 'pass' | 'lanes27' | 'lanes81';

export interface Line {
  text: string;
  /** The event of this line. */
  event: Event | undefined;
  /** The effect of the mistake on the line: it adds or removes the line. */
  change: 'added' | 'left out' | undefined;
}

export interface Program {
  start: Line[];
  search: Line[];
  main: Line[];
}

const SOURCES: Record<Algorithm, Sources> = { scan, bitmask, mrv, board };

/** Returns a program with or without a mistake. Lines that the mistake removes stay and are marked. */
export function program(
  algorithm: Algorithm,
  language: Language,
  mistake: Mistake,
  comments: Record<Comment, string>,
): Program {
  const parts = SOURCES[algorithm][language]
    .trim()
    .split('\n@@\n')
    .map((part) =>
      part.split('\n').flatMap((source): Line[] => {
        const [, code, event, sign, only] = /^(.*?)(?: *@([a-z]*)(?: ([-+])([a-z]+))?)?$/.exec(source)!;
        const text = code!.replace(
          /(\/\/|#):([a-z0-9]+)/,
          (_, sign: string, name: Comment) => `${sign} ${comments[name]}`,
        );
        const line = { text, event: (event || undefined) as Event | undefined };
        if (only !== undefined && only === mistake) return [{ ...line, change: sign === '+' ? 'added' : 'left out' }];
        return sign === '+' ? [] : [{ ...line, change: undefined }];
      }),
    );
  const [start, search, main] = parts as [Line[], Line[], Line[]];
  return { start, search, main };
}

/** Returns the lines of the whole program in a form that runs. */
export function whole({ start, search, main }: Program): Line[] {
  const blank: Line = { text: '', event: undefined, change: undefined };
  const strip = (lines: Line[]) => (lines[0]?.text === '' || lines[0]?.text === '}' ? lines : [blank, ...lines]);
  return [...start, ...strip(search), ...strip(main)].filter(({ change }) => change !== 'left out');
}

/** Returns the text of lines without the indentation that all of them have. */
export function dedent(lines: readonly Line[]): string[] {
  const indents = lines.filter(({ text }) => text.trim() !== '').map(({ text }) => /^ */.exec(text)![0].length);
  const least = Math.min(...indents);
  return lines.map(({ text }) => text.slice(least));
}
