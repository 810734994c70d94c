/** Boards in addresses, and as files. */

import { EMPTY, isBlank, line, type Position, pack, puzzleOf, unpack } from './board';
import { BoardView, scene } from './draw/board';
import { s } from './draw/dom';
import { isDay } from './games';

/** The address of the empty board, behind `#`. */
const BLANK = 'empty';

/** The contents of an address. */
export type Linked =
  | { kind: 'none' }
  | { kind: 'position'; position: Position }
  | { kind: 'id'; id: string }
  | { kind: 'day'; day: string }
  | { kind: 'text'; text: string };

/** A text that may be a puzzle: at least half as long as one, without the letters of other parts of addresses. */
const mayBePuzzle = (part: string): boolean => /^[^a-wyz]{41,}$/i.test(part);

/** Reads the part of an address behind `#`, or else the ID or the longest puzzle behind `?`, as other pages have it. */
export function addressText({ hash, search }: Pick<URL, 'hash' | 'search'>): string {
  if (hash.length < 2) {
    const all = new URLSearchParams(search);
    const id = all.get('id');
    if (id !== null) return `id=${id}`;
    const parts = [...all].map(([name, value]) => value || name).filter(mayBePuzzle);
    return parts.reduce((best, part) => (part.length > best.length ? part : best), '');
  }
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // The text has a stray percent sign, so use it as it is.
    return hash.slice(1);
  }
}

/** Reads the contents of an address. The engine reads the formats of other pages. */
export function readAddressText(text: string): Linked {
  if (text === '') return { kind: 'none' };
  const id = /^id=([0-9A-Za-z]+)$/.exec(text)?.[1];
  if (id !== undefined) return { kind: 'id', id };
  if (text === BLANK) return { kind: 'position', position: EMPTY };
  const day = /^day=(.+)$/.exec(text)?.[1];
  if (day !== undefined && isDay(day)) return { kind: 'day', day };
  const position = unpack(text.replace(/^([0-9]{81})$/, (all) => all.replaceAll('0', '.')));
  if (position) return { kind: 'position', position };
  return { kind: 'text', text: text.replace(/^[a-z]+=/, '') };
}

const here = (hash: string): string => `${location.href.split(/[?#]/)[0]}${hash && `#${hash}`}`;

/** The address of the puzzle alone: by its day or its ID if it has one. */
export const puzzleLink = (position: Position, id: string, day: string): string =>
  here(day !== '' ? `day=${day}` : id !== '' ? `id=${id}` : isBlank(position) ? BLANK : puzzleOf(position));

/** The address of everything on the board. */
export const positionLink = (position: Position): string => here(isBlank(position) ? BLANK : pack(position));

/** Shows a link in the address, as a new entry of the history or in place of the last one. */
export function showInAddress(link: string, isNew: boolean): void {
  if (link !== location.href) history[isNew ? 'pushState' : 'replaceState'](history.state, '', link);
}

/** The look of a saved drawing: black on white, with no style sheet beside it. */
const STYLE = `svg{background:#fff;font-family:system-ui,"Noto Sans KR",sans-serif}text{text-anchor:middle}
.tint,.ring{fill:none}.thin{stroke:#8b93a1;stroke-width:1.5}.thick{stroke:#14181f;stroke-width:5;stroke-linecap:square}
.given{fill:#14181f;font-weight:600}.entry{fill:#0b4fb3}.mark{fill:#4a5260}.label{fill:#4a5260}.bad{fill:none;stroke:#c41f71;stroke-width:3}
.colour{fill-opacity:.6}.c1{fill:#f5b7b1}.c2{fill:#fad7a0}.c3{fill:#f9e79f}.c4{fill:#abebc6}.c5{fill:#a3e4d7}.c6{fill:#aed6f1}.c7{fill:#d2b4de}.c8{fill:#d5d8dc}.c9{fill:#e6b0aa}`;

/** The size of a drawing, and of a line of text below it. */
const [WIDTH, HEIGHT, LINE] = [938, 942, 48];

/** A position as a drawing of its own, with lines of text below it. */
export function drawing(position: Position, lines: readonly string[] = []): string {
  const view = new BoardView('');
  view.show(scene(position));
  const { svg } = view;
  const height = HEIGHT + lines.length * LINE;
  svg.setAttribute('viewBox', `-34 -38 ${WIDTH} ${height}`);
  svg.setAttribute('width', String(WIDTH));
  svg.setAttribute('height', String(height));
  for (const [at, line] of lines.entries()) {
    svg.append(s('text', { x: 450, y: 948 + at * LINE, 'font-size': 30, class: 'given' }, line));
  }
  for (const unseen of svg.querySelectorAll('.tint, .ring, [visibility=hidden]')) unseen.remove();
  const text = new XMLSerializer().serializeToString(svg);
  return text.replace(/>/, `><title>${line(position.values)}</title><style>${STYLE}</style>`);
}

/** The drawing in dots. */
export async function picture(position: Position, lines: readonly string[] = []): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([drawing(position, lines)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = HEIGHT + lines.length * LINE;
    const paint = canvas.getContext('2d')!;
    paint.fillStyle = '#fff';
    paint.fillRect(0, 0, canvas.width, canvas.height);
    paint.drawImage(image, 0, 0);
    return await new Promise((done, failed) =>
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Hands a file to the browser's downloads. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
