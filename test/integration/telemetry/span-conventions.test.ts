// What spans say of each kind of call, held against the conventions of OpenTelemetry, and what they never say: through a receiver.

import { ROOT_CONTEXT } from '@opentelemetry/api';
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import { expect, onTestFinished, test } from 'vitest';
import { asked, at, ended, passedOn, startLiveSpans } from '../../support/live-spans.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { until } from '../../support/panel-client.ts';
import type { TraceClose, TraceFollower, TraceOpen } from '../../../electron/core/trace/tap.ts';

type Shared = Parameters<typeof startLiveSpans>[2];

/** What came of calls that were told to the export. */
async function sent(shared: Shared, tell: (follower: TraceFollower) => void) {
  const receiver = await startOtlpReceiver();
  onTestFinished(() => receiver.close());
  const live = await startLiveSpans(receiver.url, { protocol: 'http/json', compression: 'none' }, shared);
  for (const follower of live.followers) tell(follower);
  await live.stop();
  return { spans: receiver.spans, text: receiver.requests.map(({ text }) => text).join('\n') };
}

async function one(entry: Partial<TraceOpen>, close: Partial<TraceClose> = {}, shared: Shared = {}) {
  const { spans, text } = await sent(shared, follower => {
    follower.opened(1, at(0), { ...asked, ...entry });
    follower.closed(1, at(5), { ...ended, ...close });
  });
  const [span] = spans;
  if (!span || spans.length !== 1) throw new Error(`There are ${spans.length} spans.`);
  return { span, text };
}

const hub = { kind: 'hub', id: 'hub', label: 'Hub' } as const;
const seen = (value: unknown) => {
  const payload = JSON.stringify(value);
  return { bytes: payload.length, payload, cut: false };
};
const call = seen({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'read',
    arguments: { path: '/x', about: 'hunter22' },
    _meta: { baggage: 'user=ana', 'dev.pilothouse/asked-by': 'ana' },
  },
});

test('What a tool answers as its error stays here without contents, whoever says it; with them it is told, masked.', async () => {
  const text = 'Balance of IBAN DE89 3704, from /home/ana/tax.pdf, hunter22';
  const close = { outcome: 'error', reason: text, failed: 'in-result' } as const;
  const without = await one({}, close);
  expect(without.text).not.toMatch(/IBAN|tax\.pdf|hunter22/);
  expect(without.span).toMatchObject({ isError: true, said: 'tool_error', attributes: { 'error.type': 'tool_error' } });
  const refused = await one({}, { outcome: 'refused', code: 'ERR_PERMISSION_DENIED', reason: `It may not on ${text}` });
  expect(refused.text).not.toContain('IBAN');
  expect(refused.span.said).toBe('ERR_PERMISSION_DENIED');
  const wanted = await one({}, close, { contents: true });
  expect(wanted.span.said).toBe(text.replace('hunter22', '••••'));
});

test('Contents are the arguments and the result; nothing else of the messages goes with them.', async () => {
  const message = seen({
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: 'of hunter22' }], _meta: { 'dev.pilothouse/code': 'x' } },
  });
  const { span, text } = await one({ message: call }, { message }, { contents: true });
  expect(span.attributes['gen_ai.tool.call.arguments']).toBe('{"path":"/x","about":"••••"}');
  expect(span.attributes['gen_ai.tool.call.result']).toBe('{"content":[{"type":"text","text":"of ••••"}]}');
  expect(text).not.toMatch(/baggage|asked-by|ana|dev\.pilothouse|hunter22/);
  const unread = await one({ message: { ...call, payload: call.payload.slice(0, 80) } }, {}, { contents: true });
  expect(unread.span.attributes).not.toHaveProperty(['gen_ai.tool.call.arguments']);
});

test('A request for a prompt or a resource says which, and no query of an address.', async () => {
  const prompt = await one({ method: 'prompts/get', tool: null, message: seen({ params: { name: 'review' } }) });
  expect(prompt.span).toMatchObject({
    name: 'prompts/get review',
    attributes: { 'mcp.method.name': 'prompts/get', 'gen_ai.prompt.name': 'review' },
  });
  const uri = 'postgres://ana:pw@db/customers?token=abc#row';
  for (const method of ['resources/read', 'resources/subscribe', 'resources/unsubscribe']) {
    const { span, text } = await one({ method, tool: null, message: seen({ params: { uri } }), rpcId: '7' });
    expect(span).toMatchObject({
      name: method,
      attributes: {
        'mcp.method.name': method,
        'mcp.resource.uri': 'postgres://db/customers',
        'jsonrpc.request.id': '7',
      },
    });
    expect(span.attributes).not.toHaveProperty(['gen_ai.operation.name']);
    expect(text).not.toMatch(/ana:pw|token=abc/);
  }
});

