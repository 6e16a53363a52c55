// Properties of the decoders: no input throws, and a message of ours comes back from its wire as it was.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseJson } from '../../contract/json.ts';
import { dialects } from '../../native-host/dialects/dialects.ts';
import { decodeJsonRpc, encodeJsonRpc } from '../../native-host/dialects/json-rpc.ts';
import { type Property, property } from './property.ts';
import type { Message } from '../../contract/schemas/messages.ts';

/** The words that decoders look for, so that garbage gets past the first look. */
const words = [
  'jsonrpc 2.0 id method params result error code message data type tool_request tool_response tool_call tool_use_id',
  'execute_tool tool args client_id ping pong get_status notification content command authToken createWindow getTabs',
  'request_id rpc host_response rpc_response stream event status shutdown code details',
  'success agentId tabId timeout session_scope tabGroupId list_connected_extensions hello toString valueOf length',
]
  .join(' ')
  .split(' ');
const word = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: fc.string() });
const { wild } = fc.letrec<{ wild: unknown; record: unknown }>(tie => ({
  wild: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.integer(),
    fc.double(),
    fc.constantFrom(null, true, false),
    fc.array(tie('wild'), { maxLength: 4 }),
    tie('record'),
  ),
  record: fc.dictionary(word, tie('wild'), { maxKeys: 6 }),
}));
/** Envelopes, so that most get past the first look; an object that cannot become text is a trap for whoever prints it. */
const trap = fc.constant<unknown>({ toString: 1 });
const member = fc.oneof({ weight: 5, arbitrary: wild }, { weight: 1, arbitrary: trap });
const envelope = fc
  .tuple(fc.dictionary(fc.constantFrom('type', 'method', 'command', 'params', 'result', 'id'), member), wild)
  .map(([members, more]) => (typeof more === 'object' ? { ...members, ...more } : members));
/** Only what JSON can carry. */
const value = fc.oneof(envelope, wild, fc.jsonValue()).map(plain);

function plain(any: unknown): unknown {
  return JSON.parse(JSON.stringify(any));
}

const kinds = ['request', 'notification', 'result', 'error'];

function expectRead(read: Message | string): void {
  if (typeof read === 'string') assert.ok(read.length < 400, `A refusal of ${read.length} characters.`);
  else assert.ok(kinds.includes(read.kind), `There is no kind ${read.kind}.`);
}

const clock = { now: () => 1_790_000_000_000 };
const decoders: Readonly<Record<string, () => { decode(input: unknown): Message | string }>> = {
  'JSON-RPC': () => ({ decode: decodeJsonRpc }),
  'claude-frames, of an agent': () => dialects['claude-frames'].agent(clock),
  'claude-frames, of an extension': () => dialects['claude-frames'].extension(clock),
  'claude-bridge': () => dialects['claude-bridge'].agent(),
  'claudezilla, of an agent': () => dialects.claudezilla.agent(() => true),
  'claudezilla, of an extension': () => dialects.claudezilla.extension(),
  'harbor-a, of an extension': () => dialects['harbor-a'].extension(),
  'harbor-b, of an extension': () => dialects['harbor-b'].extension(),
};

const id = fc.oneof(fc.string({ maxLength: 50 }), fc.integer());
const json = fc.jsonValue().map(plain);
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ kind: fc.constant('request' as const), id, method: fc.string(), params: json }),
  fc.record({ kind: fc.constant('notification' as const), method: fc.string(), params: json }),
  fc.record({ kind: fc.constant('result' as const), id, result: json }),
  fc.record({
    kind: fc.constant('error' as const),
    id: fc.option(id),
    error: fc.record({ code: fc.integer(), message: fc.string(), data: json }),
  }),
);

export const jsonRpc: readonly Property[] = [
  property('A JSON-RPC message is read as it was written.', [message], sent =>
    assert.deepEqual(plain(decodeJsonRpc(plain(encodeJsonRpc(sent)))), plain(sent)),
  ),
  property('Any text is JSON or a SyntaxError.', [fc.oneof(fc.json(), fc.string({ unit: 'binary' }))], text => {
    try {
      parseJson(text);
    } catch (error) {
      assert.ok(error instanceof SyntaxError);
    }
  }),
];

/** A few values on one connection: what came before may decide how the next is read. */
export const decoding: readonly Property[] = Object.entries(decoders).map(([name, open]) =>
  property(`Any JSON is a message or a short sentence (${name}).`, [fc.array(value, { maxLength: 4 })], values => {
    const dialect = open();
    for (const input of values) expectRead(dialect.decode(input));
  }),
);
