// What was picked on a card: read again by its card alone, bounded, and never taken from what makes no sense.
import { beforeEach, expect, it, vi } from 'vitest';
import { cardKey, keepChoice, keptChoice } from '../../../../../renderer/parts/prompts/kept-choice.ts';
import { fixtureSnapshot } from '../../../../support/panel-fixture/snapshot.ts';
import type { Choice } from '../../../../../contract/prompt-choice.ts';

const prompt = fixtureSnapshot(1_800_000_000_000).prompts['prompt-87']!;
const card = cardKey([prompt]);
const wide: Choice = { breadth: 'scope', lifetime: 'always' };
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  return () => vi.unstubAllGlobals();
});

it('what was picked is found by its card', () => {
  keepChoice(card, wide);
  expect(keptChoice(card)).toEqual(wide);
});

it('a question of the same id that was asked at another time is another card', () => {
  keepChoice(card, wide);
  expect(keptChoice(cardKey([{ ...prompt, askedAt: prompt.askedAt + 1 }]))).toBeNull();
});

it('the newest fifty cards are kept', () => {
  for (let n = 0; n < 51; n += 1) keepChoice(`card ${n}`, wide);
  expect([keptChoice('card 0'), keptChoice('card 1')]).toEqual([null, wide]);
});

it.each([
  ['no JSON', '{'],
  ['no list', '{"a":1}'],
  ['a choice that is none', JSON.stringify([[card, null]])],
  ['a lifetime that is none', JSON.stringify([[card, { breadth: 'tool', lifetime: 'constructor' }]])],
  ['a breadth that is none', JSON.stringify([[card, { breadth: 'world', lifetime: 'once' }]])],
])('of %s nothing is picked', (_what, text) => {
  stored.set('pilothouse.choices', text);
  expect(keptChoice(card)).toBeNull();
});