test('An error of MCP is called by its number, a result that says so `tool_error`; what a server answers so is no success.', async () => {
  const answered = await one(passedOnAlone, { outcome: 'error', code: 'ERR_TOOL_FAILED', failed: -32_602 });
  expect(answered.span.attributes).toMatchObject({
    'error.type': '-32602',
    'rpc.response.status_code': '-32602',
    'pilothouse.error.code': 'ERR_TOOL_FAILED',
  });
  const failed = await one(passedOnAlone, { failed: 'in-result' });
  expect(failed.span).toMatchObject({ isError: true, attributes: { 'error.type': 'tool_error' } });
  const refused = await one({}, { outcome: 'refused', code: 'ERR_PERMISSION_DENIED', failed: 'in-result' });
  expect(refused.span.attributes['error.type']).toBe('ERR_PERMISSION_DENIED');
});

/** As a request that an agent has made itself, so that it is a trace alone. */
const passedOnAlone = { ...passedOn, from: asked.from, parent: null } as const;

test.for([
  ['google', 'gcp.gemini'],
  ['mistral', 'mistral_ai'],
  ['compatible', 'openai'],
  ['anthropic', 'anthropic'],
  ['ollama', 'ollama'],
] as const)('A model of %s is told by its own name and its provider as %s.', async ([provider, named]) => {
  const { span } = await one({
    dir: 'out',
    to: { kind: 'model', id: 'p1', label: 'Mine, small-3' },
    method: 'model/chat',
    tool: null,
    model: { provider, name: 'small-3' },
  });
  expect(span).toMatchObject({
    name: 'chat small-3',
    kind: 3,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': named,
      'gen_ai.request.model': 'small-3',
      'pilothouse.kind': 'model',
    },
  });
  expect(span.attributes).not.toHaveProperty(['mcp.method.name']);
});

test('A browser is asked by no convention; the site stands at its span and at that of the call, by its origin.', async () => {
  const { spans } = await sent({}, follower => {
    follower.opened(1, at(0), asked);
    const to = { kind: 'browser', id: 'b1', label: 'Chrome' } as const;
    follower.opened(2, at(1), {
      ...passedOn,
      ...{ to, from: hub, method: 'call', tool: 'page_read', tabId: 4, site: 'https://shop.example' },
    });
    follower.closed(2, at(2), ended);
    follower.closed(1, at(3), ended);
  });
  const browser = spans.find(({ kind }) => kind === 3);
  expect(browser).toMatchObject({
    name: 'browser call page_read',
    attributes: {
      'pilothouse.browser.method': 'call',
      'pilothouse.browser.tool': 'page_read',
      'pilothouse.site': 'https://shop.example',
      'pilothouse.tab': '4',
    },
  });
  expect(Object.keys(browser?.attributes ?? {}).filter(name => /^(mcp|gen_ai|rpc|jsonrpc)\./.test(name))).toEqual([]);
  expect(spans.find(({ kind }) => kind === 2)?.attributes).toMatchObject({
    'pilothouse.kind': 'browser',
    'pilothouse.site': 'https://shop.example',
  });
});

test('Of traces that no caller has decided about the share that is wanted is sent, those that OpenTelemetry chooses; to others it is said.', async () => {
  const ids = new Map<number, string>();
  const tell = (follower: TraceFollower) => {
    for (let seq = 1; seq <= 400; seq += 1) {
      follower.opened(seq, at(seq), asked);
      const sent = follower.handOn?.(seq, {}, false) as { _meta: { traceparent: string } };
      ids.set(seq, sent._meta.traceparent);
      follower.closed(seq, at(seq), ended);
    }
  };
  const none = await sent({ ratio: 0 }, tell);
  expect(none.spans).toEqual([]);
  expect([...ids.values()].filter(each => !each.endsWith('-00'))).toEqual([]);
  const some = await sent({ ratio: 0.5 }, tell);
  const sampler = new TraceIdRatioBasedSampler(0.5);
  const chosen = [...ids.values()].filter(
    each => sampler.shouldSample(ROOT_CONTEXT, each.slice(3, 35)).decision === SamplingDecision.RECORD_AND_SAMPLED,
  );
  expect(chosen.length).toBeGreaterThan(100);
  expect(chosen.length).toBeLessThan(300);
  expect(some.spans.map(({ traceId }) => traceId)).toEqual(chosen.map(each => each.slice(3, 35)));
  expect([...ids.values()].filter(each => each.endsWith('-01'))).toEqual(chosen);
});

