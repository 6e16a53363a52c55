// The wire of Harbor's second generation, byte by byte: what is kept in fixtures/wires is said again, and must be answered as it was.
// PILOTHOUSE_TRANSCRIPTS=write keeps what is answered now.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { calls, says } from '../../support/models/script.ts';
import { until } from '../../support/panel-client.ts';
import { allow, approveServer, HarborExtension } from './harbor-b-scene.ts';

const file = path.join(import.meta.dirname, '../../fixtures/wires/harbor-b.jsonl');

interface Exchange {
  readonly in: {
    readonly type: string;
    readonly id?: unknown;
    readonly method?: string;
    readonly params?: { readonly id?: string };
  };
  readonly out: readonly string[];
}

test('Every message is answered as the transcript has it.', async () => {
  const kept = readFileSync(file, 'utf8').trim().split('\n');
  const exchanges = kept.map(line => JSON.parse(line) as Exchange);
  const server = await startModelServer();
  onTestFinished(() => server.close());
  server.answer = ({ tools, lastText }) =>
    tools.length > 0 ? calls('look', { at: lastText }) : says(`You said: ${lastText}`);
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const added = await panel.request('models:add', { type: 'compatible', name: 'Here', baseUrl: server.openai });
  await allow(panel, 'model:prompt', 'mcp:servers.register', 'servers:call');
  const extension = new HarborExtension(place.home);
  await extension.hears(({ status }) => status === 'ready', 'it is ready');
  const plain = (message: unknown) =>
    JSON.stringify(message)
      .replaceAll(added.provider.id, 'compatible-000000')
      .replaceAll(server.openai, 'http://127.0.0.1:1/v1')
      .replaceAll(/chatcmpl-\d+/g, 'chatcmpl-0')
      .replaceAll(/"created":\d+/g, '"created":0');
  const now: string[] = [];
  for (const { in: said, out } of exchanges) {
    const before = extension.heard.length;
    extension.say(said);
    if (said.method === 'js.start_server' && said.params?.id !== undefined) await approveServer(panel, 'harbor-echo');
    // What has no answer is followed by what has one.
    if (out.length === 0) extension.say({ type: 'rpc', id: 'over', method: 'system.health' });
    const isLast = ({ type, id, event }: Readonly<Record<string, unknown>>) =>
      type === 'status' || type === 'rpc_response' || (id === said.id && (event as { type?: string }).type !== 'token');
    await until(() => extension.heard.slice(before).some(isLast), `${JSON.stringify(said)} is answered`);
    const heard = extension.heard.slice(before).filter(({ id }) => id !== 'over');
    now.push(JSON.stringify({ in: said, out: heard.map(plain) }));
  }
  if (process.env['PILOTHOUSE_TRANSCRIPTS'] === 'write') writeFileSync(file, `${now.join('\n')}\n`);
  else expect(now).toEqual(kept);
});
