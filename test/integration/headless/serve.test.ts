// The command line around a hub: starts, second starts, status, open, stop, signals, and what is left behind.
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isStopped } from '../../../native-host/relay/home-files.ts';
import { usePlace } from '../../support/hub-process.ts';
import { PanelClient } from '../../support/panel-client.ts';
import { filesBelow } from '../../support/temp-home.ts';
import { runSample } from '../hub/scenes.ts';
import type { AddressInfo } from 'node:net';

const address = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}/;

test('A second start on the same home prints a fresh address of the first one and exits 0.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const second = await place.run(['serve', '--port', '0', '--mcp-port', '0']);
  expect(second).toMatchObject({ code: 0, stderr: '' });
  expect(second.stdout).toMatch(
    new RegExp(`^Pilothouse runs on ${place.home} already \\(process ${hub.pid}\\)\\. Its panel, .*\\n$`),
  );
  const [url = ''] = address.exec(second.stdout) ?? [];
  expect(url).not.toBe(hub.url);
  const panel = await PanelClient.open(url);
  expect(panel.snapshot.hub.pid).toBe(hub.pid);
  await panel.close();
});

test('Of two starts at the same moment one serves, and the other prints the way to it.', async () => {
  const place = usePlace();
  const starts = [0, 1].map(() => place.start(['serve', '--port', '0', '--mcp-port', '0']));
  const second = await Promise.race(starts.map(({ ended }) => ended));
  expect(second).toMatchObject({ code: 0, stderr: '' });
  expect(second.stdout).toContain(' already ');
  const panel = await PanelClient.open(address.exec(second.stdout)?.[0] ?? '');
  await panel.close();
});

