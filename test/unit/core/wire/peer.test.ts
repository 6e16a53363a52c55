// One peer on a wire: answers find their requests, everything can be cancelled, and every message is traced once.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HubError } from '../../../../contract/errors.ts';
import { rpcErrors } from '../../../../contract/rpc-errors.ts';
import { mcpCancel, Peer } from '../../../../electron/core/wire/peer.ts';
import { RpcError } from '../../../../electron/core/wire/rpc-error.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { buildPending } from '../../../support/hub-fixtures.ts';
import { RecordingTap } from './recording-tap.ts';
import type { Verdict } from '../../../../electron/core/trace/tap.ts';
import type { GoesOn, IncomingRequest } from '../../../../electron/core/wire/incoming-request.ts';

const gone = new HubError('ERR_BROWSER_UNAVAILABLE', 'Work disconnected.');
const cancelled = { code: 'ERR_CANCELLED', message: 'The asker cancelled this call.' };
const settle = () => new Promise<void>(resolve => setImmediate(resolve));

function createPeer(
  handle: (request: IncomingRequest) => Promise<unknown> = async () => ({}),
  verdict?: Verdict,
  goesOn?: GoesOn,
) {
  const tap = new RecordingTap();
  const sent: unknown[] = [];
  const notified: unknown[] = [];
  const wire = { send: (text: string) => void sent.push(JSON.parse(text)) };
  const peer = new Peer({
    hub: { kind: 'hub', id: 'hub', label: 'Hub' },
    other: () => ({ kind: 'browser', id: 'b1', label: 'Work' }),
    tap,
    cancel: mcpCancel,
    send: text => wire.send(text),
    handle: async request => ({
      result: await handle(request),
      ...(verdict && { verdict }),
      ...(goesOn && { goesOn }),
    }),
    notified: (method, params) => notified.push([method, params]),
  });
  const receive = (message: unknown) => peer.receive(JSON.stringify(message));
  const request = (options: { signal?: AbortSignal; timeoutMs?: number } = {}) => {
    const promise = peer.request('call', { tool: 'navigate' }, { parent: null, timeoutMs: 1_000, ...options });
    // A test looks at the rejection later.
    promise.catch(() => {});
    return promise;
  };
  return { peer, tap, sent, notified, wire, receive, request };
}

const ask = (id: unknown, method = 'tools/list', params: unknown = {}) => ({ jsonrpc: '2.0', id, method, params });
const answer = (id: unknown, result: unknown = {}) => ({ jsonrpc: '2.0', id, result });
const failure = (id: unknown, code: number, message: unknown) => ({ jsonrpc: '2.0', id, error: { code, message } });

describe('Requests of the hub', () => {
  test('Answers find their requests in whatever order they come.', async () => {
    const { sent, receive, request } = createPeer();
    const both = Promise.all([request(), request()]);
    receive(answer(2, 'second'));
    receive(answer(1, 'first'));
    expect(await both).toEqual(['first', 'second']);
    expect(sent).toEqual([ask(1, 'call', { tool: 'navigate' }), ask(2, 'call', { tool: 'navigate' })]);
  });

  test('An error answer keeps the string code that it carries.', async () => {
    const { receive, request } = createPeer();
    const promise = request();
    receive({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32000, message: 'No such tab.', data: { code: 'ERR_TOO_LARGE' } },
    });
    await expect(promise).rejects.toMatchObject({
      code: 'ERR_TOO_LARGE',
      message: 'No such tab.',
      data: { rpcCode: -32000 },
    });
  });

  test('An error answer with a code that nobody knows is a failed tool.', async () => {
    const { receive, request } = createPeer();
    const promise = request();
    receive({ jsonrpc: '2.0', id: 1, error: { code: 7, message: 'Odd.', data: { code: 'ERR_MADE_UP' } } });
    await expect(promise).rejects.toMatchObject({ code: 'ERR_TOOL_FAILED', message: 'Odd.' });
  });

  test.each([
    ['unknown', answer(99, 'stolen')],
    ['of another type', answer('1', 'stolen')],
    ['null', failure(null, -32600, 'What?')],
  ])('Attack 25: an answer whose id is %s is dropped.', async (_what, message) => {
    const { tap, receive, request } = createPeer();
    const promise = request();
    receive(message);
    receive(answer(1, 'mine'));
    expect(await promise).toBe('mine');
    expect(tap.lines).toEqual(['out request call ok']);
  });

  test('A second answer is dropped.', async () => {
    const { tap, receive, request } = createPeer();
    const promise = request();
    receive(answer(1, 'first'));
    receive(failure(1, -32000, 'second'));
    expect(await promise).toBe('first');
    expect(tap.entries[0]?.closes).toHaveLength(1);
  });

  test('An abort is passed on as a cancellation, and the late answer is dropped.', async () => {
    const { tap, sent, receive, request } = createPeer();
    const controller = new AbortController();
    const promise = request({ signal: controller.signal });
    controller.abort();
    receive(answer(1, 'late'));
    await expect(promise).rejects.toMatchObject(cancelled);
    expect(sent.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'cancelled' } },
    ]);
    expect(tap.lines).toEqual(['out request call cancelled', 'out notification notifications/cancelled']);
  });

  test('An abort after the answer says nothing to the other side.', async () => {
    const { sent, receive, request } = createPeer();
    const controller = new AbortController();
    const promise = request({ signal: controller.signal });
    receive(answer(1));
    await promise;
    controller.abort();
    expect(sent).toHaveLength(1);
  });

  test('A request of an asker that has left is never sent.', async () => {
    const { tap, sent, request } = createPeer();
    await expect(request({ signal: AbortSignal.abort() })).rejects.toMatchObject(cancelled);
    expect({ sent, lines: tap.lines }).toEqual({ sent: [], lines: [] });
  });

  test('A request that its wire does not take is rejected and leaves nothing behind.', async () => {
    const { wire, tap, receive, request } = createPeer();
    wire.send = () => {
      throw new Error('A frame of 2000000 bytes is over the cap.');
    };
    await expect(request()).rejects.toThrow('A frame of 2000000 bytes is over the cap.');
    receive(answer(1));
    expect(tap.lines).toEqual([]);
  });
});

