/** The places of the page: each has a link in the navigation and is made when it is first opened. */

import type { PlaceName } from '../view/app';
import type { Field, FieldApp } from '../view/field';

/** The page as its places see it. */
export interface PlaceApp extends FieldApp {
  /** The board, which the places with a board share. */
  readonly field: Field;
  /** Draws before the next frame, however much changes until then. */
  show(): void;
}

export interface Place {
  /** The content of `main`. */
  readonly elements: readonly HTMLElement[];
  /** True if the place shows the board, so that keys write on it. */
  readonly isBoard?: boolean;
  /** Handles the opening of the place. */
  mount?(): void;
  /** Opens a part of the place, which the address names behind `=`; an empty name is the whole place. */
  go?(part: string): void;
  /** Handles the opening of another place. */
  unmount?(): void;
  /** Shows a changed board. */
  update?(): void;
  /** Handles a key; returns false if the place does not use it. */
  key?(key: string): boolean;
  /** Handles a changed position of the board. */
  moved?(): void;
  /** Takes pasted text or a dropped file; a place without it leaves them to the board. */
  take?(file: Blob): void;
}

/** A place before it is opened. Its title is in the words of each language, under its name. */
export interface PlaceKind {
  readonly name: PlaceName;
  open(app: PlaceApp): Place;
}