test('"open" prints an address that works once, and "--home" may stand behind the command.', async () => {
  const place = usePlace();
  await place.serve();
  const { code, stdout } = await place.run(['open', '--home', place.home]);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^${address.source}\\n$`));
  await (await PanelClient.open(stdout.trim())).close();
  await expect(PanelClient.open(stdout.trim())).rejects.toThrow('4401');
});

test('"status --json" prints one object, and "status" sentences.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await runSample(panel);
  const json = await place.run(['status', '--json']);
  expect(json).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(json.stdout)).toMatchObject({
    pid: hub.pid,
    home: place.home,
    shell: 'headless',
    mode: 'running',
    problems: [],
    endpoints: expect.arrayContaining([
      expect.objectContaining({ id: 'hub', state: 'listening' }),
      expect.objectContaining({ id: 'mcp-http', state: 'listening' }),
    ]),
    servers: [{ id: 'everything', state: 'running', tools: expect.any(Number) }],
  });
  const text = await place.run(['status']);
  expect(text.stdout).toMatch(/^Pilothouse .* runs on .* 1 of 1 server running; 0 questions wait for you\.\n$/s);
});

test('"stop" ends the hub, its servers and its files, and returns when all of it is gone.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  await runSample(await place.panel(hub));
  expect(await place.run(['stop'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  await expect.poll(place.processes).toEqual([]);
  expect(place.leftovers()).toEqual([]);
  expect(await hub.ended).toMatchObject({ code: 0, stderr: '' });
});

describe.each(['status', 'open', 'stop'])('"%s" without a hub', command => {
  test('says so in one sentence and fails.', async () => {
    const place = usePlace();
    const { code, stdout, stderr } = await place.run([command]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toBe(
      `pilothouse: No hub is running: ${path.join(place.home, 'endpoint.json')} does not exist; start Pilothouse.\n`,
    );
    expect(fs.existsSync(place.home)).toBe(false);
  });

  test('after a kill -9 says so in one sentence and fails.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    await hub.kill('SIGKILL');
    const { code, stderr } = await place.run([command]);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^pilothouse: No hub answers at \S+\.sock \(.*\); start Pilothouse\.\n$/);
    await place.serve();
  });
});

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', signal => {
  test('ends the hub and its servers with exit code 0 and leaves nothing.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    const panel = await place.panel(hub);
    await runSample(panel);
    await place.stdioAgent(await panel.request('clients:create', { name: 'Here', start: 'ask' }), ['--no-start']);
    expect(await hub.kill(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(place.leftovers()).toEqual([]);
    expect(filesBelow(path.join(place.home, 'run'))).toEqual([]);
  });

  test('that comes twice cuts nothing short.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    const panel = await place.panel(hub);
    await runSample(panel);
    process.kill(hub.pid, signal);
    await panel.closed;
    expect(await hub.kill(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });
    await expect.poll(place.processes).toEqual([]);
    expect(place.leftovers()).toEqual([]);
  });

  test('that comes while the hub starts ends it all the same and leaves nothing.', async () => {
    const place = usePlace();
    const starting = place.start(['serve', '--port', '0', '--mcp-port', '0']);
    while (!fs.existsSync(path.join(place.home, 'hub.lock'))) await new Promise(resolve => setTimeout(resolve, 5));
    expect(await starting.kill(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(place.leftovers()).toEqual([]);
    // Of these Ctrl C alone is the user's wish, after which no agent starts another.
    expect(isStopped(place.home)).toBe(signal === 'SIGINT');
  });
});

test('Where its port is taken a hub that may take any takes a free one.', async () => {
  const place = usePlace();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const hub = await place.serve(['--port', String(port), '--any-port']);
  expect(await place.panel(hub)).toBeDefined();
});

test('A stop without a hub to stop is kept all the same, until the user starts one.', async () => {
  const place = usePlace();
  await (await place.serve()).kill('SIGKILL');
  expect(isStopped(place.home)).toBe(false);
  expect((await place.run(['stop'])).code).not.toBe(0);
  expect(isStopped(place.home)).toBe(true);
  await place.serve();
  expect(isStopped(place.home)).toBe(false);
});

test('A mistake of the hub itself ends it with one sentence, and its servers with it.', async () => {
  const place = usePlace();
  const mistake = encodeURIComponent(`process.on('SIGUSR2', () => { throw new Error('Something broke.'); });`);
  const hub = await place.serve([], { env: { NODE_OPTIONS: `--import=data:text/javascript,${mistake}` } });
  await runSample(await place.panel(hub));
  expect(await hub.kill('SIGUSR2')).toMatchObject({ code: 1, signal: null, stderr: 'pilothouse: Something broke.\n' });
  await expect.poll(place.processes).toEqual([]);
  expect(place.leftovers()).toEqual([]);
});

test('Everything in the data home is for its owner alone.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  await (await place.panel(hub)).request('clients:create', { name: 'Any', start: 'ask' });
  const modeOf = (file: string) => (fs.statSync(path.join(place.home, file)).mode & 0o777).toString(8);
  const folders = ['.', 'secrets', 'secrets/clients', 'logs', 'pictures', 'run', 'launcher'];
  expect(folders.map(modeOf)).toEqual(folders.map(() => '700'));
  const files = filesBelow(place.home).filter(
    file => /^(secrets|run)\/|\.db|\.json$/.test(file) && !file.startsWith('launcher'),
  );
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter(file => modeOf(file) !== '600')).toEqual([]);
});

test.each([
  ['a command that is none', ['fly'], 'unknown command'],
  ['an option that is none', ['serve', '--fast'], 'unknown option'],
  ['a port that is none', ['serve', '--port', '65536'], '"65536" is no port; use a number from 0 to 65535.'],
  ['a port that is a word', ['serve', '--mcp-port', 'x'], '"x" is no port; use a number from 0 to 65535.'],
  ['a missing client', ['mcp'], "required option '--client <id>' not specified"],
])('%s is refused with a sentence, and nothing is made.', async (_, args, words) => {
  const place = usePlace();
  const { code, stdout, stderr } = await place.run(args);
  expect(code).not.toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(fs.existsSync(place.home)).toBe(false);
});
