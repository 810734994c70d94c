/** The rules of a variant on the board, and their list below it. */

import { line, START } from '../board';
import type { Layer } from '../draw/board';
import { h } from '../draw/dom';
import { hasSums, type Rule, readRules, ruleShapes } from '../draw/rules';
import type { App } from './app';

/** The drawing of the rules, and the rules of each cell in words. */
export interface RulesView {
  layer: Layer;
  also: (cell: number) => string;
}

/** Returns the drawing of rules that are on one line. */
export function viewOf(rules: string): RulesView {
  const all = readRules(rules);
  return {
    layer: { shapes: ruleShapes(all), isLow: hasSums(all) },
    also: (cell) =>
      all
        .filter(({ cells, others }) => cells.includes(cell) || others.includes(cell))
        .map(({ text }) => `, ${text}`)
        .join(''),
  };
}

/** Returns the list of the meanings. Each one has its rule, or the number of rules with this meaning. */
export async function listOf({ quick, words }: App, rules: string): Promise<HTMLElement> {
  const all = readRules(rules);
  const puzzle = line(START.position.values);
  const { meanings } = await quick.ask('variant_meanings', { puzzle, rules, language: words.code });
  const byMeaning = new Map<string, Rule[]>();
  for (const [at, rule] of all.entries()) {
    const meaning = `${meanings[at]}|${rule.kind}`;
    byMeaning.set(meaning, [...(byMeaning.get(meaning) ?? []), rule]);
  }
  const rows = [...byMeaning].map(([meaning, own]) => {
    const what = own.length === 1 ? own[0]!.text : `${own[0]!.kind} × ${own.length}`;
    return h('li', {}, `${meaning.split('|')[0]} (${what}).`);
  });
  return h('details', { class: 'variant-rules' }, h('summary', {}, words.rules(all.length)), h('ul', {}, ...rows));
}
