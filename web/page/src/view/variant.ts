/** The parts of the page that only variants need, as a separate script. The first puzzle with rules loads it. */

// With this import, the bundler puts the drawing of the board into one file, which saves 700 bytes at the start.
import '../draw/board';

export { RuleEditor } from './rule-editor';
export { RuledHint } from './ruled-hint';
export { listOf, viewOf } from './rules';