describe('A request without an answer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('After its time it fails, and the other side is told to stop.', async () => {
    const { tap, sent, request } = createPeer();
    const promise = request({ timeoutMs: 150_000 });
    vi.advanceTimersByTime(150_000);
    await expect(promise).rejects.toMatchObject({
      code: 'ERR_TOOL_TIMEOUT',
      message: 'Work did not answer call within 150 s.',
    });
    expect(sent.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'timeout' } },
    ]);
    expect(tap.lines).toEqual(['out request call error', 'out notification notifications/cancelled']);
  });

  test.each<[string, (peer: ReturnType<typeof createPeer>) => void]>([
    ['answered', ({ receive }) => receive(answer(1))],
    ['failed by the end of the wire', ({ peer }) => peer.close(gone)],
  ])('A request that was %s leaves no timer.', (_what, end) => {
    const made = createPeer();
    void made.request();
    end(made);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('Requests of the other side', () => {
  test('A request is handled and answered under its own id.', async () => {
    const seen: unknown[] = [];
    const { sent, receive } = createPeer(async ({ method, params, seq }) => {
      seen.push({ method, params, seq });
      return { tools: [] };
    });
    receive(ask('a-1', 'tools/list', { cursor: null }));
    await settle();
    expect({ seen, sent }).toEqual({
      seen: [{ method: 'tools/list', params: { cursor: null }, seq: 0 }],
      sent: [answer('a-1', { tools: [] })],
    });
  });

  test('The ids 1 and "1" are two requests.', async () => {
    const { sent, receive } = createPeer();
    receive(ask(1));
    receive(ask('1'));
    await settle();
    expect(sent).toEqual([answer(1), answer('1')]);
  });

  test('A handler that gives nothing back is answered with null, because an answer needs a result.', async () => {
    const { sent, receive } = createPeer(async () => undefined);
    receive(ask(1));
    await settle();
    expect(sent).toEqual([answer(1, null)]);
  });

  test.each<[string, Error, unknown]>([
    [
      'a HubError',
      new HubError('ERR_NOT_OWNER', 'Not yours.', { tabId: 42 }),
      { code: rpcErrors.internal, message: 'Not yours.', data: { code: 'ERR_NOT_OWNER', tabId: 42 } },
    ],
    [
      'wrong arguments',
      new HubError('ERR_INVALID_ARGUMENTS', 'No tabId.'),
      { code: rpcErrors.invalidParams, message: 'No tabId.', data: { code: 'ERR_INVALID_ARGUMENTS' } },
    ],
    [
      'an RpcError',
      new RpcError(rpcErrors.methodNotFound, 'Unknown.'),
      { code: rpcErrors.methodNotFound, message: 'Unknown.' },
    ],
    [
      'any other error',
      new TypeError('x is undefined'),
      { code: rpcErrors.internal, message: 'x is undefined', data: { code: 'ERR_INTERNAL' } },
    ],
  ])('A handler that throws %s is answered with an error.', async (_what, error, expected) => {
    const { sent, receive } = createPeer(() => Promise.reject(error));
    receive(ask(1));
    await settle();
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error: expected }]);
  });

  test('Attack 25: an id in flight is refused a second time, and the first request is answered as if nothing was.', async () => {
    const work = buildPending();
    const { tap, sent, receive } = createPeer(async () => work.promise.then(() => 'done'));
    receive(ask(1));
    receive(ask(1, 'tools/call'));
    work.resolve();
    await settle();
    expect(sent).toEqual([
      failure(1, rpcErrors.invalidRequest, 'The id 1 is in use by a request in flight; use a new one.'),
      answer(1, 'done'),
    ]);
    expect(tap.lines).toEqual(['in request tools/list ok', 'in request (unreadable) error']);
  });

  test('A handler that throws at once is answered with its error, and the id is free again.', async () => {
    const tap = new RecordingTap();
    const sent: unknown[] = [];
    const peer = new Peer({
      hub: { kind: 'hub', id: 'hub', label: 'Hub' },
      other: () => ({ kind: 'browser', id: 'b1', label: 'Work' }),
      tap,
      cancel: mcpCancel,
      send: text => void sent.push(JSON.parse(text)),
      handle: () => {
        throw gone;
      },
      notified: () => {},
    });
    for (let n = 0; n < 2; n += 1) {
      peer.receive(JSON.stringify(ask(1)));
      await settle();
    }
    expect(sent).toMatchObject([1, 1].map(id => ({ id, error: { message: gone.message } })));
    expect(tap.entries.flatMap(({ closes }) => closes.map(({ outcome }) => outcome))).toEqual(['error', 'error']);
  });

  test('An id may be used again once it was answered.', async () => {
    const { sent, receive } = createPeer();
    receive(ask(1));
    await settle();
    receive(ask(1));
    await settle();
    expect(sent).toEqual([answer(1), answer(1)]);
  });

  test('Attack 25: a flood is refused beyond a thousand in flight.', async () => {
    const work = buildPending();
    const { peer, sent, receive } = createPeer(() => work.promise);
    for (let id = 0; id < 1_001; id++) receive(ask(id));
    expect({ inFlight: peer.inFlight, sent }).toEqual({
      inFlight: 1_000,
      sent: [failure(1_000, rpcErrors.internal, '1000 requests are in flight already; wait for answers.')],
    });
    work.resolve();
    await settle();
    expect(peer.inFlight).toBe(0);
  });

  test('A cancelled request aborts its handler and is not answered.', async () => {
    const { tap, sent, receive } = createPeer(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    receive(ask(7, 'tools/call'));
    receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
    await settle();
    expect({ sent, lines: tap.lines }).toEqual({
      sent: [],
      lines: ['in request tools/call cancelled', 'in notification notifications/cancelled'],
    });
  });

  test('What its asker says of a cancellation goes on to whoever works for it, and stands in the trace.', async () => {
    const next = createPeer();
    const { tap, receive } = createPeer(({ signal }) => next.request({ signal }));
    receive(ask(7));
    receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7, reason: 'Esc was pressed' } });
    await settle();
    expect(next.sent[1]).toMatchObject({ params: { requestId: 1, reason: 'Esc was pressed' } });
    const ended = { outcome: 'cancelled', reason: 'The asker cancelled this call: Esc was pressed' };
    expect(tap.entries[0]?.closes).toMatchObject([ended]);
    expect(next.tap.entries[0]?.closes).toMatchObject([ended]);
  });

  test.each([
    ['is no text', { toString: 'x' }, 'cancelled'],
    ['is empty', ' \n', 'cancelled'],
    ['hides something', 'a\u202eb\nc', 'a⟨U+202E⟩b␊c'],
    ['is long', 'x'.repeat(100_000), `${'x'.repeat(499)}…`],
  ])('What comes with a cancellation and %s goes on as bounded text, or not at all.', async (_, reason, passed) => {
    const next = createPeer();
    const { receive } = createPeer(({ signal }) => next.request({ signal }));
    receive(ask(7));
    receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7, reason } });
    await settle();
    expect(next.sent[1]).toMatchObject({ params: { requestId: 1, reason: passed } });
  });

  test.each([[{ requestId: 8 }], [{ requestId: null }], [{}], [[7]], [null]])(
    'A cancellation with the params %j cancels nothing.',
    async params => {
      const work = buildPending();
      const { sent, receive } = createPeer(async () => work.promise.then(() => 'done'));
      receive(ask(7));
      receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
      work.resolve();
      await settle();
      expect(sent).toEqual([answer(7, 'done')]);
    },
  );

  test('What a handler throws stands in the trace as a value, where it is one.', async () => {
    const { tap, receive } = createPeer(async () => {
      throw hubError('ERR_INTERNAL', { kind: 'trace-is-off' });
    });
    receive(ask(1));
    await settle();
    expect(tap.entries[0]?.closes).toMatchObject([{ outcome: 'error', why: { kind: 'trace-is-off' } }]);
  });

  test('What is no message, and an id that is in use, stand in the trace as values.', async () => {
    const { tap, receive, peer } = createPeer(() => new Promise(() => {}));
    receive(ask(1));
    receive(ask(1));
    peer.receive('{');
    peer.receiveBytes(Buffer.from([0xff]));
    const whys = tap.entries.map(({ closes }) => closes[0]?.why?.kind);
    expect(whys).toEqual([undefined, 'id-in-use', 'message-no-json', 'message-no-utf8']);
  });

  test('The verdict of a handler stands in the trace.', async () => {
    const verdict = {
      outcome: 'refused',
      code: 'ERR_NOT_OWNER',
      reason: 'Not yours.',
      rule: 'owner 42',
      waitedMs: 5,
    } as const;
    const { tap, receive } = createPeer(async () => ({ isError: true }), verdict);
    receive(ask(1, 'tools/call', { name: 'navigate', arguments: { tabId: 42 } }));
    await settle();
    const payload = JSON.stringify(answer(1, { isError: true }));
    expect(tap.entries[0]).toMatchObject({
      open: { tool: 'navigate', tabId: 42, rpcId: '1' },
      closes: [{ ...verdict, message: { bytes: payload.length, payload, cut: false } }],
    });
  });

  test('Other notifications are handed on.', () => {
    const { notified, tap, receive } = createPeer();
    receive({ jsonrpc: '2.0', method: 'tabs', params: { tabs: [] } });
    expect({ notified, lines: tap.lines }).toEqual({
      notified: [['tabs', { tabs: [] }]],
      lines: ['in notification tabs'],
    });
  });
});