test('What a server may have been told of a span is taken by no other: a browser that is asked next has its own.', async () => {
  const told: string[] = [];
  const { spans } = await sent({}, follower => {
    follower.opened(1, at(0), asked);
    for (let each = 0; each < 100; each += 1) {
      const handed = follower.handOn?.(1, {}, false) as { _meta: { traceparent: string } };
      told.push(handed._meta.traceparent.slice(36, 52));
    }
    const to = { kind: 'browser', id: 'b1', label: 'Chrome' } as const;
    follower.opened(2, at(1), { ...passedOn, to, method: 'call', tool: 'page_read' });
    follower.closed(2, at(2), ended);
    follower.closed(1, at(3), ended);
  });
  expect(new Set(told).size).toBe(100);
  expect(spans.length).toBe(2);
  expect(spans.filter(({ spanId }) => told.includes(spanId))).toEqual([]);
});

test('A question of a server is below the span that the server says of this trace, and of no other.', async () => {
  const traceId = 'a'.repeat(32);
  const within = (trace: string) => ({ traceparent: `00-${trace}-${'e'.repeat(16)}-01` });
  for (const [trace, parent] of [
    [traceId, 'e'.repeat(16)],
    ['d'.repeat(32), undefined],
  ] as const) {
    const { spans } = await sent({}, follower => {
      follower.opened(1, at(0), { ...asked, meta: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` } });
      const question = { from: passedOn.to, to: hub, method: 'sampling/createMessage', tool: null, parent: 1 };
      follower.opened(2, at(1), { ...asked, ...question, meta: within(trace) });
      const said = follower.handOn?.(1, { _meta: within(trace) }, true) as { _meta: object };
      follower.opened(3, at(2), { ...passedOn, to: asked.from, method: 'roots/list', tool: null, meta: said._meta });
      for (const seq of [3, 2, 1]) follower.closed(seq, at(6 - seq), ended);
    });
    const call = spans.find(({ name }) => name === 'tools/call read');
    for (const name of ['sampling/createMessage', 'roots/list'])
      expect(spans.find(each => each.name === name)).toMatchObject({ traceId, parentSpanId: parent ?? call?.spanId });
  }
});

test('What is not sampled is no loss when too many calls are open.', async () => {
  const receiver = await startOtlpReceiver();
  onTestFinished(() => receiver.close());
  const live = await startLiveSpans(receiver.url, {}, { ratio: 0 });
  for (const follower of live.followers) for (let seq = 1; seq <= 5_010; seq += 1) follower.opened(seq, at(seq), asked);
  const meta = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  for (const follower of live.followers)
    for (let seq = 6_000; seq < 11_003; seq += 1) follower.opened(seq, at(seq), { ...asked, meta });
  await until(() => live.health()?.dropped === 3, 'what was sampled is counted');
  await live.stop();
});

test.each([
  ['stdio', { 'network.transport': 'pipe' }],
  ['http', { 'network.transport': 'tcp', 'network.protocol.name': 'http' }],
  ['sse', { 'network.transport': 'tcp', 'network.protocol.name': 'http' }],
  ['fleet', { 'network.transport': 'tcp', 'network.protocol.name': 'nats' }],
  ['wasm', {}],
  ['constructor', {}],
])('What carries a call is told where the conventions have a word for it: %s.', async (carrier, told) => {
  const { span } = await one({ wire: { revision: '2025-11-25', carrier } });
  const of = Object.entries(span.attributes).filter(([name]) => name.startsWith('network.'));
  expect(Object.fromEntries(of)).toEqual(told);
  expect(span.attributes['mcp.protocol.version']).toBe('2025-11-25');
  const { span: early } = await one({ wire: { revision: null, carrier } });
  expect(early.attributes).not.toHaveProperty(['mcp.protocol.version']);
});
