// A hub that cannot run says why in one sentence that names the thing and the remedy, fails, and harms nothing.
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import Database from 'libsql/promise';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inEnglish } from '../../../words/english.ts';
import { usePlace } from '../../support/hub-process.ts';
import { saying } from '../../support/saying.ts';
import { answer, runSample, runSpeaker, say } from '../hub/scenes.ts';
import type { HubPlace } from '../../support/hub-process.ts';

const serve = ['serve', '--port', '0', '--mcp-port', '0'];

/** Runs `serve` to its end and returns the one sentence that it failed with. */
async function failure(place: HubPlace, args: readonly string[] = serve, home = place.home): Promise<string> {
  const { code, signal, stdout, stderr } = await place.run(args, { home });
  expect({ code, signal, stdout }).toEqual({ code: 1, signal: null, stdout: '' });
  expect(stderr).toMatch(/^pilothouse: [^\n]+\n$/);
  await expect.poll(place.processes).toEqual([]);
  expect(place.leftovers().filter(file => file.endsWith('.sock') || file.includes('endpoint'))).toEqual([]);
  return stderr.slice('pilothouse: '.length, -1);
}

/** A home that a hub has used and left. */
async function usedHome(): Promise<HubPlace> {
  const place = usePlace();
  await (await place.serve()).kill('SIGTERM');
  return place;
}

async function takePort(): Promise<number> {
  const server = net.createServer(socket => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as net.AddressInfo).port;
}

