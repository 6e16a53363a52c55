// What the gateway keeps apart: progress tokens, log levels, capabilities, clocks, and the needs of servers.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownOf, unionOf } from '../../../../electron/core/gateway/capabilities.ts';
import { lowestLevel, wantsMessage } from '../../../../electron/core/gateway/log-levels.ts';
import { needOfRequest, needOfResult } from '../../../../electron/core/gateway/needs-own-run.ts';
import { ProgressTokens } from '../../../../electron/core/gateway/progress.ts';
import { CallClock } from '../../../../electron/core/wire/call-clock.ts';
import { saying } from '../../../support/saying.ts';

describe('Progress tokens', () => {
  const tokenOf = (params: unknown) => (params as { _meta: { progressToken: number } })._meta.progressToken;

  test('Each asker hears its own progress under its own token, whatever type that has.', () => {
    const tokens = new ProgressTokens();
    const heard: unknown[] = [];
    const [first, second] = ['same', 'same'].map((progressToken, index) =>
      tokens.outward({ name: 'x', _meta: { progressToken, kept: index } }, 'run', (params, seq) =>
        heard.push([index, params, seq]),
      ),
    );
    expect(tokenOf(first?.params)).not.toBe(tokenOf(second?.params));
    expect(first?.params).toMatchObject({ name: 'x', _meta: { kept: 0 } });
    tokens.arrived('run', { progressToken: tokenOf(second?.params), progress: 1, message: 'half' }, 9);
    expect(heard).toEqual([[1, { progressToken: 'same', progress: 1, message: 'half' }, 9]]);
  });

  test('Params without a token pass as they are.', () => {
    const params = { name: 'x', _meta: { other: 1 } };
    expect(new ProgressTokens().outward(params, 'run', () => {}).params).toBe(params);
  });

  test('Progress of somebody else, or after the end, goes nowhere.', () => {
    const tokens = new ProgressTokens();
    const heard: unknown[] = [];
    const sent = tokens.outward({ _meta: { progressToken: 1 } }, 'run', params => heard.push(params));
    const progressToken = tokenOf(sent.params);
    tokens.arrived('another run', { progressToken }, 1);
    sent.end();
    tokens.arrived('run', { progressToken }, 2);
    tokens.arrived('run', { progressToken: 'text' }, 3);
    tokens.arrived('run', null, 4);
    expect(heard).toEqual([]);
  });
});

describe('Log levels', () => {
  test.each([
    [['error', 'info', null], 'info'],
    [['emergency'], 'emergency'],
    [[null, null], null],
    [[], null],
  ] as const)('Of %j a shared run is told %j.', (levels, lowest) => {
    expect(lowestLevel(levels)).toBe(lowest);
  });

  test.each([
    ['warning', 'debug', 'error', true],
    ['warning', 'debug', 'info', false],
    [null, null, 'debug', true],
    [null, 'debug', 'debug', false],
    [null, 'debug', 'info', true],
    ['error', 'error', 'unheard-of', true],
  ] as const)('With own level %j and lowest %j, a message of %j is wanted: %j.', (own, lowest, level, wanted) => {
    expect(wantsMessage(own, lowest, { level, data: 'x' })).toBe(wanted);
  });
});

describe('Capabilities', () => {
  test('Nothing running declares tools alone.', () => {
    expect(unionOf([])).toEqual({ tools: { listChanged: true } });
  });

  test('The union declares what any declared, with the tasks of the era that its agent speaks.', () => {
    const extensions = { 'io.modelcontextprotocol/tasks': {} };
    const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
    const declared = [
      { prompts: {} },
      { resources: { subscribe: true } },
      { resources: {}, tasks: { requests: { tools: { call: {} } } }, completions: {} },
      { extensions },
    ];
    const both = {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      completions: {},
    };
    expect(unionOf(declared)).toEqual({ ...both, tasks });
    expect(unionOf(declared, true)).toEqual({ ...both, extensions });
    expect(unionOf([{ tasks: { list: {} } }])).toEqual({ tools: { listChanged: true } });
  });

  test('One server’s own pass as they are, its tasks too.', () => {
    const declared = { tools: { own: 1 }, tasks: { list: {} }, experimental: { x: {} }, resources: {} };
    expect(ownOf(declared)).toEqual({ ...declared, tools: { own: 1, listChanged: true } });
  });
});

describe('The clock of a call', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start() {
    const expired = vi.fn();
    return { expired, clock: new CallClock(1_000, expired) };
  }

  test('It runs out once.', () => {
    const { expired } = start();
    vi.advanceTimersByTime(5_000);
    expect(expired).toHaveBeenCalledTimes(1);
  });

  test('Progress starts it anew, but not for ever.', () => {
    const { expired, clock } = start();
    for (let passed = 0; passed < 3_600_000; passed += 900) {
      clock.restart();
      vi.advanceTimersByTime(900);
    }
    expect(expired).not.toHaveBeenCalled();
    clock.restart();
    vi.advanceTimersByTime(1_000);
    expect(expired).toHaveBeenCalledTimes(1);
  });

  test('It stands still while it is held, by however many.', () => {
    const { expired, clock } = start();
    const releases = [clock.hold(), clock.hold()];
    vi.advanceTimersByTime(10_000);
    releases[0]?.();
    releases[0]?.();
    vi.advanceTimersByTime(10_000);
    expect(expired).not.toHaveBeenCalled();
    releases[1]?.();
    vi.advanceTimersByTime(1_000);
    expect(expired).toHaveBeenCalledTimes(1);
  });

  test('Stopped, nothing starts it again.', () => {
    const { expired, clock } = start();
    const release = clock.hold();
    clock.stop();
    release();
    clock.restart();
    vi.advanceTimersByTime(10_000);
    expect(expired).not.toHaveBeenCalled();
  });
});

describe('A server that needs a run for each agent', () => {
  test.each([
    ['sampling/createMessage', 'It asked for sampling/createMessage, which only a run for each agent can pass on.'],
    ['elicitation/create', 'It asked for elicitation/create, which only a run for each agent can pass on.'],
    ['roots/list', 'It asked for roots/list, which only a run for each agent can pass on.'],
    ['tools/list', null],
  ])('%s: %j', (method, sentence) => {
    expect(needOfRequest(method)).toEqual(sentence && saying(sentence));
  });

  test('It shows in a failed result that names what is missing, and in no other.', () => {
    const failed = (text: string, isError = true) => ({
      isError,
      content: [{ type: 'image' }, { type: 'text', text }],
    });
    const said = 'Client does not support sampling (required for sampling/createMessage)';
    expect(needOfResult(failed(said))).toEqual(
      saying('It answered that sampling is missing, which only a run for each agent can pass on.'),
    );
    expect([needOfResult(failed(said, false)), needOfResult(failed('No such file')), needOfResult(null)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
