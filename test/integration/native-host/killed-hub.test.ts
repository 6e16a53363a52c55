// A hub that dies without a word: its socket stays behind, and everything goes on with the next hub (C2 #8).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHubHome, type HubHome } from './hub-home.ts';
import { buildRelay, type RelayChild, startRelay } from './relay-child.ts';

let relay: Awaited<ReturnType<typeof buildRelay>>;
let hubScript = '';
let hub: HubHome;
const children: ChildProcess[] = [];

beforeAll(async () => {
  relay = await buildRelay();
  hubScript = join(dirname(relay.script), 'hub-child.mjs');
  const entryPoints = [join(import.meta.dirname, 'hub-child.ts')];
  await build({ entryPoints, outfile: hubScript, bundle: true, platform: 'node', format: 'esm', target: 'node20' });
});
afterAll(() => relay.remove());
beforeEach(async () => {
  hub = await createHubHome();
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  await hub.remove();
});

async function startHub(): Promise<{ child: ChildProcess; path: string }> {
  const child = spawn(process.execPath, [hubScript, hub.home], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  return { child, path: String(line).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function start(): RelayChild {
  const started = startRelay(relay.script, hub.home);
  children.push(started.child);
  return started;
}

test('a relay tells of the death, finds the next hub by itself and works on', async () => {
  const { child } = await startHub();
  const browser = start();
  const notices = [String(await browser.take())];
  await kill(child);
  notices.push(String(await browser.take()));
  await startHub();
  notices.push(String(await browser.take()));
  browser.send('still here');
  expect([...notices, String(await browser.take())]).toEqual([
    '{"relay":"connected"}',
    '{"relay":"away"}',
    '{"relay":"connected"}',
    'still here',
  ]);
});

test('the next hub removes the socket that was left behind', async () => {
  const { child, path } = await startHub();
  await kill(child);
  const left = existsSync(path);
  const next = await startHub();
  expect([left, await readdir(join(hub.home, 'run'))]).toEqual([true, [basename(next.path)]]);
});

test('a peer that comes in between is told that no hub answers', async () => {
  const { child, path } = await startHub();
  await kill(child);
  const browser = start();
  expect(String(await browser.take())).toBe('{"relay":"away"}');
  await expect.poll(browser.stderr).toContain(`No hub answers at ${path}`);
});
