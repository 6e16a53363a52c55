// Servers of another app, imported by the panel into a hub that a desktop started: its npx is found as the login shell has it.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';

const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

function program(file: string, script: string): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

test('A server of Cursor is previewed, imported, approved, runs by the npx of the login shell, and is exported without its secret.', async () => {
  const place = usePlace();
  const bin = path.join(place.folder, 'tools/bin');
  const server = path.join(repositoryRoot, 'test/fixtures/servers/well-behaved.mjs');
  program(path.join(bin, 'npx'), `[ "$1" = --version ] && { echo 11.2.3; exit; }\nexec ${process.execPath} ${server}`);
  const shell = program(path.join(place.folder, 'shell'), `echo hello\nexport PATH=${bin}:/usr/bin:/bin\neval "$2"`);
  const list = path.join(place.folder, '.cursor/mcp.json');
  fs.mkdirSync(path.dirname(list));
  const entry = { command: 'npx', args: ['-y', 'some-server'], env: { GITHUB_TOKEN: token } };
  fs.writeFileSync(list, JSON.stringify({ mcpServers: { 'Some Server': entry } }));

  const hub = await place.serve([], { env: { PATH: '/usr/bin:/bin', SHELL: shell } });
  const panel = await place.panel(hub);
  const preview = await panel.request('servers:import-preview', { source: { kind: 'app', app: 'cursor' } });
  expect(JSON.stringify(preview)).not.toContain(token);
  expect(preview).toMatchObject({
    files: [list],
    entries: [{ name: 'Some Server', commandLine: 'npx -y some-server', envNames: ['GITHUB_TOKEN'], problem: null }],
  });
  const keys = preview.entries.map(({ key }) => key);
  const { serverIds } = await panel.request('servers:import', { previewId: preview.previewId, keys });
  expect(serverIds).toEqual(['some-server']);
  const shown = async () => (await panel.request('state:get', {})).servers['some-server'];
  const added = await shown();
  expect(added).toMatchObject({
    state: { kind: 'blocked', by: 'approval' },
    starts: 0,
    package: { runner: 'npx', name: 'some-server', version: null },
  });

  await panel.request('servers:approve', { serverId: 'some-server', hash: added?.hash ?? '' });
  await until(async () => (await shown())?.state.kind === 'running', 'it runs');
  await until(async () => ((await shown())?.runtime?.version ?? null) !== null, 'its version is told');
  expect((await shown())?.runtime).toEqual({
    path: path.join(bin, 'npx'),
    version: '11.2.3',
    why: { kind: 'path-of-shell', shell: 'shell' },
  });

  const { text } = await panel.request('servers:export', { format: 'cursor', serverIds: ['some-server'] });
  expect(JSON.parse(text)).toEqual({
    mcpServers: { 'Some Server': { ...entry, env: { GITHUB_TOKEN: '${env:GITHUB_TOKEN}' } } },
  });
});
