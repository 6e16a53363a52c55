// What a set-up file may say: each fault names the file, the member and what to do, and is found before anything is done.
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSetup } from '../../../electron/core/set-up/read-setup.ts';
import { createTempHome } from '../../support/temp-home.ts';

const machine = { os: 'linux', hostname: 'Worker-7.local', userHome: '/home/ana' } as const;

function folderWith(files: Readonly<Record<string, string>>): string {
  const { folder, remove } = createTempHome();
  onTestFinished(remove);
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  return folder;
}

function read(setup: unknown, files: Readonly<Record<string, string>> = {}) {
  const text = typeof setup === 'string' ? setup : JSON.stringify(setup);
  const file = path.join(folderWith({ ...files, 'setup.json': text }), 'setup.json');
  return readSetup(file, machine);
}

const fault = (setup: unknown, files?: Readonly<Record<string, string>>) =>
  read(setup, files).then(
    () => 'It was taken.',
    (error: Error) => error.message.replace(/\/\S*\//g, '/…/'),
  );

const servers = { files: { command: 'files', args: ['--all'] } };
const fleet = { address: 'tls://nats.example:4222' };

test('All that it names is read with it: files stand beside it, {name} is the name of the hub, and a hub without a name is called as its machine.', async () => {
  const setup = {
    version: 1,
    fleet: { ...fleet, nkey: '{name}.nk', ca: 'ca.pem', signers: { Ops: 'ops.pem' } },
    secrets: { TOKEN: 'token' },
    mcpServers: servers,
    shares: { docs: { server: 'files', hubs: ['gateway'], tools: ['read'] } },
    allow: [{ hub: 'gateway', server: 'files' }],
  };
  const files = { 'worker-7.nk': 'SUSEED\n', 'ops.pem': 'a key', token: 'a secret\n', 'ca.pem': 'a certificate' };
  const found = await read(setup, files);
  expect(found.fleet).toMatchObject({
    name: 'worker-7',
    credential: { kind: 'nkey', seed: 'SUSEED' },
    signers: [{ name: 'Ops', key: 'a key' }],
    allowPlaintext: false,
    prefix: 'pilothouse',
  });
  expect(found.fleet?.ca).toBe(path.join(path.dirname(found.file), 'ca.pem'));
  expect([...found.secrets]).toEqual([['TOKEN', 'a secret']]);
  expect(found.servers).toMatchObject([
    { name: 'files', config: { kind: 'stdio', command: 'files', args: ['--all'] } },
  ]);
  expect(found.shares).toMatchObject([{ share: 'docs', server: 'files', hubs: ['gateway'], readOnly: false }]);
  expect(found.hash).toMatch(/^[0-9a-f]{64}$/);
});

const nobody = { version: 1, fleet, mcpServers: servers, shares: { files: {} } };
test.each([
  ['{ "version": 1,\n "fleet" }', '/…/setup.json:2:10: '],
  ['{ "version": 1, "version": 1 }', '/…/setup.json:1:17: "version" is there twice.'],
  [{ version: 2 }, '/…/setup.json, version: '],
  [{ version: 1, server: {} }, '/…/setup.json: '],
  [{ version: 1, fleet: { ...fleet, name: 'Mia!' } }, '/…/setup.json, fleet.name: '],
  [
    { version: 1, fleet: { ...fleet, nkey: 'none.nk' } },
    '/…/setup.json, fleet.nkey: /…/none.nk cannot be read (ENOENT); put',
  ],
  [{ version: 1, fleet: { ...fleet, nkey: 'a', creds: 'b' } }, '/…/setup.json, fleet: Name one proof'],
  [{ version: 1, fleet: { ...fleet, user: 'mia' } }, '/…/setup.json, fleet: Name one proof'],
  [
    { version: 1, fleet: { ...fleet, signers: { Ops: 'no.pem' } } },
    '/…/setup.json, fleet.signers.Ops: /…/no.pem cannot be read',
  ],
  [{ version: 1, secrets: { KEY: 'empty' } }, '/…/setup.json, secrets.KEY: /…/empty is empty; write'],
  [{ version: 1, secrets: { '9 lives': 'empty' } }, '/…/setup.json, secrets.9 lives: '],
  [{ version: 1, mcpServers: { files: { args: [] } } }, '/…/setup.json, mcpServers.files: '],
  [
    { version: 1, mcpServers: servers, shares: { files: { hubs: ['jun'] } } },
    '/…/setup.json, shares: A server can be shared only in a fleet',
  ],
  [nobody, '/…/setup.json, shares.files: It is shared with nobody; name hubs'],
  [{ ...nobody, shares: { a: { hubs: ['jun'] } } }, '/…/setup.json, shares.a: There is no server a under "mcpServers"'],
  [
    { ...nobody, shares: { files: { hubs: ['jun'] }, b: { server: 'files', hubs: ['jun'] } } },
    '/…/setup.json, shares.b: The server files is shared under another name',
  ],
  [
    { version: 1, mcpServers: servers, allow: [{ hub: 'jun', server: 'b' }] },
    '/…/setup.json, allow.0.server: There is no server b',
  ],
  [
    { version: 1, telemetry: { endpoint: 'http://a.example', spans: {} } },
    'can be read on the way; use https, or write "allowPlainHttp": true',
  ],
  [{ version: 1, telemetry: { logs: {} } }, '/…/setup.json, telemetry.logs: It has no address to be sent to; name'],
  [{ version: 1, telemetry: { endpoint: 'https://me:me@a.example' } }, '/…/setup.json, telemetry.endpoint: '],
  [{ version: 1, telemetry: { traces: {} } }, '/…/setup.json, telemetry: '],
  [{ version: 1, telemetry: { spans: { on: false } } }, '/…/setup.json, telemetry.spans: '],
  [
    { version: 1, telemetry: { endpoint: 'https://a.example', spans: { headers: { 'x-key': 'gone' } } } },
    '/…/setup.json, telemetry.spans.headers.x-key: /…/gone cannot be read',
  ],
  [
    { version: 1, telemetry: { endpoint: 'https://a.example', spans: { headers: { 'x-key': 'lines' } } } },
    '/…/setup.json, telemetry.spans.headers.x-key: ',
  ],
  [
    { version: 1, metrics: { token: 'short' } },
    '/…/setup.json, metrics.token: short holds no token for metrics; write',
  ],
  [{ version: 1, metrics: {} }, '/…/setup.json, metrics.token: '],
])('A fault is said with its place and what to do (%#).', async (setup, said) => {
  expect(await fault(setup, { empty: '\n', short: 'secret', lines: 'a\nb' })).toContain(said);
});

test('A file that everybody may write to is refused: whoever changed it would decide what the hub runs.', async () => {
  const file = path.join(folderWith({ 'setup.json': '{"version": 1}' }), 'setup.json');
  await expect(readSetup(file, machine)).resolves.toMatchObject({ servers: [], fleet: null });
  fs.chmodSync(file, 0o646);
  await expect(readSetup(file, machine)).rejects.toThrow(`chmod o-w ${file}`);
  await expect(readSetup(`${file}.gone`, machine)).rejects.toThrow('cannot be read (ENOENT)');
});

test('So is a key, a proof or a secret that it names: whoever changed those would decide whom the hub trusts.', async () => {
  const setup = {
    version: 1,
    fleet: { ...fleet, nkey: 'nk', ca: 'ca.pem', signers: { Ops: 'ops.pem' } },
    secrets: { KEY: 'key' },
    telemetry: { endpoint: 'https://a.example', spans: { headers: { 'x-key': 'otlp' } } },
    metrics: { token: 'token' },
  };
  const names = {
    ...{ 'telemetry.spans.headers.x-key': 'otlp', 'metrics.token': 'token' },
    ...{ 'fleet.nkey': 'nk', 'fleet.ca': 'ca.pem', 'fleet.signers.Ops': 'ops.pem', 'secrets.KEY': 'key' },
  };
  const texts = Object.fromEntries(Object.values(names).map(name => [name, 'a-text-of-many-characters']));
  const folder = folderWith({ ...texts, 'setup.json': JSON.stringify(setup) });
  const file = path.join(folder, 'setup.json');
  await expect(readSetup(file, machine)).resolves.toMatchObject({ fleet: { name: 'worker-7' } });
  for (const [member, name] of Object.entries(names)) {
    fs.chmodSync(path.join(folder, name), 0o666);
    await expect(readSetup(file, machine)).rejects.toThrow(`${file}, ${member}: Everybody on this machine may write`);
    fs.chmodSync(path.join(folder, name), 0o600);
  }
});
