// What the panel asks of servers beside their state: log, history, use; and their tools before they are there.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { runSample } from './scenes.ts';

describe('the panel', () => {
  test('It reads, follows and clears the log of a server, and its history.', async () => {
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    await runSample(panel);
    const { lines, newest } = await panel.request('servers:logs', { serverId: 'everything', count: 100 });
    const own = lines.filter(({ stream }) => stream === 'pilothouse').map(({ text }) => text);
    expect(own).toEqual([
      'blocked: Nothing of it runs before you approve its command.',
      'stopped',
      'starting',
      'running',
    ]);
    const { events } = await panel.request('servers:history', { serverId: 'everything' });
    expect(events.map(({ state }) => state)).toEqual(['blocked', 'stopped', 'starting', 'running']);
    await panel.request('servers:stop', { serverId: 'everything' });
    const follow = () => panel.request('servers:logs', { serverId: 'everything', after: newest, count: 100 });
    await until(async () => (await follow()).lines.some(({ text }) => text === 'stopped'), 'the stop is in the log');
    const file = path.join(place.home, 'logs/servers/everything.log');
    await until(() => readFileSync(file, 'utf8').endsWith('pilothouse: stopped\n'), 'the file has it too');
    await panel.request('servers:clear-logs', { serverId: 'everything' });
    expect((await panel.request('servers:logs', { serverId: 'everything', count: 100 })).lines).toEqual([]);
    await expect(panel.request('servers:logs', { serverId: 'nope', count: 1 })).rejects.toThrow('no server "nope"');
  });

  test('While it watches it hears what servers use; afterwards it does not.', async () => {
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    await runSample(panel);
    const heard: { usage: { serverId: string; rssBytes: number; processes: number }[] }[] = [];
    panel.socket.on('message', data => {
      const frame = JSON.parse(String(data));
      if (frame.event === 'servers:usage') heard.push(frame.data);
    });
    await panel.request('servers:watch', { on: true });
    await until(() => heard.length >= 2, 'two looks were taken');
    const [row] = heard[1]?.usage ?? [];
    // The server and its runner.
    expect(row).toMatchObject({ serverId: 'everything', processes: 2 });
    expect(row?.rssBytes).toBeGreaterThan(20 * 1024 * 1024);
    await panel.request('servers:watch', { on: false });
    const count = heard.length;
    await new Promise(resolve => setTimeout(resolve, 2_500));
    expect(heard.length).toBe(count);
  });

  test('After a restart the tools of a server are there before it runs.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    const before = await place.panel(hub);
    const hold = path.join(place.folder, 'hold');
    const program = path.join(repositoryRoot, 'test/fixtures/servers/well-behaved.mjs');
    // It never gets ready while that file is there.
    const script = `[ -e "${hold}" ] && exec sleep 600; exec "${process.execPath}" "${program}"`;
    const text = JSON.stringify({ mcpServers: { held: { command: '/bin/sh', args: ['-c', script] } } });
    await before.request('servers:add', { kind: 'json', text });
    await before.waitFor(({ servers }) => 'held' in servers, 'it is added');
    await before.request('servers:approve', { serverId: 'held', hash: before.snapshot.servers['held']?.hash ?? '' });
    await before.waitFor(({ servers }) => servers['held']?.state.kind === 'running', 'it runs');
    await hub.kill('SIGTERM');
    writeFileSync(hold, '');
    const panel = await place.panel(await place.serve());
    await panel.waitFor(({ servers }) => servers['held']?.state.kind === 'starting', 'it starts');
    expect(panel.snapshot.servers['held']?.toolCount).toBe(7);
    expect(panel.snapshot.tools['held/echo']).toMatchObject({ name: 'held__echo' });
  });
});
