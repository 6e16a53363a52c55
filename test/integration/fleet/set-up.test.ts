// A worker hub that no panel is ever opened of: set up by a file, as docs/deploy.md says it from nothing, with a real NATS, a built hub and a built gateway.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPolicyFleet } from '../../support/fleet-policy.ts';
import { policySigner } from '../../support/fleet-signer.ts';
import { isReady, openAgent } from '../../support/gateways.ts';
import { cliPath, usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith, providedPath, repositoryRoot } from '../../support/provided.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { CliProcess, HubPlace } from '../../support/hub-process.ts';
import type { NatsServer } from '../../support/nats-server.ts';

const everything = path.join(repositoryRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const textOf = ({ content }: { readonly content?: unknown }) => JSON.stringify(content);

interface Stack {
  readonly place: HubPlace;
  readonly nats: NatsServer;
  /** deploy/fleet, with what the page has made in secrets/. */
  readonly folder: string;
  /** Runs lines of the page; what they have printed. */
  shell(lines: string): string;
}

/** The blocks of commands of docs/deploy.md beneath this heading, without what is docker's. */
function blocksOf(heading: string): string[] {
  const page = fs.readFileSync(path.join(repositoryRoot, 'docs/deploy.md'), 'utf8');
  const section = page.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? '';
  const blocks = section.split('\n\n').filter(part => part.startsWith('    '));
  return blocks.map(block => {
    const lines = block.split('\n').map(line => line.slice(4));
    return lines.filter(line => !/^(?:docker|kubectl|helm|cd) /.test(line)).join('\n');
  });
}

async function openStack(): Promise<Stack> {
  const place = usePlace();
  const { folder, remove } = createTempHome();
  onTestFinished(remove);
  fs.cpSync(path.join(repositoryRoot, 'deploy/fleet'), folder, { recursive: true });
  fs.mkdirSync(path.join(folder, 'bin'));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${cliPath}" --home "${place.home}" "$@"\n`;
  fs.writeFileSync(path.join(folder, 'bin/pilothouse'), program, { mode: 0o755 });
  const nats = await startNats();
  onTestFinished(() => nats.remove());
  const shell = (lines: string) =>
    execFileSync('sh', ['-ec', lines.replaceAll('nats://127.0.0.1:4222', nats.url)], {
      cwd: folder,
      env: { ...place.env, PATH: `${folder}/bin:${process.env.PATH}` },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  return { place, nats, folder, shell };
}

/** As the container of this name finds it: the address of NATS and the places of secrets are those of this test. */
function setupOf({ nats, folder }: Stack, name: string, change: (setup: Setup) => void = () => {}): string {
  const text = fs
    .readFileSync(path.join(folder, 'worker.json'), 'utf8')
    .replace('nats://nats:4222', nats.url)
    .replaceAll('/run/secrets/signer', path.join(folder, 'secrets/signer.pem'))
    .replaceAll('/run/secrets/{name}-nkey', path.join(folder, 'secrets/{name}.nk'));
  const setup = JSON.parse(text) as Setup;
  setup.fleet = { ...setup.fleet, name };
  setup.mcpServers = { files: { command: process.execPath, args: [everything] } };
  change(setup);
  const file = path.join(folder, `${name}.json`);
  fs.writeFileSync(file, JSON.stringify(setup, null, 2), { mode: 0o600 });
  return file;
}

interface Setup {
  fleet?: Record<string, unknown>;
  mcpServers: Record<string, unknown>;
  shares: Record<string, unknown>;
  allow: unknown[];
  secrets?: Record<string, string>;
}

/** The secrets of the page, NATS with its accounts, and the fleet in it. Resolves with the token of the client `ci`. */
async function fromNothing(stack: Stack): Promise<string> {
  const [keys = '', fleet = ''] = blocksOf('A fleet with gateways');
  expect(keys).toContain('fleet nkey worker-2');
  stack.shell(keys);
  for (const name of ['admin', 'gateway', 'worker-1', 'worker-2'])
    expect(fs.statSync(path.join(stack.folder, `secrets/${name}.nk`)).mode & 0o777).toBe(0o600);
  stack.nats.configure(fs.readFileSync(path.join(stack.folder, 'secrets/accounts.conf'), 'utf8'));
  await stack.nats.restart();
  // The configuration of the container, where its files lie there.
  const root = path.join(stack.folder, 'root');
  const put = (from: string, to: string) => {
    fs.mkdirSync(path.dirname(path.join(root, to)), { recursive: true });
    fs.copyFileSync(path.join(stack.folder, from), path.join(root, to));
  };
  put('nats.conf', 'etc/nats/nats.conf');
  put('secrets/accounts.conf', 'run/secrets/nats-accounts');
  execFileSync(providedPath('nats'), ['-t', '-c', path.join(root, 'etc/nats/nats.conf')], { stdio: 'pipe' });
  const said = stack.shell(fleet);
  const [token = ''] = /ph_\S+/.exec(said) ?? [];
  expect(token).not.toBe('');
  return token;
}

async function worker({ place }: Stack, name: string, file: string): Promise<CliProcess> {
  const args = ['serve', '--port', '0', '--mcp-port', '0'];
  const started = place.start(args, { home: `${place.home}-${name}`, env: { PILOTHOUSE_SETUP: file } });
  let over = false;
  void started.ended.then(() => (over = true));
  await until(() => over || started.stdout().includes('#token='), 'the worker runs');
  if (over) throw new Error(started.stdout() + started.stderr());
  return started;
}

async function gateway({ place, nats, folder }: Stack): Promise<string> {
  const secrets = path.join(folder, 'secrets');
  // The variables of the compose file, but for where things are.
  const env = {
    PILOTHOUSE_GATEWAY_NATS: nats.url,
    PILOTHOUSE_GATEWAY_PLAINTEXT: 'true',
    PILOTHOUSE_GATEWAY_NAME: 'gateway',
    PILOTHOUSE_GATEWAY_NKEY: `${secrets}/gateway.nk`,
    PILOTHOUSE_GATEWAY_SIGNERS: `Ops=${secrets}/signer.pem`,
    PILOTHOUSE_GATEWAY_STATE_KEY: `${secrets}/state.key`,
    PILOTHOUSE_GATEWAY_LISTEN: '127.0.0.1:0',
    PILOTHOUSE_GATEWAY_HOSTS: 'localhost',
  };
  const started = place.start(['serve', '--gateway'], { env });
  await until(() => /127\.0\.0\.1:\d+/.test(started.stdout()), 'the gateway listens');
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(started.stdout())?.[1]);
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return { status: answer.status, text: await answer.text() };
  };
  await isReady({ ...started, port, ready });
  return `http://127.0.0.1:${port}/mcp`;
}

describeWith(['nats'], 'A worker without a panel', () => {
  test('From nothing, as docs/deploy.md says it: a call of a client goes through a gateway to workers that a file has set up, without a question.', async () => {
    const stack = await openStack();
    const token = await fromNothing(stack);
    await worker(stack, 'worker-1', setupOf(stack, 'worker-1'));
    await worker(stack, 'worker-2', setupOf(stack, 'worker-2'));
    const agent = await openAgent(await gateway(stack), token);
    await until(async () => (await agent.listTools()).tools.length > 0, 'the tools are there');
    expect(textOf(await agent.callTool({ name: 'files__echo', arguments: { message: 'through' } }))).toContain(
      'through',
    );
    // A tool that does not say that it only reads needs the word of the file.
    expect(textOf(await agent.callTool({ name: 'files__toggle-simulated-logging', arguments: {} }))).not.toContain(
      'ERR_',
    );
  }, 180_000);

  test('Without the word of the file a call that acts is not carried out, and what the fleet no longer shares is gone at the next start.', async () => {
    const stack = await openStack();
    const token = await fromNothing(stack);
    const first = await worker(stack, 'worker-1', setupOf(stack, 'worker-1'));
    const url = await gateway(stack);
    const agent = await openAgent(url, token);
    await until(async () => (await agent.listTools()).tools.length > 0, 'the tools are there');
    await first.kill('SIGTERM');
    // Who it is in its fleet is kept: it comes back under its name, and with a file that gives less.
    const narrower = setupOf(stack, 'worker-1', setup => {
      setup.allow = [];
      setup.shares = { files: { hubs: ['gateway'], tools: ['echo', 'toggle-simulated-logging'] } };
    });
    const second = await worker(stack, 'worker-1', narrower);
    const echo = { name: 'files__echo', arguments: { message: 'again' } };
    await until(async () => textOf(await agent.callTool(echo).catch(() => ({}))).includes('again'), 'it is back');
    // Whether the gateway has heard of it by then or not.
    const sum = await agent.callTool({ name: 'files__get-sum', arguments: { a: 1, b: 2 } });
    expect(textOf(sum)).toMatch(/is not shared|There is no tool/);
    const acting = await agent.callTool({ name: 'files__toggle-simulated-logging', arguments: {} });
    expect(textOf(acting)).toContain('ERR_');
    expect(acting.isError).toBe(true);
    await second.kill('SIGTERM');

    // Another key than before, and a place where nothing answers: nothing is lost by the mistake.
    const wrong = setupOf(stack, 'worker-1', ({ fleet }) =>
      Object.assign(fleet ?? {}, { address: 'nats://127.0.0.1:1' }),
    );
    const ended = await stack.place.start(['serve', '--setup', wrong], { home: `${stack.place.home}-worker-1` }).ended;
    expect(ended).toMatchObject({ code: 2 });
    expect(ended.stderr).toContain(`${wrong}, fleet: `);
    const third = await worker(stack, 'worker-1', setupOf(stack, 'worker-1'));
    await until(
      async () => textOf(await agent.callTool(echo).catch(() => ({}))).includes('again'),
      'it is still in it',
    );
    await third.kill('SIGTERM');
  }, 240_000);
});

describeWith(['nats'], 'A file that shares a server no more', () => {
  test('takes it back also where somebody has taken the hub out of its fleet: the next start joins, and tells of no share.', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const place = usePlace();
    const { folder, remove } = createTempHome();
    onTestFinished(remove);
    const file = path.join(folder, 'setup.json');
    const start = async (shares: object) => {
      const files = { command: process.execPath, args: [everything] };
      const fleet = { address: nats.url, name: 'worker', allowPlaintext: true };
      const setup = { version: 1, fleet, mcpServers: { files, mark: files }, shares };
      fs.writeFileSync(file, JSON.stringify(setup), { mode: 0o600 });
      const hub = await place.serve(['--setup', file]);
      return { hub, panel: await place.panel(hub) };
    };
    expect((await place.run(['fleet', 'init', nats.url])).code).toBe(0);
    const first = await start({ files: { hubs: ['gateway'] } });
    await first.panel.waitFor(({ fleetServers }) => 'worker/files' in fleetServers, 'it is told');
    await first.panel.request('fleet:leave', {});
    await first.hub.kill('SIGTERM');
    const second = await start({ mark: { hubs: ['gateway'] } });
    await second.panel.waitFor(({ fleetServers }) => 'worker/mark' in fleetServers, 'what it shares now is told');
    const connection = await connect({ servers: nats.url });
    onTestFinished(() => connection.close());
    const told: string[] = [];
    for await (const key of await (await new Kvm(connection).open('pilothouse-shares')).keys()) told.push(key);
    expect(told).toEqual(['worker.mark']);
  }, 120_000);
});

