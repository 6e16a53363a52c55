// `pilothouse catalogue` at a terminal: what resembles another name is asked about, and what a page's link names is searched for.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { cliPath, usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const name = 'io.github.eve/filesystm';
const known = 'io.modelcontextprotocol/filesystem';
const entryOf = (called: string) => ({
  name: called,
  description: 'Files',
  version: '1.0.0',
  packages: [
    { registryType: 'npm', identifier: called.replace('/', '-'), version: '1.0.0', transport: { type: 'stdio' } },
  ],
});

let place: HubPlace;
let panel: PanelClient;

beforeEach(async () => {
  place = usePlace();
  panel = await place.panel(await place.serve());
  const file = path.join(place.folder, 'servers.json');
  fs.writeFileSync(file, JSON.stringify({ servers: [entryOf(known), entryOf(name)] }));
  const { sourceId } = await panel.request('catalogue:add-source', { kind: 'file', name: 'Ours', address: file });
  await panel.request('catalogue:refresh', { sources: [sourceId] });
  await panel.waitFor(({ catalogueSources }) => catalogueSources[sourceId]?.entries === 2, 'both are read');
  await until(async () => {
    const { entry } = await panel.request('catalogue:entry', { sourceId, name });
    return entry.lookAlike?.name === known;
  }, 'it is marked');
});

/** At a terminal of its own. */
function atTerminal(...args: readonly string[]) {
  const words = [process.execPath, cliPath, '--home', place.home, ...args].map(word => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', words, '/dev/null'], { env: place.env, stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  return {
    type: (line: string) => child.stdin.write(`${line}\n`),
    said: () => said,
    ended: once(child, 'close').then(([code]) => Number(code)),
  };
}

test('What resembles a better known name is added where its own name is typed, and by nothing else.', async () => {
  const add = () => atTerminal('catalogue', 'add', name, '--yes');
  const careless = add();
  await until(() => careless.said().includes(`resembles ${known}`), 'it is asked about');
  careless.type('yes');
  expect(await careless.ended).not.toBe(0);
  expect(panel.snapshot.confirmations).toEqual({});
  expect(panel.snapshot.installs).toEqual({});

  const meant = add();
  await until(() => meant.said().includes(`resembles ${known}`), 'it is asked about');
  meant.type(name);
  await until(() => Object.keys(panel.snapshot.confirmations).length === 1, 'it waits in the panel');
  const [confirmation] = Object.values(panel.snapshot.confirmations);
  await panel.request('confirmations:answer', { confirmationId: confirmation?.id ?? '', effect: 'deny' });
  expect(await meant.ended).not.toBe(0);
});

test('A link that names an entry is answered with how to search for it.', async () => {
  const { code, stderr } = await place.run(['servers', 'add', `vscode:mcp/by-name/${known}`]);
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining(`pilothouse catalogue search ${known}`)]);
});

test('One entry is counted as one.', async () => {
  const file = path.join(place.folder, 'one.json');
  fs.writeFileSync(file, JSON.stringify({ servers: [entryOf(known)] }));
  const added = { kind: 'file', name: 'Alone', address: file } as const;
  await panel.request('catalogue:add-source', added);
  const { stdout, stderr } = await place.run(['catalogue', 'refresh', 'Alone']);
  expect(stdout + stderr).toContain('Alone: 1 entry');
  expect(stdout + stderr).not.toContain('1 entries');
});
