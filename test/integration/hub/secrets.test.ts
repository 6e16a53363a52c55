// After all of the main job, no secret is found outside of the folder of secrets, on no output and in no shown message.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { textsBelow } from '../../support/temp-home.ts';
import { answer, runSpeaker, say } from './scenes.ts';
import type { PanelClient } from '../../support/panel-client.ts';

/** Every payload that the trace can show, as one text. */
async function payloads(panel: PanelClient): Promise<string> {
  const { entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 200 });
  const shown = await Promise.all(entries.map(({ seq }) => panel.request('trace:payload', { seq })));
  return JSON.stringify({ entries, shown });
}

test('No token, secret or key leaves the folder of secrets.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await runSpeaker(panel);
  const credential = await panel.request('clients:create', { name: 'Careful', start: 'ask' });
  const env = { API_TOKEN: 'configured-secret-0123456789' };
  const config = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], env };
  await panel.request('servers:add', { kind: 'json', text: JSON.stringify({ mcpServers: { keeper: config } }) });
  for (const agent of [await place.httpAgent(credential), await place.stdioAgent(credential)]) {
    const called = agent.call(say, { message: 'x', password: 'argument-secret-0123456789' });
    await answer(panel, 'allow', 'use');
    await called;
    const told = agent.call(say, { message: `the key is ${env.API_TOKEN}` });
    await answer(panel, 'allow', 'use');
    await told;
  }
  const opened = await confirmed(panel, place.run(['open']));
  const hubKey = fs.readFileSync(path.join(place.home, 'secrets/hub.key'), 'utf8');
  const secret = fs.readFileSync(path.join(place.home, 'secrets/clients', credential.client.id), 'utf8');
  const tokens = [hub.url, opened.stdout.trim()].map(url => url.split('#token=')[1] ?? '');
  const secrets = [hubKey, secret, credential.http.token, panel.key, ...tokens, 'argument-secret-0123456789'];
  for (const text of secrets) expect(text.length).toBeGreaterThan(20);

  const texts: Record<string, string> = {
    trace: await payloads(panel),
    snapshot: JSON.stringify(await panel.request('state:get', {})),
    stdout: hub.stdout().replace(hub.url, ''),
    stderr: hub.stderr(),
    status: (await place.run(['status', '--json'])).stdout,
  };
  expect(texts['trace']).toContain('speaker__say');
  expect(texts['snapshot']).not.toContain(env.API_TOKEN);
  expect(texts['trace']).toContain('the key is ');
  expect(texts['trace']).not.toContain(env.API_TOKEN);
  // What is in the database's log while it runs, and what is left in its file afterwards.
  for (const when of ['running', 'stopped']) {
    if (when === 'stopped') await hub.kill('SIGTERM');
    for (const [file, text] of Object.entries(textsBelow(place.home, 'latin1')))
      if (!file.startsWith('secrets')) texts[`${when} ${file}`] = text;
  }
  expect(Object.keys(texts)).toContain('running pilothouse.db-wal');
  const found = Object.entries(texts).flatMap(([name, text]) =>
    secrets.filter(value => text.includes(value)).map(value => `${name} holds ${value.slice(0, 6)}…`),
  );
  expect(found).toEqual([]);
});