describe('Messages that are none', () => {
  test.each<[string, string, number]>([
    ['no JSON', '{"jsonrpc":', rpcErrors.parse],
    ['nothing', '', rpcErrors.parse],
    [
      'Attack 24: the key __proto__',
      '{"jsonrpc":"2.0","id":1,"method":"x","params":{"__proto__":{}}}',
      rpcErrors.parse,
    ],
    ['Attack 24: the key in disguise', '{"jsonrpc":"2.0","id":1,"method":"x","params":{"\\u005f_proto__":{}}}', -32700],
    ['Attack 25: a batch', '[{"jsonrpc":"2.0","id":1,"method":"x"}]', rpcErrors.invalidRequest],
    ['an empty batch', '[]', rpcErrors.invalidRequest],
    ['null', 'null', rpcErrors.invalidRequest],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"x"}', rpcErrors.invalidRequest],
    ['an object as id', '{"jsonrpc":"2.0","id":{},"method":"x"}', rpcErrors.invalidRequest],
  ])('%s gets one error answer, and the wire stays usable.', async (_what, text, code) => {
    const { peer, tap, sent, receive } = createPeer();
    peer.receive(text);
    receive(ask(1));
    await settle();
    expect(sent).toEqual([failure(null, code, expect.any(String)), answer(1)]);
    expect(tap.lines).toEqual(['in request (unreadable) error', 'in request tools/list ok']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each<[string, (long: string) => unknown]>([
    ['id', long => ask(long)],
    ['version', long => ({ jsonrpc: long, id: 1, method: 'x' })],
    ['method with a wrong id', long => ask({}, long)],
    ['id of an answer', long => answer(long)],
  ])('The refusal of an endless %s is short, so that it fits every wire.', (_what, build) => {
    const { sent, receive } = createPeer();
    receive(build('x'.repeat(2_000_000)));
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent).length).toBeLessThan(500);
  });
});

