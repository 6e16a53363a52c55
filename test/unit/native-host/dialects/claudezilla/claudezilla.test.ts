// Spec 000's socket wire against what was captured of the real programs, and against everything else that may come.
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../../../contract/json.ts';
import { createClaudezillaDialect } from '../../../../../native-host/dialects/claudezilla/claudezilla.ts';
import { claudezillaCommands } from '../../../../../native-host/dialects/claudezilla/claudezilla-commands.ts';
import type { Message } from '../../../../../contract/schemas/messages.ts';
import type { ClaudezillaRequest } from '../../../../../native-host/dialects/claudezilla/claudezilla.ts';

const wires = path.join(import.meta.dirname, '../../../../fixtures/wires');

function readLines<T>(name: string): T[] {
  const text = fs.readFileSync(path.join(wires, name), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as T);
}

const captured = readLines<{ request: string; reply: string }>('claudezilla-socket.jsonl');
const refused = readLines<{ line: string; error: string }>('claudezilla-refused.jsonl');
const capturedToken = (JSON.parse(captured[0]?.request ?? '') as { authToken: string }).authToken;

function createDialect(right = 'right') {
  const asked: (string | undefined)[] = [];
  const dialect = createClaudezillaDialect(token => {
    asked.push(token);
    return token === right;
  });
  const request = (value: unknown): ClaudezillaRequest => {
    const message = dialect.decode(value);
    if (typeof message === 'string' || message.kind !== 'request') throw new Error(JSON.stringify(message));
    return message.params as ClaudezillaRequest;
  };
  return { ...dialect, asked, request };
}

function requestOf(message: Message | string): Message & { kind: 'request' } {
  if (typeof message !== 'string' && message.kind === 'request') return message;
  throw new Error(`Not a request: ${JSON.stringify(message)}`);
}

describe('The captured conversation', () => {
  test.each(captured.map(({ request, reply }, index) => ({ index, request, reply })))(
    '000 Response Format: line $index is read, and its reply is written byte by byte as the real host did.',
    ({ request, reply }) => {
      const dialect = createDialect(capturedToken);
      const { command, params } = JSON.parse(request) as { command: string; params: Record<string, unknown> };
      const message = requestOf(dialect.decode(parseJson(request)));
      const { agentId = null, ...rest } = params;
      expect(message).toMatchObject({ method: command, params: { command, form: 'real', agentId, arguments: rest } });
      const { success, result, error, details } = JSON.parse(reply) as Record<string, unknown>;
      const answer: Message = success
        ? { kind: 'result', id: message.id, result }
        : { kind: 'error', id: message.id, error: { code: -32603, message: String(error), data: { details } } };
      expect(JSON.stringify(dialect.encode(answer))).toBe(reply);
    },
  );

  test('Only a request’s own keys reach its arguments: neither token nor agent nor timeout.', () => {
    for (const { request } of captured) {
      const params = createDialect(capturedToken).request(parseJson(request)).arguments;
      expect(Object.keys(params)).not.toEqual(expect.arrayContaining(['authToken', 'agentId', '_timeout', 'command']));
    }
  });
});

test.each(refused)('000 Request Format: $line is refused with: $error', ({ line, error }) => {
  const dialect = createDialect();
  let message: Message | string;
  try {
    message = dialect.decode(parseJson(line));
  } catch {
    expect(dialect.encode({ kind: 'error', id: null, error: { code: -32700, message: 'x' } })).toEqual({
      success: false,
      error,
    });
    return;
  }
  expect(message).toBe(error);
  expect(dialect.encode({ kind: 'error', id: null, error: { code: -32600, message: error } })).toEqual({
    success: false,
    error,
  });
});

