// The keys of a question, what can be chosen, and the sentence of what will be kept.
import { describe, expect, it } from 'vitest';
import {
  type Choice,
  firstChoice,
  offeredChoice,
  offeredLifetimes,
  shownWaits,
} from '../../../../../contract/prompt-choice.ts';
import { answerKeys } from '../../../../../renderer/parts/prompts/answer-keys.ts';
import { breadthParts, commonBreadths, keptParts } from '../../../../../renderer/words/answer-words.ts';
import { fixtureSnapshot } from '../../../../support/panel-fixture/snapshot.ts';
import type { Breadth, Lifetime } from '../../../../../contract/permissions.ts';

const snapshot = fixtureSnapshot(1_800_000_000_000);
const [onSite, onServer, reading] = ['prompt-87', 'prompt-88', 'prompt-89'].map(id => snapshot.prompts[id]!);
const text = (parts: readonly { readonly text: string }[]) => parts.map(part => part.text).join('');

const narrow: Choice = { breadth: 'tool', lifetime: 'once' };

function pressed(key: string, { choice = narrow, dead = false, elsewhere = false } = {}) {
  const happened: unknown[] = [];
  const keys = answerKeys({
    choice,
    breadths: ['tool', 'reading', 'site', 'scope'],
    lifetimes: ['use', 'once', 'agent', 'always'],
    mayAnswer: () => !dead,
    choose: next => happened.push(next),
    answer: effect => happened.push(effect),
  });
  const target = { closest: () => (elsewhere ? {} : null) };
  keys[key]?.({ target } as unknown as KeyboardEvent);
  return happened;
}

describe('the keys', () => {
  it('A allows and D denies, and neither does while answers are dead', () => {
    expect([pressed('a'), pressed('d')]).toEqual([['allow'], ['deny']]);
    expect([pressed('a', { dead: true }), pressed('d', { dead: true })]).toEqual([[], []]);
  });

  it('1 to 5 say how long; the digit of what is not offered does nothing', () => {
    const lifetimes = ['1', '2', '3', '4', '5'].flatMap(key => pressed(key) as Choice[]).map(each => each.lifetime);
    expect(lifetimes).toEqual(['use', 'once', 'agent', 'always']);
    expect(pressed('4')).toEqual([]);
  });

  it('up and down say how much and stop at the ends', () => {
    expect(pressed('ArrowDown')).toEqual([{ breadth: 'reading', lifetime: 'once' }]);
    expect(pressed('ArrowUp')).toEqual([]);
    expect(pressed('ArrowDown', { choice: { breadth: 'scope', lifetime: 'once' } })).toEqual([]);
  });

  it('neither digits nor arrows change an answer that does not count yet', () => {
    const keys = ['1', '2', '3', '5', 'ArrowUp', 'ArrowDown'];
    expect(
      keys.flatMap(key => pressed(key, { choice: { breadth: 'reading', lifetime: 'agent' }, dead: true })),
    ).toEqual([]);
  });

  it('arrows belong to another list that has focus', () => {
    expect(pressed('ArrowDown', { elsewhere: true })).toEqual([]);
    expect(pressed('a', { elsewhere: true })).toEqual(['allow']);
  });
});

describe('what can be chosen', () => {
  it('is the lock only where it is reported, and "this use" only while a call waits', () => {
    const here = { elsewhere: false };
    expect(offeredLifetimes({ locks: true, waits: true, ...here })).toEqual(['use', 'once', 'agent', 'lock', 'always']);
    expect(offeredLifetimes({ locks: false, waits: false, ...here })).toEqual(['once', 'agent', 'always']);
  });

  it('is nothing that lasts in the panel of another hub', () => {
    expect(offeredLifetimes({ locks: true, waits: true, elsewhere: true })).toEqual(['use', 'once', 'agent']);
    expect(offeredLifetimes({ locks: true, waits: false, elsewhere: true })).toEqual(['once', 'agent']);
  });

  it('knows whether the call that is shown still waits, or only others that joined it', () => {
    const [ask] = onSite!.asks;
    const others = { ...onSite!, asks: [{ ...ask!, call: 'another' }] };
    expect([onSite!, others, { ...onSite!, calls: 0, asks: [] }].map(shownWaits)).toEqual([true, false, false]);
  });

  it('begins with the narrowest for ten minutes, and with this use for what may destroy', () => {
    expect(firstChoice([onSite!])).toEqual({ breadth: 'tool', lifetime: 'once' });
    expect(firstChoice([onSite!, { ...onServer!, destructive: true }]).lifetime).toBe('use');
  });

  it('falls back when what was chosen is no longer offered', () => {
    const offered: [Breadth[], Lifetime[]] = [
      ['tool', 'scope'],
      ['once', 'always'],
    ];
    expect(offeredChoice({ breadth: 'site', lifetime: 'use' }, ...offered)).toEqual({
      breadth: 'tool',
      lifetime: 'once',
    });
    expect(offeredChoice({ breadth: 'scope', lifetime: 'always' }, ...offered)).toEqual({
      breadth: 'scope',
      lifetime: 'always',
    });
  });

  it('is for several questions what each of them offers', () => {
    expect(commonBreadths([onSite!, reading!])).toEqual(['tool', 'site', 'scope']);
    expect(commonBreadths([onSite!, onServer!])).toEqual(['tool', 'scope']);
  });
});

describe('the words of an answer', () => {
  it('say how much it speaks of', () => {
    expect(reading!.breadths.map(breadth => text(breadthParts(reading!, breadth)))).toEqual([
      'read_page on this site',
      'every reading tool on this site',
      'everything of “Read pages” on this site',
      'everything of “Read pages”, everywhere',
    ]);
    expect(onServer!.breadths.map(breadth => text(breadthParts(onServer!, breadth)))).toEqual([
      'write_file of this server',
      'everything of “Call server tools” of this server',
    ]);
  });

  it('say what will be kept, and nothing of "this use"', () => {
    const kept = (breadth: Breadth, lifetime: Lifetime) =>
      keptParts(snapshot, onSite!, { breadth, lifetime }).map(part => part.text);
    expect(kept('tool', 'once')).toEqual([
      'Claude Code',
      'computer',
      'pay.atlas.test',
      '10 minutes or until tab “Atlas Pay: Confirm plan” closes',
    ]);
    expect(kept('use' as Breadth, 'use')).toEqual([]);
    const everywhere = { ...onSite!, resource: { kind: 'any' as const } };
    expect(keptParts(snapshot, everywhere, { breadth: 'scope', lifetime: 'always' }).map(part => part.text)).toEqual([
      'Claude Code',
      'act on pages',
      'everywhere',
      'until you revoke it',
    ]);
  });
});
