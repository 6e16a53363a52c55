// `pilothouse catalogue add` on a running hub: what is read before anything is fetched, what the user confirms, and what waits after it.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { askHub } from '../../../electron/core/ask-hub.ts';
import { confirmed } from '../../support/confirmed.ts';
import { openPlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const name = 'io.github.acme/memory';
const entry = {
  name,
  title: 'Memory',
  description: 'Remembers',
  version: '2025.8.4',
  packages: [
    {
      registryType: 'npm',
      identifier: '@modelcontextprotocol/server-memory',
      version: '2025.8.4',
      transport: { type: 'stdio' },
      environmentVariables: [
        { name: 'API_TOKEN', description: 'A token', isRequired: true, isSecret: true },
        { name: 'MODE', choices: ['calm', 'loud'], isRequired: true },
        { name: 'OUTPUT_DIR', description: 'Folder that it writes to', format: 'filepath' },
      ],
    },
  ],
};
const filled = ['catalogue', 'add', name, '--set', 'MODE=calm'];

/** By which npm reaches its registry from this machine. */
const outward = Object.fromEntries(
  Object.entries(process.env).flatMap(([key, value = '']) =>
    /CERT|CA_BUNDLE|_PROXY$/i.test(key) ? [[key, value]] : [],
  ),
);

let place: HubPlace;
let panel: PanelClient;
let file: string;
let source: string;

// One hub for all: to begin one, and to fetch the same package once more, takes longer than most of what is tried here.
beforeAll(async () => {
  place = openPlace();
  panel = await place.panel(await place.serve([], { env: outward }));
  file = path.join(place.folder, 'servers.json');
  fs.writeFileSync(file, JSON.stringify({ servers: [entry] }));
  source = (await panel.request('catalogue:add-source', { kind: 'file', name: 'Ours', address: file })).sourceId;
});

afterAll(() => place.end());

beforeEach(async () => {
  fs.writeFileSync(file, JSON.stringify({ servers: [entry] }));
  await panel.request('catalogue:refresh', { sources: [source] });
  await panel.waitFor(({ catalogueSources }) => catalogueSources[source]?.entries === 1, 'it is read');
  expect([confirmation(), panel.snapshot.installs]).toEqual([undefined, {}]);
});

/** Whatever a test left, also one that failed. */
afterEach(async () => {
  for (const confirmationId of Object.keys(panel.snapshot.confirmations))
    await panel.request('confirmations:answer', { confirmationId, effect: 'deny' }).catch(() => {});
  await panel.catchUp();
  for (const serverId of Object.keys(panel.snapshot.installs)) await panel.request('installs:remove', { serverId });
  const isClean = () => Object.keys({ ...panel.snapshot.installs, ...panel.snapshot.confirmations }).length === 0;
  await until(isClean, 'nothing is left');
});

/** With these lines on standard input. */
function typed(args: readonly string[], input: string) {
  const command = place.start([...args]);
  command.child.stdin?.end(input);
  return command;
}

const confirmation = () => Object.values(panel.snapshot.confirmations)[0];

test('An entry is shown, fetched once the panel confirms what is fetched, and waits for approval; its secret is nowhere but kept.', async () => {
  const command = typed([...filled, '--yes'], 'API_TOKEN=sesame-open-0815\n');
  await until(() => confirmation() !== undefined, 'it waits in the panel');
  expect(confirmation()?.change).toMatchObject({
    request: 'installs:begin',
    what: { kind: 'install-begun', server: 'Memory', entry: `${name} 2025.8.4` },
    shown: expect.stringContaining('@modelcontextprotocol/server-memory@2025.8.4'),
  });
  expect(JSON.stringify(panel.snapshot)).not.toContain('sesame-open-0815');
  expect(panel.snapshot.installs).toEqual({});
  expect(command.stdout()).toContain('It will run: npx -y @modelcontextprotocol/server-memory@2025.8.4');
  const { code, stderr } = await confirmed(panel, command.ended);
  expect([code, stderr]).toEqual([0, expect.stringContaining('pilothouse servers approve Memory')]);
  expect(panel.snapshot.servers['memory']?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
  const { entries } = await panel.request('audit:query', { filter: {}, count: 50 });
  const kept = JSON.stringify([panel.snapshot, entries, stderr, command.stdout()]);
  expect(kept).toContain('install-begun');
  expect(kept).not.toContain('sesame-open-0815');

  const listed = await place.run(['installs', 'list']);
  expect(listed.stdout).toMatch(/^Memory +npm @modelcontextprotocol\/server-memory +2025\.8\.4 +ready/m);
  expect(await confirmed(panel, place.run(['installs', 'cancel', 'Memory']))).toMatchObject({ code: 0 });
  await panel.waitFor(({ servers, installs }) => !servers['memory'] && !installs['memory'], 'it is gone');
});

test('Where the panel refuses it, nothing is fetched and no server is there.', async () => {
  const { code, stderr } = await confirmed(panel, typed([...filled, '--yes'], 'API_TOKEN=x\n').ended, 'deny');
  expect([code, stderr]).toEqual([3, expect.stringContaining('Nothing was changed')]);
  expect([panel.snapshot.installs, panel.snapshot.servers['memory']]).toEqual([{}, undefined]);
});

test.each<[string, string[], string, string]>([
  ['nobody says yes', filled, 'API_TOKEN=x\n', 'then say --yes'],
  ['a secret stands in the arguments', [...filled, '--yes', '--set', 'API_TOKEN=x'], '', 'every program here can read'],
  ['a secret is missing', [...filled, '--yes'], '', 'API_TOKEN'],
  ['a value is missing', ['catalogue', 'add', name, '--yes'], 'API_TOKEN=x\n', 'MODE'],
  ['it does not ask for a value', [...filled, '--yes', '--set', 'OTHER=1'], 'API_TOKEN=x\n', 'OTHER'],
  ['there is no such way', [...filled, '--yes', '--way', '2'], '', 'There is no way 2'],
  ['there is no such entry', ['catalogue', 'add', 'io.github.acme/other'], '', 'No source has an entry'],
])('Nothing waits and nothing is fetched where %s.', async (_why, args, input, sentence) => {
  const { code, stderr } = await typed(args, input).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  expect([confirmation(), panel.snapshot.installs]).toEqual([undefined, {}]);
});

const asked = (more: object = {}) => ({
  from: { kind: 'entry' as const, sourceId: source, name, version: '2025.8.4', way: 0 },
  ...{ name: 'Mine', values: { 'variable:MODE': ['calm'], 'variable:OUTPUT_DIR': [path.join(place.folder, 'out')] } },
  ...more,
});

test.each<[string, object | null | undefined, (folder: string) => string[]]>([
  ['no walls', null, () => ['walls: none']],
  [
    'walls of its own',
    { network: 'hosts', hosts: ['collect.example'], folders: [{ path: '/srv/all', writable: true }] },
    () => ['network: collect.example', 'folder: /srv/all +w'],
  ],
  // A value that is a place is held.
  ['nothing of walls', undefined, folder => [`folder: ${folder} +w`]],
])(
  'A shell that asks for %s has exactly that shown to the user, with the source, and it is what holds.',
  async (_what, walls, lines) => {
    const ended = askHub(place.home, 'installs:begin', asked(walls === undefined ? {} : { walls }));
    ended.catch(() => {});
    await until(() => confirmation() !== undefined, 'it waits in the panel');
    const { change } = confirmation() ?? {};
    const shown = String(change && 'shown' in change ? change.shown : '').split('\n');
    expect(shown).toEqual(
      expect.arrayContaining([`Ours (${file})`, 'MODE=calm', ...lines(path.join(place.folder, 'out'))]),
    );
    const { serverId } = await confirmed(panel, ended);
    await panel.waitFor(({ servers }) => servers[serverId] !== undefined, 'the panel has heard of it');
    const held = panel.snapshot.servers[serverId]?.options.sandbox;
    if (walls === undefined) expect(held?.folders).toEqual([{ path: path.join(place.folder, 'out'), writable: true }]);
    else expect(held).toEqual(walls);
  },
);

test('What its source says otherwise while it waits is not begun.', async () => {
  const ended = askHub(place.home, 'installs:begin', asked());
  ended.catch(() => {});
  await until(() => confirmation() !== undefined, 'it waits in the panel');
  const other = {
    ...entry,
    packages: [{ ...entry.packages[0], packageArguments: [{ type: 'positional', value: '/' }] }],
  };
  fs.writeFileSync(file, JSON.stringify({ servers: [other] }));
  const before = panel.snapshot.catalogueSources[source]?.freshAt ?? 0;
  await panel.request('catalogue:refresh', { sources: [source] });
  const readAt = () => panel.snapshot.catalogueSources[source]?.freshAt ?? 0;
  await until(() => readAt() > before, 'it is read anew');
  await expect(confirmed(panel, ended)).rejects.toThrow('changed while it waited');
  expect(panel.snapshot.installs).toEqual({});
});

test('What the policy forbids is refused with the reason, and what was installed before is blocked by it.', async () => {
  const command = typed([...filled, '--yes', '--name', 'Mine'], 'API_TOKEN=x\n');
  expect(await confirmed(panel, command.ended)).toMatchObject({ code: 0 });
  const hash = panel.snapshot.servers['mine']?.hash ?? '';
  await panel.request('servers:approve', { serverId: 'mine', hash });
  await panel.waitFor(({ servers }) => servers['mine']?.state.kind === 'running', 'it runs');
  const rule = { id: 'no-acme', effect: 'deny', namespaces: ['io.github.acme'], reason: 'Not checked yet.' };
  const policy = { version: 1, rules: [], catalogue: { rules: [rule] } };
  fs.writeFileSync(path.join(place.home, 'policy.json'), JSON.stringify(policy));
  await panel.waitFor(({ servers }) => servers['mine']?.state.kind === 'blocked', 'it is blocked');
  expect(panel.snapshot.servers['mine']?.state).toMatchObject({ by: 'policy' });
  const { code, stderr } = await typed([...filled, '--yes'], 'API_TOKEN=x\n').ended;
  expect([code, stderr]).toEqual([3, expect.stringContaining('Not checked yet.')]);
});
