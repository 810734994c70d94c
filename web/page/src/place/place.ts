/** The main parts (places) of the page. Each has a link in the navigation and is made when it is first opened. */

import type { PlaceName } from '../view/app';
import type { Field, FieldApp } from '../view/field';

/** The interface of the page to its places. */
export interface PlaceApp extends FieldApp {
  /** The board, which all places with a board share. */
  readonly field: Field;
  /** Draws all changes once before the next frame. */
  show(): void;
}

export interface Place {
  /** The content of `main`. */
  readonly elements: readonly HTMLElement[];
  /** True if the place shows the board and keys write on it. */
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
  /** Handles pasted text or a dropped file. Without this function, the board gets them. */
  take?(file: Blob): void;
}

/** A place before it is opened. The words of each language have its title under its name. */
export interface PlaceKind {
  readonly name: PlaceName;
  open(app: PlaceApp): Place;
}
