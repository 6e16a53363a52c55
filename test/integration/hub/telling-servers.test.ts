// A server that writes the value of its own secret into everything that it lists: only its agents read it.
import path from 'node:path';
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { textsBelow } from '../../support/temp-home.ts';
import { answer } from './scenes.ts';

const secret = 'told-secret-0123456789-ä';
const basic = Buffer.from(`user:${secret}`).toString('base64');
/** As it stands in JSON, in an address, and within longer base64. */
const forms = [secret, encodeURIComponent(secret), basic.slice(8, -4)];

test('What a server says of its secret is shown and stored nowhere, and its agents read it as it was written.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const args = [path.join(repositoryRoot, 'test/fixtures/servers/telling.mjs')];
  const config = { command: process.execPath, args, env: { API_TOKEN: secret } };
  await panel.request('servers:add', { kind: 'json', text: JSON.stringify({ mcpServers: { telling: config } }) });
  await panel.waitFor(({ servers }) => 'telling' in servers, 'it is added');
  await panel.request('servers:approve', { serverId: 'telling', hash: panel.snapshot.servers['telling']?.hash ?? '' });
  await panel.waitFor(({ tools }) => 'telling/tell' in tools, 'its tool is there');
  const agent = await place.httpAgent(await panel.request('clients:create', { name: 'Reader', start: 'ask' }));
  const [listed] = (await agent.client.listTools()).tools.filter(({ name }) => name.startsWith('telling__'));
  expect(listed).toMatchObject({ name: 'telling__tell', description: `Signs in with ${secret} or ${basic}` });
  const called = agent.call('telling__tell', { note: secret });
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'a question is asked');
  const question = JSON.stringify(panel.snapshot.prompts);
  await answer(panel, 'allow', 'use');
  expect(await called).toEqual({ text: `Signs in with ${secret} or ${basic}`, isError: false });
  await panel.waitFor(({ tools }) => tools['telling/tell']?.held === 'changed', 'the changed tool is held');

  const { entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 200 });
  const texts: Record<string, unknown> = {
    question,
    state: await panel.request('state:get', {}),
    definition: await panel.request('tools:get', { toolId: 'telling/tell' }),
    reviews: await panel.request('tools:reviews', {}),
    offers: await panel.request('servers:offers', { serverId: 'telling' }),
    config: await panel.request('servers:config', { serverId: 'telling' }),
    log: await panel.request('servers:logs', { serverId: 'telling', count: 200 }),
    history: await panel.request('servers:history', { serverId: 'telling' }),
    export: await panel.request('servers:export', { format: 'mcp.json' }),
    entries,
    trace: await Promise.all(entries.map(({ seq }) => panel.request('trace:payload', { seq }))),
    stdout: hub.stdout(),
    stderr: hub.stderr(),
  };
  expect(texts['definition']).toMatchObject({
    definition: { description: expect.stringContaining('Signs in with ••••') },
  });
  expect(JSON.stringify(entries)).toContain('odd/••••');
  expect(JSON.stringify(texts['offers'])).toContain('told://••••');
  for (const when of ['running', 'stopped']) {
    if (when === 'stopped') await hub.kill('SIGTERM');
    for (const [file, text] of Object.entries(textsBelow(place.home, 'utf8')))
      if (!file.startsWith('secrets')) texts[`${when} ${file}`] = text;
  }
  expect(texts['stopped pilothouse.db']).toContain('telling/tell');
  const shown = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' ? text : JSON.stringify(text),
  ]);
  expect(shown.flatMap(([name, text]) => forms.filter(form => text?.includes(form)).map(form => [name, form]))).toEqual(
    [],
  );
});
