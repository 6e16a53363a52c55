// A built hub and its fleet: what the command line asks is confirmed in the panel, and a hub that has joined none loads nothing of it.
import fs from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { startNats } from '../../support/nats-server.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';

async function server(...options: Parameters<typeof startNats>) {
  const nats = await startNats(...options);
  onTestFinished(() => nats.remove());
  return nats;
}

/** How many ports of TCP and UDP the process has open to be spoken to. Linux only: proc(5), `/proc/[pid]/net/tcp`. */
function openPorts(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  const own = fs.readdirSync(folder).flatMap(name => {
    try {
      return [/^socket:\[(\d+)\]$/.exec(fs.readlinkSync(path.join(folder, name)))?.[1] ?? ''];
    } catch {
      return [];
    }
  });
  const rows = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap(kind =>
    fs
      .readFileSync(`/proc/${pid}/net/${kind}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map(line => ({ kind, fields: line.trim().split(/\s+/) })),
  );
  const listens = '0A';
  return rows.filter(
    ({ kind, fields }) => own.includes(fields[9] ?? '') && (kind.startsWith('udp') || fields[3] === listens),
  ).length;
}

describeWith(['nats'], 'A hub of the command line in a fleet', () => {
  test('It joins once the user agreed, shows that in status and audit, comes back after a restart, and leaves.', async () => {
    const nats = await server();
    const place = usePlace();
    const hub = await place.serve();
    const panel = await place.panel(hub);
    const init = await place.run(['fleet', 'init', nats.url, '--json']);
    expect(JSON.parse(init.stdout)).toMatchObject({ found: [], made: expect.arrayContaining(['pilothouse-presence']) });
    const refusedJoin = await confirmed(panel, place.run(['fleet', 'join', nats.url, '--name', 'mia']), 'deny');
    expect(refusedJoin.code).toBe(3);
    expect(panel.snapshot.hub.fleet ?? null).toBe(null);
    const join = place.run(['fleet', 'join', nats.url, '--name', 'mia', '--role', 'laptop', '--json']);
    const joined = await confirmed(panel, join);
    expect([joined.code, joined.stderr]).toMatchObject([0, expect.stringContaining('joining the fleet at')]);
    await panel.waitFor(({ hub: { fleet } }) => fleet?.state === 'online', 'the hub is online');
    expect(panel.snapshot.fleetHubs).toMatchObject({ mia: { isSelf: true, roles: ['laptop'] } });
    const { entries } = await panel.request('audit:query', { count: 50 });
    expect(JSON.stringify(entries)).toContain('"fleet-joined"');

    await hub.kill('SIGKILL');
    const again = await place.serve();
    const other = await place.panel(again);
    await other.waitFor(({ hub: { fleet } }) => fleet?.state === 'online', 'it is back by itself');
    expect((await place.run(['fleet', 'status'])).stdout).toMatch(/mia at nats:.*roles laptop[\s\S]*online since/);
    expect((await place.run(['fleet', 'hubs'])).stdout).toMatch(/^HUB .*\nmia \*\s+0\.\S+\s+-\s+laptop/);
    const renamed = await confirmed(other, place.run(['fleet', 'rename', 'mia-2', '--json']));
    expect(JSON.parse(renamed.stdout)).toMatchObject({ fleet: { name: 'mia-2' } });
    expect((await confirmed(other, place.run(['fleet', 'leave']))).stdout).toContain('left the fleet');
    await other.waitFor(({ hub: { fleet } }) => fleet === null, 'it is in none');
  });

  test('What is typed wrong is told without a hub, and a secret is taken from no argument.', async () => {
    const place = usePlace();
    expect(await place.run(['fleet', 'join', 'nats://mia:s3cret@127.0.0.1'])).toMatchObject({
      code: 2,
      stderr: expect.not.stringContaining('s3cret'),
    });
    expect(await place.run(['fleet', 'join', 'nats://127.0.0.1', '--name', 'Not One'])).toMatchObject({ code: 2 });
    expect(
      await place.run(['fleet', 'join', 'nats://127.0.0.1', '--name', 'mia', '--creds', '/nonexistent']),
    ).toMatchObject({ code: 2 });
    expect(await place.run(['fleet', 'init', 'nats://127.0.0.1', '--replicas', '9'])).toMatchObject({ code: 2 });
    const unreached = await place.run(['fleet', 'init', 'nats://127.0.0.1:1']);
    expect(unreached).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing answers at') });
    expect(JSON.parse((await place.run(['fleet', 'rights', 'mia', '--json'])).stdout).publish.allow).toContain(
      'pilothouse.audit.mia',
    );
  });

  test('A hub that has joined none asks no server and keeps nothing of a fleet.', async () => {
    const connections: string[] = [];
    const listener = createServer(socket => void connections.push(String(socket.remotePort))).listen(4222, '127.0.0.1');
    listener.on('error', () => {});
    onTestFinished(() => void listener.close());
    const place = usePlace();
    const hub = await place.serve();
    const panel = await place.panel(hub);
    await until(() => panel.snapshot.seq > 0, 'the hub runs');
    expect(panel.snapshot.hub.fleet ?? null).toBe(null);
    expect(Object.keys(panel.snapshot.fleetHubs)).toEqual([]);
    expect(connections).toEqual([]);
    // That of the panel and that of MCP over HTTP.
    if (process.platform === 'linux') expect(openPorts(hub.pid)).toBe(2);
  });
});
