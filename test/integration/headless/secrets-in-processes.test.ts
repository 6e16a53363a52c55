// Attack: another account lists the processes of this machine. No secret of the hub stands in what any of them was started with.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { openPlace } from '../../support/hub-process.ts';
import { installOpener, plantOpener } from '../../support/opener.ts';
import { PanelClient, until } from '../../support/panel-client.ts';
import { processesBelow } from '../../support/started-with.ts';
import { filesBelow } from '../../support/temp-home.ts';
import { runSample } from '../hub/scenes.ts';
import type { HubPlace, HubProcess } from '../../support/hub-process.ts';
import type { Opener } from '../../support/opener.ts';
import type { StartedWith } from '../../support/started-with.ts';

const environmentToken = 'canary-of-the-environment-0123456789abcdef';
const serverSecret = 'canary-of-a-server-0123456789abcdef';
const silent = `process.stdin.on('data', () => {}); setInterval(() => {}, 1000)`;

let place: HubPlace;
let hub: HubProcess;
let panel: PanelClient;
let opener: Opener;
let planted: ReturnType<typeof plantOpener>;

beforeAll(async () => {
  place = openPlace();
  planted = plantOpener(place.folder);
  opener = installOpener(place.folder, `${planted.bin}:${place.env['PATH']}`, true);
  hub = await place.serve(['--open'], { env: { ...opener.env, CLAUDE_BROWSER_AUTH_TOKEN: environmentToken } });
  await until(() => opener.opened().length === 1 || planted.wasStarted(), 'the browser is opened');
});

afterAll(() => place.end());

function pages(): string[] {
  return filesBelow(path.join(place.home, 'pages'));
}

test('The browser is handed a private file in place of an address, and the file is gone once its token was traded.', async () => {
  const [file = ''] = opener.opened();
  expect(file).not.toContain('token');
  expect(path.dirname(file)).toBe(path.join(place.home, 'pages'));
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  expect(fs.readFileSync(file, 'utf8')).toContain(hub.url);
  panel = await place.panel(hub);
  await until(() => pages().length === 0, 'the page is removed');
});

test('The browser is opened by the program of the system, not by one of the same name that a project has put first in the PATH.', () => {
  expect(planted.wasStarted()).toBe(false);
  expect(opener.opened()).toHaveLength(1);
});

test('A second start with --open leads the browser there in the same way.', async () => {
  const asked = place.run(['serve', '--port', '0', '--mcp-port', '0', '--open'], { env: opener.env });
  const second = await confirmed(panel, asked);
  expect(second.code).toBe(0);
  await until(() => opener.opened().length === 2, 'the browser is opened again');
  expect(opener.opened()[1]).not.toContain('token');
  expect(pages()).toHaveLength(1);
  const [url = ''] = /http:\S+#token=\S+/.exec(second.stdout) ?? [];
  await (await PanelClient.open(url)).close();
  await until(() => pages().length === 0, 'the second page is removed');
});

test('No process of the hub was started with a secret but the one of its own.', async () => {
  const credential = await panel.request('clients:create', { name: 'Somebody', start: 'ask' });
  await runSample(panel);
  await panel.request('secrets:set', { name: 'CANARY', value: serverSecret });
  const env = { CANARY: '${secret:CANARY}' };
  const text = JSON.stringify({ mcpServers: { keeper: { command: process.execPath, args: ['-e', silent], env } } });
  await panel.request('servers:add', { kind: 'json', text });
  await panel.waitFor(({ servers }) => 'keeper' in servers, 'the server is shown');
  await panel.request('servers:approve', { serverId: 'keeper', hash: panel.snapshot.servers['keeper']?.hash ?? '' });
  await place.stdioAgent(credential, ['--no-start']);
  const holdsSecret = ({ environment }: StartedWith) => environment.includes(serverSecret);
  await until(() => processesBelow(place.folder).some(holdsSecret), 'the server runs');

  const processes = processesBelow(place.folder);
  // The hub, two browsers, two runners, two servers, the agent's shim.
  expect(processes.length).toBeGreaterThanOrEqual(8);
  const secrets: Readonly<Record<string, string>> = {
    'the token of the panel': hub.url.split('#token=')[1] ?? '',
    'the key of the panel': panel.key,
    'the token of a client': credential.http.token,
    'the secret of a client': fs.readFileSync(path.join(place.home, 'secrets/clients', credential.client.id), 'utf8'),
    'the key of the hub': fs.readFileSync(path.join(place.home, 'secrets/hub.key'), 'utf8'),
    'the token of the environment': environmentToken,
    'the secret of a server': serverSecret,
  };
  expect(Object.values(secrets).every(secret => secret.length > 30)).toBe(true);
  const found = processes.flatMap(({ pid, command, environment }) =>
    Object.entries(secrets).flatMap(([what, secret]) => [
      ...(command.includes(secret) ? [`${what} in the arguments of ${command}`] : []),
      ...(environment.includes(secret) && !isItsOwn(what, pid, command) ? [`${what} given to ${command}`] : []),
    ]),
  );
  expect(found).toEqual([]);
});

/** Who started the hub named the token to it, and a server cannot use a secret that it is not given. */
function isItsOwn(what: string, pid: number, command: string): boolean {
  if (what === 'the token of the environment') return pid === hub.pid;
  return what === 'the secret of a server' && command.includes(silent);
}

test('What a killed hub left is removed by the next one, and an unused page when the hub ends.', async () => {
  await hub.kill('SIGKILL');
  fs.mkdirSync(path.join(place.home, 'pages'), { recursive: true });
  fs.writeFileSync(path.join(place.home, 'pages', 'left.html'), 'left');
  const next = await place.serve(['--open'], { env: opener.env });
  expect(pages()).toHaveLength(1);
  expect(pages()).not.toContain('left.html');
  await next.kill('SIGTERM');
  expect(pages()).toEqual([]);
  for (const { pid, command } of processesBelow(place.folder)) if (command.startsWith('sleep')) process.kill(pid);
});