describe('An answer that its wire does not take', () => {
  test('It becomes an error answer, so that the asker does not wait for nothing.', async () => {
    const { tap, wire, sent, receive } = createPeer(async () => ({ picture: 'x'.repeat(1_000) }));
    wire.send = text => {
      if (text.length > 500) throw new Error('A frame of 1050 bytes is over the cap of 500 bytes and was not sent.');
      sent.push(JSON.parse(text));
    };
    receive(ask(1));
    await settle();
    const message = 'A frame of 1050 bytes is over the cap of 500 bytes and was not sent.';
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: rpcErrors.internal, message, data: { code: 'ERR_TOO_LARGE' } } },
    ]);
    expect(tap.entries[0]?.closes).toMatchObject([{ outcome: 'error', code: 'ERR_TOO_LARGE', reason: message }]);
  });

  test('A result that is no JSON becomes an error answer too.', async () => {
    const { sent, receive } = createPeer(async () => ({ big: 1n }));
    receive(ask(1));
    await settle();
    expect(sent).toMatchObject([{ id: 1, error: { code: rpcErrors.internal } }]);
  });
});

describe('A request that goes on after its answer', () => {
  const goingOn = (result: unknown = {}) => {
    const done: Verdict = { outcome: 'ok', code: null, reason: null, rule: null, waitedMs: 5 };
    const goesOn = { whenEnded: vi.fn(), abandon: vi.fn() };
    const made = createPeer(async () => result, done, goesOn);
    return { ...made, goesOn, done };
  };

  test('Its row is open until it has ended.', async () => {
    const { tap, receive, goesOn, done } = goingOn();
    receive(ask(1));
    await settle();
    expect(tap.entries[0]?.closes).toEqual([]);
    goesOn.whenEnded.mock.calls[0]?.[0](done);
    expect(tap.entries[0]?.closes).toMatchObject([{ outcome: 'ok', waitedMs: 5 }]);
    expect(goesOn.abandon).not.toHaveBeenCalled();
  });

  test('Cancelled in the same breath, it is given up and its row is closed.', async () => {
    const { tap, sent, receive, goesOn } = goingOn();
    receive(ask(1));
    receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await settle();
    expect([sent, goesOn.whenEnded.mock.calls, goesOn.abandon.mock.calls]).toEqual([[], [], [[]]]);
    expect(tap.entries[0]?.closes).toMatchObject([{ outcome: 'cancelled' }]);
  });

  test('So is one whose answer its wire does not take.', async () => {
    const { tap, receive, goesOn } = goingOn({ big: 1n });
    receive(ask(1));
    await settle();
    expect([goesOn.whenEnded.mock.calls, goesOn.abandon.mock.calls]).toEqual([[], [[]]]);
    expect(tap.entries[0]?.closes).toMatchObject([{ outcome: 'error', code: 'ERR_TOO_LARGE' }]);
  });
});