const lasting = ({ grants, servers }: Snapshot) => ({
  grants: Object.values(grants).map(({ id, subject, tools, resource }) => ({ id, subject, tools, resource })),
  servers: Object.values(servers)
    .filter(({ state }) => state.kind !== 'blocked')
    .map(({ id, hash }) => ({ id, hash })),
});

const atPlace = () => {
  const place = usePlace();
  const { folder, remove } = createTempHome();
  onTestFinished(remove);
  const file = path.join(folder, 'setup.json');
  return {
    ...{ place, folder, file },
    write: (content: object) => fs.writeFileSync(file, JSON.stringify(content), { mode: 0o600 }),
    start: async () => {
      const hub = await place.serve(['--setup', file]);
      return { hub, panel: await place.panel(hub) };
    },
  };
};

describeWith(['nats'], 'The fleet of a file', () => {
  const sharing = (address: string, more: object = {}) => ({
    version: 1,
    fleet: { address, name: 'mia', signers: { Ops: 'ops.key' }, ...more },
    mcpServers: { tools: { command: process.execPath, args: [everything] } },
    shares: { tools: { hubs: ['jun'] } },
  });

  test('Its policy holds from the first moment on, also with another role; nothing is left for that, and what is shared no more is gone from the fleet.', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const ops = policySigner();
    const { wire, put } = await startPolicyFleet(nats.url);
    await put(ops.sign({ version: 1, pauseAll: true }));
    const { folder, write, start } = atPlace();
    fs.writeFileSync(path.join(folder, 'ops.key'), ops.signer.key, { mode: 0o600 });
    write(sharing(nats.url));
    const paused = { version: 1, pausesAll: true };
    const one = await start();
    expect(one.panel.snapshot.hub.fleet?.policy).toMatchObject(paused);
    const shares = await wire.kv('shares');
    const isShared = async () => (await shares.get('mia.tools').catch(() => null))?.operation === 'PUT';
    await until(isShared, 'it is shared');
    await one.hub.kill('SIGTERM');

    write(sharing(nats.url, { roles: ['ops'] }));
    const two = await start();
    expect(two.panel.snapshot.hub.fleet).toMatchObject({ roles: ['ops'], policy: paused });
    const { entries } = await two.panel.request('audit:query', { count: 100 });
    expect(entries.map(({ what }) => what)).toContain('fleet:rename');
    expect(entries.map(({ what }) => what)).not.toContain('fleet:leave');
    // It has no time to say what it no longer shares.
    await two.hub.kill('SIGKILL');

    // A hub starts while its fleet is away, and what was in force is.
    await nats.kill();
    const three = await start();
    expect(three.panel.snapshot.hub.fleet?.policy).toMatchObject(paused);
    await three.hub.kill('SIGTERM');
    await nats.restart();
    await until(isShared, 'it stands there still');

    write({ ...sharing(nats.url, { roles: ['ops'] }), shares: {} });
    const four = await start();
    await four.panel.waitFor(({ hub }) => hub.fleet?.state === 'online', 'it is online');
    await until(
      async () => (await shares.get('mia.tools').catch(() => null))?.operation === 'DEL',
      'it is shared no more',
    );
    await four.hub.kill('SIGTERM');
  }, 180_000);

  test('Another server with a fleet of other people is another fleet: what was open to the hubs of the one before ends, and nothing that waited for that one goes there.', async () => {
    const [own, other] = [await startNats(), await startNats()];
    onTestFinished(() => Promise.all([own.remove(), other.remove()]).then(() => {}));
    const { place, folder, write, start } = atPlace();
    fs.writeFileSync(path.join(folder, 'ops.key'), policySigner().signer.key, { mode: 0o600 });
    for (const { url } of [own, other]) expect((await place.run(['fleet', 'init', url])).code).toBe(0);
    write(sharing(own.url));
    const one = await start();
    const { panel } = one;
    await panel.waitFor(({ fleetServers }) => 'mia/tools' in fleetServers, 'it is shared');
    const whom = { roles: [], tools: null, readOnly: false, description: '' };
    await panel.request('fleet:share', { serverId: 'tools', share: 'beside', hubs: ['eve'], ...whom });
    await panel.waitFor(({ fleetServers }) => 'mia/beside' in fleetServers, 'that is shared too');
    // What stands in the audit from here on waits.
    await own.kill();
    await panel.waitFor(({ hub }) => hub.fleet?.state === 'offline', 'it is offline');
    for (const scope of ['servers:call', 'hub:panel'] as const)
      await panel.request('grants:set', { subject: { kind: 'hub', id: 'eve' }, scope, effect: 'allow' });
    await one.hub.kill('SIGTERM');

    write(sharing(other.url));
    const two = await start();
    await two.panel.waitFor(({ fleetServers }) => 'mia/tools' in fleetServers, 'what the file shares is shared there');
    const { grants, hub } = two.panel.snapshot;
    expect(hub.fleet).toMatchObject({ state: 'online', address: other.url });
    expect(Object.values(grants).filter(({ subject }) => subject.kind === 'hub')).toEqual([]);
    const connection = await connect({ servers: other.url });
    onTestFinished(() => connection.close());
    const told: string[] = [];
    for await (const key of await (await new Kvm(connection).open('pilothouse-shares')).keys()) told.push(key);
    expect(told).toEqual(['mia.tools']);
    // Something that comes after all that had waited.
    await two.panel.request('grants:set', {
      ...{ subject: { kind: 'hub', id: 'newest' }, scope: 'servers:call', effect: 'allow' },
    });
    const { streams } = await jetstreamManager(connection);
    const sent = async () => {
      const { state } = await streams.info('pilothouse-audit');
      const all = Array.from({ length: state.messages }, (_, at) => state.first_seq + at);
      const read = all.map(seq => streams.getMessage('pilothouse-audit', { seq }));
      return (await Promise.all(read)).map(message => message?.string() ?? '').join('');
    };
    await until(async () => (await sent()).includes('newest'), 'the audit comes there');
    expect(await sent()).not.toMatch(/\beve\b/);
    await two.hub.kill('SIGTERM');
  }, 120_000);
});

