// Popular servers come in as their READMEs write them: every secret in them is offered, and once that is taken none lies outside of the folder of secrets.
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { popularServers } from '../../support/popular-servers.ts';
import { textsBelow } from '../../support/temp-home.ts';
import type { PanelClient } from '../../support/panel-client.ts';

/** Says what it was given on stderr, which is logged, and then ends. */
const telling = 'console.error(JSON.stringify([process.argv.slice(1), process.env.HEADERS, process.env.DB]))';
const secrets = ['Argument0Secret0Word', 'ByName1Secret', 'p4ss/w0rd-in-it', 'Bearer2Secret2Token', 'Env3Pass%403'];
const [argument = '', named = '', password = '', bearer = '', escaped = ''] = secrets;
const talker = {
  command: process.execPath,
  args: ['-e', telling, '--', `--api-key=${argument}`, '--token', named, `mysql://ana:${password}@db/app`],
  env: { HEADERS: `{"Authorization": "Bearer ${bearer}"}`, DB: `postgres://ana:${escaped}@db/app` },
};

async function imported(panel: PanelClient, text: string): Promise<string[]> {
  const { previewId, entries } = await panel.request('servers:import-preview', { source: { kind: 'text', text } });
  expect(entries.filter(({ problem }) => problem !== null)).toEqual([]);
  // Nobody accepts what is not offered.
  for (const { name, offers } of entries) expect([name, offers.length]).not.toEqual([name, 0]);
  const { serverIds } = await panel.request('servers:import', { previewId, keys: entries.map(({ key }) => key) });
  return serverIds;
}

test('No secret of theirs is in the database, a log, a message to the panel or the output, whether they run or not.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const popular = popularServers();
  expect(popular.count).toBeGreaterThanOrEqual(20);
  await imported(panel, popular.text);
  const [id = ''] = await imported(panel, JSON.stringify({ talker }));
  await panel.waitFor(({ servers }) => servers[id] !== undefined, 'it is shown');
  expect(panel.snapshot.servers[id]?.commandLine).toContain("'--api-key=${secret:TALKER_API_KEY}'");

  await panel.request('servers:approve', { serverId: id, hash: panel.snapshot.servers[id]?.hash ?? '' });
  await panel.waitFor(({ servers }) => (servers[id]?.stderr.length ?? 0) > 0, 'it has told what it was given');
  const { lines } = await panel.request('servers:logs', { serverId: id, count: 100 });
  const told = lines.find(({ text }) => text.includes('--api-key='))?.text;
  expect(told).toContain('--api-key=••••"');
  await panel.request('servers:stop', { serverId: id });

  const texts: Record<string, string> = {
    snapshot: JSON.stringify(await panel.request('state:get', {})),
    configs: JSON.stringify(
      await Promise.all(
        Object.keys(panel.snapshot.servers).map(serverId => panel.request('servers:config', { serverId })),
      ),
    ),
    exported: (await panel.request('servers:export', { format: 'mcp.json' })).text,
    stdout: hub.stdout().replace(hub.url, ''),
    stderr: hub.stderr(),
  };
  for (const when of ['running', 'stopped']) {
    if (when === 'stopped') await hub.kill('SIGTERM');
    for (const [file, text] of Object.entries(textsBelow(place.home, 'latin1')))
      if (!file.startsWith('secrets')) texts[`${when} ${file}`] = text;
  }
  expect(Object.keys(texts)).toContain('stopped pilothouse.db');
  const found = Object.entries(texts).flatMap(([name, text]) =>
    [...popular.secrets, ...secrets, decodeURIComponent(escaped)]
      .filter(value => text.includes(value))
      .map(value => `${name} holds ${value}`),
  );
  expect(found).toEqual([]);
});
