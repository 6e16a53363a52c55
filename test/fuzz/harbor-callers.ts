// Properties around Harbor's bridges: who is taken for one of its extensions, and whose result ends a call that an extension carries out.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { harborHosts } from '../../contract/harbor.ts';
import { PendingCalls } from '../../electron/core/harbor/b/pending-calls.ts';
import { harborOf } from '../../electron/core/harbor/harbor-extensions.ts';
import { hubError } from '../../words/hub-error.ts';
import { property } from './property.ts';
import type { Property } from './property.ts';

const { a, b } = harborHosts;
const names = [a.name, b.name, 'dev.pilothouse.host', 'harbor_bridge_host2', ''];
const ids = [...a.firefox, ...b.firefox, ...b.chromium, 'someone@else.example', 'ogmmelahbpdfnmgemkcbpoaekdnfdapn'];
const part = fc.oneof(fc.constantFrom(...names, ...ids), fc.string({ maxLength: 12 }));
const manifest = fc
  .tuple(fc.constantFrom('/opt/', 'C:\\Users\\x\\', ''), part, fc.constantFrom('.json', '.JSON', ''))
  .map(texts => texts.join(''));
const address = fc
  .tuple(fc.constantFrom('chrome-extension://', 'moz-extension://', ''), part, fc.constantFrom('/', '', '/x'))
  .map(texts => texts.join(''));
const argv = fc.tuple(fc.oneof(manifest, address), fc.oneof(part, address));

const isNamed = ([first, second]: readonly [string, string]): 'a' | 'b' | null => {
  if (b.chromium.some(id => first === `chrome-extension://${id}/`)) return 'b';
  const file = first.split(/[\\/]/).at(-1);
  if (file === `${a.name}.json` && a.firefox.includes(second)) return 'a';
  return file === `${b.name}.json` && b.firefox.includes(second) ? 'b' : null;
};

const patience = { timeoutMs: 600_000 };
const perExtension = 6;
const step = fc.record({
  who: fc.constantFrom(0, 1),
  do: fc.constantFrom('fetch', 'submit', 'submit', 'submit-twice', 'fail'),
  of: fc.nat({ max: perExtension + 2 }),
});

interface Fetching {
  readonly calls: PendingCalls;
  readonly fetched: Set<string>;
  readonly said: Map<string, string>;
  readonly ends: Promise<string>[];
}

function open(who: number): Fetching {
  const calls = new PendingCalls();
  const ends = Array.from({ length: perExtension }, (_, at) =>
    calls.call({ serverId: `s${who}`, toolName: `t${at}`, args: {}, expectAllowed: () => {} }, patience).then(
      ({ content }) => String(content[0]?.['text']),
      (error: { code: string; message: string }) => (error.code === 'ERR_TOOL_FAILED' ? error.message : error.code),
    ),
  );
  return { calls, fetched: new Set(), said: new Map(), ends };
}

function act({ calls, fetched, said }: Fetching, { do: what, of }: { do: string; of: number }, text: string): void {
  if (what === 'fetch') {
    for (const { call_id } of calls.fetch()) {
      assert.ok(!fetched.has(String(call_id)), 'A call is handed out twice.');
      fetched.add(String(call_id));
    }
    return;
  }
  const id = `call-${of}`;
  // The first word counts, from whoever was handed the call.
  if (fetched.has(id) && !said.has(id)) said.set(id, text);
  calls.submit(id, text, what === 'fail' ? text : null);
  if (what === 'submit-twice') calls.submit(id, `${text}, again`, null);
}

export const harborCallers: readonly Property[] = [
  property("Only an extension that is named, at the name of its own host, is one of Harbor's.", [argv], given =>
    assert.equal(harborOf(given)?.generation ?? null, isNamed(given)),
  ),
  property(
    "A call that one of Harbor's extensions carries out ends once, with what that extension said of it first after it was handed out.",
    [fc.array(step, { maxLength: 30 })],
    async steps => {
      const both = [open(0), open(1)];
      for (const [at, one] of steps.entries()) {
        const extension = both[one.who];
        if (extension) act(extension, one, `result ${at} of ${one.who}`);
      }
      const end = hubError('ERR_CANCELLED', { kind: 'left-by-itself' });
      for (const { calls, ends, said } of both) {
        calls.end(end);
        const told = await Promise.all(ends);
        assert.deepEqual(
          told,
          told.map((_, at) => said.get(`call-${at + 1}`) ?? 'ERR_CANCELLED'),
        );
      }
    },
  ),
];