describe('The end of a wire', () => {
  test('Everything in flight fails with the reason, once and both ways.', async () => {
    const signals: AbortSignal[] = [];
    const { peer, tap, sent, receive, request } = createPeer(({ signal }) => {
      signals.push(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const promise = request();
    receive(ask(7, 'tools/call'));
    peer.close(gone);
    peer.close(new HubError('ERR_INTERNAL', 'Again.'));
    await expect(promise).rejects.toBe(gone);
    await settle();
    expect(signals.map(({ reason }) => reason)).toEqual([gone]);
    expect(sent).toEqual([ask(1, 'call', { tool: 'navigate' })]);
    expect(tap.lines).toEqual(['out request call error', 'in request tools/call cancelled']);
  });

  test('A handler that ends afterwards is not answered.', async () => {
    const work = buildPending();
    const { peer, tap, sent, receive } = createPeer(async () => work.promise.then(() => 'done'));
    receive(ask(7));
    peer.close(gone);
    work.resolve();
    await settle();
    expect({ sent, lines: tap.lines }).toEqual({ sent: [], lines: ['in request tools/list cancelled'] });
  });

  test('Afterwards nothing is taken, sent or traced.', async () => {
    const { peer, tap, sent, notified, receive, request } = createPeer();
    peer.close(gone);
    receive(ask(1));
    receive({ jsonrpc: '2.0', method: 'tabs', params: {} });
    peer.receive('no JSON');
    peer.notify('state', {});
    await expect(request()).rejects.toMatchObject({
      code: 'ERR_CANCELLED',
      message: 'Work is not connected any more.',
    });
    expect({ sent, notified, lines: tap.lines }).toEqual({ sent: [], notified: [], lines: [] });
  });
});
