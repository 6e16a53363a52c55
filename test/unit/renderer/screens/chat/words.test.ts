// The words of a conversation: its calls, its budgets, why a server was picked, how fast an answer is written.
import { describe, expect, it } from 'vitest';
import {
  answerText,
  budgetSentence,
  lastAnswer,
  msNow,
  runningTime,
  shareOf,
  sourceNote,
  spentLine,
  stoppedSentence,
} from '../../../../../renderer/screens/chat/chat-words.ts';
import { callLook, callMs, callNote, toolName } from '../../../../../renderer/screens/chat/thread/call-words.ts';
import { writingRate } from '../../../../../renderer/screens/chat/thread/use-writing-rate.ts';
import { fixtureChat } from '../../../../support/panel-fixture/chats.ts';
import type { ChatCall } from '../../../../../contract/schemas/chat.ts';

const now = 1_800_000_000_000;
const view = fixtureChat(now, 'prompt-1');
const answers = view.turns.flatMap(turn => (turn.kind === 'answer' ? [turn] : []));
const calls = answers.flatMap(({ steps }) => steps.flatMap(step => (step.kind === 'calls' ? step.calls : [])));
const call = (tool: string) => calls.find(each => each.tool === tool)!;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('a call', () => {
  it('has a look and a word where it deviates, and the rule that decided', () => {
    const told = (each: ChatCall) => [callLook(each), callNote(each)];
    expect(told(call('search_issues'))).toEqual(['ok', 'reading tool']);
    expect(told(call('read_file'))).toEqual(['refused', 'refused, policy no-env-files']);
    expect(told(call('create_issue'))).toEqual(['attention', 'waits for you']);
    expect(told({ ...call('create_issue'), state: { kind: 'waiting', since: 0, promptId: null } })[0]).toBe('paused');
    expect(told({ ...call('query'), state: { kind: 'done', isError: true } })).toEqual(['crashed', 'error, grant 31']);
  });

  it('its time leaves out what the user was waited for, and counts on while it runs', () => {
    expect(callMs({ ...call('query'), latencyMs: 900, waitedMs: 800 }, 0)).toBe(100);
    const running = calls.find(({ state }) => state.kind === 'running')!;
    expect(callMs(running, now)).toBe(3100);
  });

  it('one that is no tool keeps the name that the model wrote', () => {
    expect(toolName({ ...call('query'), toolId: 'made up', tool: 'other' })).toEqual({ source: '', tool: 'made up' });
    expect(toolName(call('read_file'))).toEqual({ source: 'filesystem/', tool: 'read_file' });
  });
});

describe('an answer', () => {
  it('says what it took, and can be taken along', () => {
    expect(plain(spentLine(answers[0]!.spent, 'USD'))).toBe('1,204 tokens, 7.6 s');
    expect(plain(spentLine({ ...answers[0]!.spent, cost: 0.5, inputTokens: null, outputTokens: null }, 'USD'))).toBe(
      '7.6 s, $0.50',
    );
    expect(answerText(answers[0]!)).toMatch(/^\*\*14 invoices/);
    expect(lastAnswer(view.turns)).toBe(answers[1]);
  });

  it('its clock stands while the user is waited for, and after its end', () => {
    expect(msNow(answers[1]!, now + 5000)).toBe(4100);
    expect(msNow({ ...answers[1]!, steps: [] }, now + 5000)).toBe(9100);
    expect(msNow(answers[0]!, now + 5000)).toBe(7600);
    expect([runningTime(4100), runningTime(170_000)].map(plain)).toEqual(['4.1 s', '2 min 50 s']);
  });

  it('tells how it was stopped, and which budget is used up', () => {
    const stopped = { kind: 'stopped', round: 1 } as const;
    expect(plain(stoppedSentence({ ...stopped, by: 'user', tokens: 1234 }))).toBe('Stopped by you after 1.2 k tokens.');
    expect(stoppedSentence({ ...stopped, by: 'user', tokens: 0 })).toBe('Stopped by you before it began.');
    const budget = { kind: 'budget', round: 1, used: 10, max: 10 } as const;
    expect(budgetSentence({ ...budget, of: 'calls' }, 'USD')).toBe('10 of 10 calls used.');
    expect(budgetSentence({ ...budget, of: 'total-cost' }, 'EUR')).toBe('€10.00 of €10.00 of this conversation spent.');
  });

  it('is written so many tokens a second, as far as it grows', () => {
    expect(
      writingRate([
        { at: 0, chars: 0 },
        { at: 2000, chars: 80 },
      ]),
    ).toBe(10);
    expect(
      writingRate([
        { at: 0, chars: 80 },
        { at: 2000, chars: 80 },
      ]),
    ).toBeNull();
    expect(writingRate([{ at: 0, chars: 80 }])).toBeNull();
  });
});

it('a source says why it was picked or not', () => {
  expect(view.head.sources.map(sourceNote)).toEqual([
    '“invoices”, 8 tools',
    '“issue”, 26 tools',
    'attached file, 15 tools',
    'score 0.5',
    '4 tools',
    'not running, 9 tools',
    'not running, 12 tools',
    '20 tools',
  ]);
});

it('a share ends at the whole, and is none without a bound', () => {
  expect([shareOf(5, 10), shareOf(20, 10), shareOf(5, null), shareOf(0, 0)]).toEqual([0.5, 1, null, null]);
});