describe('the data home', () => {
  test('is a file', async () => {
    const place = usePlace();
    fs.writeFileSync(place.home, 'mine');
    expect(await failure(place)).toMatch(
      new RegExp(
        `^The data home ${place.home} cannot be used \\(.+\\)\\. Make it yours and writable, or start with --home DIR\\.$`,
      ),
    );
    expect(fs.readFileSync(place.home, 'utf8')).toBe('mine');
  });

  test('lies below a file', async () => {
    const place = usePlace();
    fs.writeFileSync(path.join(place.folder, 'file'), '');
    const home = path.join(place.folder, 'file', 'home');
    expect(await failure(place, serve, home)).toContain(`The data home ${home} cannot be used (ENOTDIR`);
  });

  test.runIf(process.platform === 'linux')('cannot be made', async () => {
    expect(await failure(usePlace(), serve, '/proc/pilothouse')).toMatch(
      /^The data home \/proc\/pilothouse cannot be used \(.+\)\. Make it yours and writable, or start with --home DIR\.$/,
    );
  });

  test('is a link to somewhere else', async () => {
    const place = usePlace();
    fs.mkdirSync(path.join(place.folder, 'elsewhere'));
    fs.symlinkSync(path.join(place.folder, 'elsewhere'), place.home);
    expect(await failure(place)).toContain(`${place.home} is no folder`);
    expect(fs.readdirSync(path.join(place.folder, 'elsewhere'))).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('has a path that is too long for a socket', async () => {
    const place = usePlace();
    const home = path.join(place.folder, 'x'.repeat(90));
    expect(await failure(place, serve, home)).toMatch(
      /^The socket path .* has \d+ bytes and at most 107 work here; choose a shorter data home\.$/,
    );
  });

  test('holds a file where the secrets belong', async () => {
    const place = await usedHome();
    fs.rmSync(path.join(place.home, 'secrets'), { recursive: true });
    fs.writeFileSync(path.join(place.home, 'secrets'), '');
    expect(await failure(place)).toContain(path.join(place.home, 'secrets'));
  });

  test('holds a key that is none, and the key is kept', async () => {
    const place = await usedHome();
    const key = path.join(place.home, 'secrets/hub.key');
    fs.writeFileSync(key, 'not a key');
    expect(await failure(place)).toContain(
      `The hub's key ${key} is not 64 hex characters; remove it and restart Pilothouse, which makes a new one.`,
    );
    expect(fs.readFileSync(key, 'utf8')).toBe('not a key');
  });

  test('has a link where the sockets belong', async () => {
    const place = await usedHome();
    fs.rmSync(path.join(place.home, 'run'), { recursive: true });
    fs.mkdirSync(path.join(place.folder, 'elsewhere'));
    fs.symlinkSync(path.join(place.folder, 'elsewhere'), path.join(place.home, 'run'));
    expect(await failure(place)).toBe(
      `The runtime directory ${place.home}/run is a link; remove it, and Pilothouse makes a directory in its place.`,
    );
  });
});

describe('the database', () => {
  test.each(['pilothouse.db', 'hub.lock'])('%s is damaged, and is kept as it is', async name => {
    const place = await usedHome();
    const file = path.join(place.home, name);
    const junk = Buffer.alloc(8192, 'junk');
    fs.writeFileSync(file, junk);
    expect(await failure(place)).toBe(`${file} is damaged; move it away to start fresh, or restore a copy.`);
    expect(fs.readFileSync(file).equals(junk)).toBe(true);
  });

  test('is cut off in the middle, and is kept as it is', async () => {
    const place = await usedHome();
    const file = path.join(place.home, 'pilothouse.db');
    fs.truncateSync(file, 10_000);
    expect(await failure(place)).toBe(`${file} is damaged; move it away to start fresh, or restore a copy.`);
    expect(fs.statSync(file).size).toBe(10_000);
  });

  test('is locked by another process, and works again when that one lets go', async () => {
    const place = await usedHome();
    const file = path.join(place.home, 'pilothouse.db');
    const other = new Database(file, {});
    await other.exec('PRAGMA locking_mode = EXCLUSIVE');
    await other.exec('BEGIN EXCLUSIVE');
    expect(await failure(place)).toBe(
      `${file} is locked by another program; close it or move the file away, then start again.`,
    );
    await other.exec('ROLLBACK');
    other.close();
    await place.serve();
  });

  test('is a folder', async () => {
    const place = await usedHome();
    const file = path.join(place.home, 'pilothouse.db');
    fs.rmSync(file);
    fs.mkdirSync(file);
    expect(await failure(place)).toBe(`${file} is a folder and not a file; move it away, then start again.`);
  });

  test('is of another program, and is kept as it is', async () => {
    const place = await usedHome();
    const file = path.join(place.home, 'pilothouse.db');
    fs.rmSync(file);
    const other = new Database(file, {});
    await other.exec('CREATE TABLE theirs (id)');
    other.close();
    expect(await failure(place)).toContain(`${file} is a database of another program; move it away`);
  });
});

describe('a port', () => {
  test('of the panel that is taken ends the start with a sentence and leaves nothing.', async () => {
    const port = await takePort();
    const place = usePlace();
    expect(await failure(place, ['serve', '--port', String(port), '--mcp-port', '0'])).toBe(
      `Port ${port} for the panel is taken. Stop what uses it, or start with --port 0.`,
    );
    expect(place.leftovers()).toEqual([]);
  });

  test('of MCP over HTTP that is taken is shown with its holder, and agents over stdio work.', async () => {
    const port = await takePort();
    const place = usePlace();
    const hub = await place.serve(['--mcp-port', String(port)]);
    const panel = await place.panel(hub);
    expect(panel.snapshot.endpoints['mcp-http']).toMatchObject({
      address: `http://127.0.0.1:${port}/mcp`,
      state: { kind: 'held', by: saying({ part: `process ${process.pid} (` }), remedy: { kind: 'stop-or-other-port' } },
    });
    const sentence = new RegExp(
      `Port ${port} is held by process ${process.pid} \\(.*\\)\\. Stop it, or start with another --mcp-port; agents over stdio are not touched\\.`,
    );
    expect(panel.snapshot.hub.problems.map(({ reason }) => inEnglish(reason))).toEqual([
      expect.stringMatching(sentence),
    ]);
    await expect.poll(hub.stderr).toMatch(sentence);
    await runSpeaker(panel);
    const credential = await panel.request('clients:create', { name: 'Over stdio', start: 'ask' });
    expect(credential.http.url).toBe(null);
    const agent = await place.stdioAgent(credential);
    const called = agent.call(say, { message: 'still' });
    await answer(panel, 'allow', 'use');
    expect((await called).text).toBe('Said: still');
  });
});

describe('a server', () => {
  test('whose command does not exist says so, and nothing else stops working.', async () => {
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    const { serverIds } = await panel.request('servers:add', {
      kind: 'command',
      name: 'Missing',
      commandLine: '/no/such/program --x',
    });
    const [id = ''] = serverIds;
    await panel.waitFor(({ servers }) => servers[id] !== undefined, 'it is shown');
    await panel.request('servers:approve', { serverId: id, hash: panel.snapshot.servers[id]?.hash ?? '' });
    const lacking = () => {
      const state = panel.snapshot.servers[id]?.state;
      return state?.kind === 'blocked' && state.by === 'runtime';
    };
    await panel.waitFor(lacking, 'it lacks its program');
    expect(panel.snapshot.servers[id]?.state).toMatchObject({
      reason: saying('"/no/such/program" does not exist; correct the path.'),
    });
    await runSample(panel);
  });
});