describe('The flat form of spec 000', () => {
  const line = {
    command: 'navigate',
    tabId: 42,
    url: 'https://example.com',
    agentId: 'agent_a1b2c3d4e5f6_12345',
    timeout: 30_000,
    authToken: 'right',
  };

  test('000 Request Format: its keys beside the envelope are the arguments.', () => {
    expect(createDialect().request(line)).toEqual({
      command: 'navigate',
      tool: 'navigate',
      form: 'flat',
      arguments: { tabId: 42, url: 'https://example.com' },
      agentId: 'agent_a1b2c3d4e5f6_12345',
      timeoutMs: 30_000,
      namesTimeout: true,
      notice: null,
    });
  });

  test('000 Response Format: it is answered flat, as the spec writes it.', () => {
    const dialect = createDialect();
    const { id } = requestOf(dialect.decode(line));
    const result = { tabId: 42, title: 'Example Domain', url: 'https://example.com' };
    expect(JSON.stringify(dialect.encode({ kind: 'result', id, result }))).toBe(
      '{"success":true,"tabId":42,"title":"Example Domain","url":"https://example.com"}',
    );
  });

  test('000 Response Format: a result that is a list stays below its key, and no key of a result turns success around.', () => {
    const dialect = createDialect();
    const first = requestOf(dialect.decode(line)).id;
    expect(dialect.encode({ kind: 'result', id: first, result: [1] })).toEqual({ success: true, result: [1] });
    const second = requestOf(dialect.decode(line)).id;
    expect(dialect.encode({ kind: 'result', id: second, result: { success: false } })).toEqual({ success: true });
  });
});

describe('The token', () => {
  test('000 Unix Socket: sent once as a first line it holds for the lines that follow, and is not answered itself.', () => {
    const dialect = createDialect();
    const first = dialect.decode({ authToken: 'right' });
    expect(first).toEqual({ kind: 'notification', method: 'authenticate', params: {} });
    expect(dialect.encode(first as Message)).toBeNull();
    expect(dialect.request({ command: 'ping' }).command).toBe('ping');
  });

  test('000 Unix Socket: it is compared again for every line, so that a replaced one opens nothing more.', () => {
    let right = 'old';
    const dialect = createClaudezillaDialect(token => token === right);
    dialect.decode({ authToken: 'old' });
    right = 'new';
    expect(dialect.decode({ command: 'ping' })).toBe('Invalid or missing auth token');
    expect(dialect.decode({ command: 'ping', authToken: 'new' })).toMatchObject({ kind: 'request' });
  });

  test('A wrong one in a line is refused although the first line was right.', () => {
    const dialect = createDialect();
    dialect.decode({ authToken: 'right' });
    expect(dialect.decode({ command: 'ping', authToken: 'wrong' })).toBe('Invalid or missing auth token');
  });

  test('It is looked at before the name of the command, as the real host does.', () => {
    expect(createDialect().decode({ command: 'formatDisk', params: {} })).toBe('Invalid or missing auth token');
  });
});

describe('The timeout', () => {
  test.each([
    [undefined, 150_000, null],
    [5_000, 5_000, null],
    [300_000, 300_000, null],
    ['30000', 30_000, null],
    [4_999, 5_000, 'The timeout 4999 ms is not from 5000 to 300000; 5000 ms is used.'],
    [300_001, 300_000, 'The timeout 300001 ms is not from 5000 to 300000; 300000 ms is used.'],
    [-1, 5_000, 'The timeout -1 ms is not from 5000 to 300000; 5000 ms is used.'],
    ['soon', 150_000, 'The timeout is no number; 150000 ms is used.'],
  ])('000 Per-Operation Timeouts: %j becomes %d ms, and what was changed is said.', (asked, timeoutMs, notice) => {
    const dialect = createDialect();
    const flat = dialect.request({ command: 'ping', timeout: asked, authToken: 'right' });
    const real = dialect.request({ command: 'ping', params: { _timeout: asked }, authToken: 'right' });
    expect([flat, real]).toEqual([flat, real].map(request => ({ ...request, timeoutMs, notice })));
  });

  test.each([
    [{ timeout: 60_000 }, { timeout: 60_000 }, 60_000, true, null],
    [{ timeout: 60_000, _timeout: 90_000 }, { timeout: 60_000 }, 90_000, true, null],
    // The page is waited for so long; the command itself has no shorter time than five seconds.
    [{ timeout: 2_000 }, { timeout: 2_000 }, 5_000, true, null],
    [{ timeout: 9e9 }, { timeout: 9e9 }, 300_000, true, expect.stringContaining('is not from 5000 to 300000')],
    [{}, {}, 150_000, false, null],
  ])(
    '000 Per-Operation Timeouts: %j of a flat waitFor is its own and that of the wait.',
    (given, args, timeoutMs, namesTimeout, notice) => {
      const request = createDialect().request({ command: 'waitFor', text: 'x', ...given, authToken: 'right' });
      expect(request).toMatchObject({ arguments: { text: 'x', ...args }, timeoutMs, namesTimeout, notice });
      expect(request.arguments).toEqual({ text: 'x', ...args });
    },
  );

  test.each([
    [30, { timeout: 30 }, 150_000],
    [30_000, {}, 30_000],
  ])(
    '%j of a flat javascript_tool is as everywhere: seconds of its script, or milliseconds of its own.',
    (timeout, args, timeoutMs) => {
      const request = createDialect().request({ command: 'javascript_tool', text: '1', timeout, authToken: 'right' });
      expect(request).toMatchObject({ timeoutMs, notice: null });
      expect(request.arguments).toEqual({ text: '1', ...args });
    },
  );

  test('A notice stands in the reply of either form.', () => {
    const dialect = createDialect();
    const notice = 'The timeout 1 ms is not from 5000 to 300000; 5000 ms is used.';
    const flat = requestOf(dialect.decode({ command: 'ping', timeout: 1, authToken: 'right' })).id;
    expect(dialect.encode({ kind: 'result', id: flat, result: { pong: true } })).toEqual({
      success: true,
      pong: true,
      notice,
    });
    const real = requestOf(dialect.decode({ command: 'ping', params: { _timeout: 1 }, authToken: 'right' })).id;
    expect(dialect.encode({ kind: 'result', id: real, result: { pong: true } })).toEqual({
      success: true,
      result: { pong: true },
      notice,
    });
  });

  test('000 Per-Operation Timeouts: when it passes the reply names the command and the time, as the real host does.', () => {
    const dialect = createDialect();
    const { id } = requestOf(dialect.decode({ command: 'navigate', params: { _timeout: 6_000 }, authToken: 'right' }));
    const error = { code: -32603, message: 'Work did not answer', data: { code: 'ERR_TOOL_TIMEOUT' } };
    expect(dialect.encode({ kind: 'error', id, error })).toEqual({
      success: false,
      error: 'Request timed out after 6000ms (command: navigate)',
      command: 'navigate',
      timeoutMs: 6_000,
    });
  });
});

