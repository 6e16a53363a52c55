// Why a call ended is told in the language of the panel with the facts of the hub, and as it was said where it is from outside.
import { describe, expect, test } from 'vitest';
import { endParts, endWords } from '../../../../renderer/words/end-words.ts';
import { fixtureSnapshot } from '../../../support/panel-fixture/snapshot.ts';

const snapshot = fixtureSnapshot(1_800_000_000_000);
const end = { outcome: 'refused', rule: null, reason: null } as const;

describe('Why a call ended', () => {
  test('names the owner of a tab as the panel does.', () => {
    const why = { kind: 'owner', tabId: 42, act: 'navigate', owner: 'none', agentId: 'agent_5b1e' } as const;
    expect(endParts({ ...end, rule: 'owner 42', reason: 'OWNERSHIP: …', why }, snapshot)).toEqual([
      'Tab ',
      '42',
      ' belonged to ',
      { foreign: snapshot.agents['agent_5b1e']?.name },
      ', which had left.',
    ]);
  });

  test('has the policy’s own reason and the frame that was refused.', () => {
    const lacks = { scope: 'browser:navigate', tool: 'navigate', resource: { kind: 'any' }, remedy: 'x' } as const;
    const by = { kind: 'denied', by: 'policy', id: 'no-bank', client: 'Claude Code', ...lacks } as const;
    const why = { ...by, reason: 'Not at\u202e work', frame: 'https://bank.example' };
    expect(endWords({ ...end, rule: 'policy no-bank', why }, snapshot)).toBe(
      'The rule no-bank of policy.json forbids Claude Code to use navigate in a frame of https://bank.example: Not at⟨U+202E⟩ work.',
    );
  });

  test('has the origins that a tab moved between.', () => {
    const why = { kind: 'tab-moved', tabId: 42, before: 'https://a.example', after: null } as const;
    expect(endWords({ ...end, rule: 'tab-moved', why }, snapshot)).toBe(
      'You were asked about https://a.example, and the tab showed a page of no site by then.',
    );
  });

  test('of an imported entry is the meaning of its rule and the file’s own sentence, kept apart.', () => {
    expect(endParts({ ...end, rule: 'own tabs', reason: 'Because.' }, snapshot)).toEqual([
      'Nobody is asked for what an agent does in its own tabs, as its start says.',
      ' ',
      { foreign: 'Because.' },
    ]);
    expect(endWords({ ...end, outcome: 'error', reason: 'It broke.' }, snapshot)).toBe('It broke.');
    expect(endWords({ ...end, outcome: 'ok' }, snapshot)).toBeNull();
  });
});