describe('A hub and its file', () => {
  const atKeyedPlace = () => {
    const own = atPlace();
    fs.writeFileSync(path.join(own.folder, 'key'), 'first\n', { mode: 0o600 });
    return own;
  };
  const setup = (args: readonly string[], more: object = {}) => ({
    version: 1,
    mcpServers: { tools: { command: process.execPath, args: [everything, ...args], env: { KEY: '${secret:KEY}' } } },
    secrets: { KEY: 'key' },
    allow: [{ hub: 'gateway', server: 'tools', tools: ['echo'] }],
    ...more,
  });
  test('What it says holds after each start, the same file changes nothing, another one what it says otherwise, and the audit names it.', async () => {
    const { file, write, start, folder } = atKeyedPlace();
    write(setup([]));
    const one = await start();
    await one.panel.waitFor(({ servers }) => servers['tools']?.state.kind === 'running', 'the server runs');
    const first = lasting(one.panel.snapshot);
    expect(first.grants).toMatchObject([{ subject: { kind: 'hub', id: 'gateway' }, tools: ['tools/echo'] }]);
    const { entries } = await one.panel.request('audit:query', { count: 100 });
    const approval = entries.find(({ what }) => what === 'servers:approve');
    expect(approval?.changedBy).toContain(`the set-up file ${file} (sha256 `);
    await one.hub.kill('SIGTERM');

    const two = await start();
    await two.panel.waitFor(({ servers }) => servers['tools']?.state.kind === 'running', 'the server runs');
    expect(lasting(two.panel.snapshot)).toEqual(first);
    const after = await two.panel.request('audit:query', { count: 100 });
    expect(after.entries.filter(({ changedBy }) => changedBy?.includes('set-up file')).length).toBe(
      entries.filter(({ changedBy }) => changedBy?.includes('set-up file')).length,
    );
    // What was changed in the panel meanwhile is the file's again, and so is what a person has allowed beside it left alone.
    const other = { subject: { kind: 'hub', id: 'jun' }, scope: 'servers:call', effect: 'allow' } as const;
    const { grant } = await two.panel.request('grants:set', other);
    await two.panel.request('servers:configure', {
      serverId: 'tools',
      config: { kind: 'stdio', command: '/bin/false', args: [], cwd: null, variables: {} },
    });
    await two.hub.kill('SIGTERM');
    fs.writeFileSync(path.join(folder, 'key'), 'second\n', { mode: 0o600 });
    const three = await start();
    await three.panel.waitFor(({ servers }) => servers['tools']?.state.kind === 'running', 'the server runs');
    expect(lasting(three.panel.snapshot)).toEqual({
      ...first,
      grants: [...first.grants, expect.objectContaining({ id: grant.id })],
    });
    await three.hub.kill('SIGTERM');

    write(setup(['stdio'], { allow: [] }));
    const four = await start();
    await four.panel.waitFor(({ servers }) => servers['tools']?.state.kind === 'running', 'the server runs');
    expect(four.panel.snapshot.servers['tools']?.hash).not.toBe(first.servers[0]?.hash);
    expect(lasting(four.panel.snapshot).grants.map(({ id }) => id)).toEqual([grant.id]);
    await four.hub.kill('SIGTERM');

    write({ version: 1 });
    const five = await start();
    expect(five.panel.snapshot.servers).not.toHaveProperty('tools');
    expect((await five.panel.request('secrets:list', {})).secrets).toEqual([]);
  }, 180_000);

  test('It opens nothing for the command line, which waits for the panel as ever; a second start on its home is told.', async () => {
    const { place, file, write, start } = atKeyedPlace();
    write(setup([]));
    await start();
    const allowing = place.start(['grants', 'allow', '--hub', 'eve', '--scope', 'servers:call']);
    await until(() => allowing.stderr().includes('It waits for your confirmation in the panel'), 'it waits');
    await allowing.kill('SIGTERM');
    const again = await place.start(['serve', '--setup', file]).ended;
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('has not taken the file');
  }, 60_000);

  test('A fault ends the start with a code that is not 0, the file, the member and what to do; no address of a panel is given out.', async () => {
    const { place, file, write, folder } = atPlace();
    for (const [content, said] of [
      [{ version: 1, allow: [{ hub: 'a', server: 'b' }] }, `${file}, allow.0.server: There is no server b`],
      [{ version: 1, secrets: { KEY: 'gone' } }, `${file}, secrets.KEY: ${folder}/gone cannot be read`],
      [{ version: 1, mcpServers: { a: { command: 'a', env: { TOKEN: '<your token>' } } } }, `${file}, mcpServers.a: `],
    ] as const) {
      write(content);
      const ended = await place.start(['serve'], { env: { PILOTHOUSE_SETUP: file } }).ended;
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toContain(said);
    }
  }, 60_000);
});