test('What is told of the time that ran out is in the reply, and that it was the user who had not answered.', () => {
  const dialect = createDialect();
  const { id } = requestOf(dialect.decode({ command: 'waitFor', params: { text: 'x' }, authToken: 'right' }));
  const data = { code: 'ERR_TOOL_TIMEOUT', timeoutMs: 160_000, forUser: true };
  const error = { code: -32603, message: 'The user had not answered.', data };
  expect(dialect.encode({ kind: 'error', id, error })).toEqual({
    success: false,
    error: 'Request timed out after 160000ms (command: waitFor): The user had not answered.',
    command: 'waitFor',
    timeoutMs: 160_000,
  });
});

test('Details of an extension are passed on beside the sentence.', () => {
  const dialect = createDialect();
  const { id } = requestOf(dialect.decode({ command: 'screenshot', params: {}, authToken: 'right' }));
  const details = { code: 'MUTEX_BUSY', holder: 'agent_aaaa...', retryAfterMs: 2_000 };
  const error = { code: -32603, message: 'Screenshot mutex held by another agent', data: { details } };
  expect(dialect.encode({ kind: 'error', id, error })).toEqual({
    success: false,
    error: 'Screenshot mutex held by another agent',
    details,
  });
});

test('000 Request Format: the table names the 37 commands of the real system.', () => {
  expect(Object.keys(claudezillaCommands)).toHaveLength(37);
});

describe('Whatever comes', () => {
  const json = fc.jsonValue({ maxDepth: 4 });

  test('No value makes decode throw.', () => {
    fc.assert(
      fc.property(json, value => {
        const decoded = createDialect().decode(value);
        expect(typeof decoded === 'string' || decoded.kind === 'request' || decoded.kind === 'notification').toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('No params of a command make decode throw, and its answer always says success or an error.', () => {
    const command = fc.constantFrom(...Object.keys(claudezillaCommands));
    fc.assert(
      fc.property(command, fc.dictionary(fc.string(), json), fc.boolean(), json, (name, params, flat, result) => {
        const dialect = createDialect();
        const envelope = { command: name, authToken: 'right' };
        const message = dialect.decode(flat ? { ...params, ...envelope } : { ...envelope, params });
        if (typeof message === 'string' || message.kind !== 'request') return;
        expect(dialect.encode({ kind: 'result', id: message.id, result })).toHaveProperty('success', true);
      }),
      { numRuns: 2_000 },
    );
  });
});
