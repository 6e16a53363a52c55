// What a question counts for when its asker leaves: nothing before it went out, what was read and written after that.
import { expect, test, vi } from 'vitest';
import { ModelCalls } from '../../../../electron/core/models/model-calls.ts';
import type { ModelCallsOptions } from '../../../../electron/core/models/model-calls.ts';

const record = {
  id: 'p',
  type: 'chrome',
  name: 'P',
  isOn: true,
  program: null,
  limits: { atOnce: 1, tokensPerDay: null },
};

function open(ask: () => AsyncIterable<unknown>) {
  const count = vi.fn(() => null);
  const options = {
    registry: {
      ...{ find: () => record, get: () => record, onChanged: () => {}, setState: () => {} },
      state: () => ({ kind: 'ready' }),
    },
    choices: { resolve: () => ({ providerId: 'p', model: 'm' }) },
    accesses: {},
    programs: {},
    usage: { today: () => ({ input: 0, output: 0 }), record: count },
    tap: { open: () => 1, close: () => {}, waiting: () => {} },
    modeOf: () => 'running',
    partyOf: () => ({ kind: 'panel', id: 'you', label: 'You' }),
    browsers: { ask },
    now: () => 0,
  } as unknown as ModelCallsOptions;
  return { count, calls: new ModelCalls(options) };
}

const question = (signal: AbortSignal) => ({
  ...({ model: null, use: 'chat', signal, asker: { kind: 'user', id: 'you' } } as const),
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'What is it?' }] }] as const,
});

async function all(events: AsyncIterable<unknown>): Promise<void> {
  for await (const event of events) void event;
}

test('a question whose asker has left before it went out is not sent and counts nothing', async () => {
  let sent = 0;
  const { count, calls } = open(async function* () {
    sent += 1;
    yield { kind: 'end', finish: 'stop', usage: { input: 1, output: 1 } };
  });
  await expect(all(calls.stream(question(AbortSignal.abort())))).rejects.toThrow('cancelled');
  for await (const event of calls.stream(question(new AbortController().signal))) if (event.kind === 'started') break;
  expect([sent, count.mock.calls.length]).toEqual([0, 0]);
  await all(calls.stream(question(new AbortController().signal)));
  expect([sent, count.mock.calls.length]).toEqual([1, 1]);
});

test('one that is left while the model reads it counts what was sent', async () => {
  const leaving = new AbortController();
  const { count, calls } = open(async function* () {
    leaving.abort();
    yield { kind: 'text', text: 'It' };
  });
  await all(calls.stream(question(leaving.signal))).catch(() => {});
  expect(count).toHaveBeenCalledOnce();
});
