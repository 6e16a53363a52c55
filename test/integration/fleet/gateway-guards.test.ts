// What a gateway does not let through, and what it does not lose: strangers, entries that nobody has signed, calls without an audit, its own end.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import { jetstreamManager } from '@nats-io/jetstream';
import { nkeys } from '@nats-io/transport-node';
import { expect, test } from 'vitest';
import { fleetRights, rightsText } from '../../../electron/core/fleet/link/fleet-rights.ts';
import { policySigner } from '../../support/fleet-signer.ts';
import { isReady, natsOf, openAgent, openGateways, post, shareSample } from '../../support/gateways.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { Socket } from 'node:net';

const echo = (message: string) => ({ name: 'samples__echo', arguments: { message } });
const textOf = ({ content }: { readonly content?: unknown }) => JSON.stringify(content);

/** The status of a GET with these headers, which `fetch` does not let one say. */
function get(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path, headers, agent: false }, answer => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
      .on('error', reject);
  });
}

describeWith(['nats'], 'A gateway', () => {
  test('takes clients that a named key has signed, for this fleet and this place, and none that is older than one it knew.', async () => {
    const scene = await openGateways();
    await shareSample(scene);
    const gateway = await scene.gateway();
    await isReady(gateway);
    const { clients, policy } = await natsOf(scene.nats.url);
    const token = await scene.client('ci', ['samples']);
    const isIn = async (shown: string) => (await post(gateway.port, shown)) !== 401;
    await until(() => isIn(token), 'it is let in');
    const signed = (await clients.get('client.ci'))?.string() ?? '';

    // Under another name it counts for nothing, nor what a stranger has signed, nor what was changed.
    await clients.put('client.admin', signed);
    await clients.put('client.stranger', policySigner().signText(JSON.stringify({ id: 'stranger' })));
    const changed = JSON.parse(signed) as { payload: string };
    const payload = Buffer.from(changed.payload, 'base64').toString().replace('"reading":false', '"reading":true');
    await clients.put(
      'client.changed',
      JSON.stringify({ ...changed, payload: Buffer.from(payload).toString('base64') }),
    );
    const refused = ['admin', 'stranger', 'changed'].map(id => `The client "${id}" is not taken`);
    await until(() => refused.every(text => gateway.stderr().includes(text)), 'each is told of');
    for (const id of ['admin', 'stranger', 'changed']) expect(await isIn(token.replace('_ci_', `_${id}_`))).toBe(false);

    // Beneath what nobody has signed it goes on, is listed and can be removed.
    await clients.put('client.ci', '{"type":"io.nats.jetstream.api.v1.account_info_response"}');
    await until(() => gateway.stderr().includes('The client "ci" is not taken'), 'it is told');
    expect(await isIn(token)).toBe(true);
    const { stdout } = await scene.admin(['list']);
    const { clients: listed } = JSON.parse(stdout) as { clients: { id: string; state: string }[] };
    expect(listed.find(({ id }) => id === 'ci')?.state).toBe('good');
    expect(await scene.admin(['remove', 'ci'])).toMatchObject({ code: 0 });
    await until(async () => !(await isIn(token)), 'it is refused');
    await clients.put('client.ci', signed);
    await until(
      () => gateway.stderr().includes('The client "ci" is not taken: it is older'),
      'the older one is refused',
    );
    expect(await isIn(token)).toBe(false);

    // What is taken away without a word is gone too.
    const next = await scene.client('next', ['samples']);
    await until(() => isIn(next), 'the next is let in');
    const agent = await openAgent(`http://127.0.0.1:${gateway.port}/mcp`, next);
    expect(textOf(await agent.callTool(echo('so far')))).toContain('so far');
    await policy.put(
      'current',
      scene.signPolicy({ rules: [{ id: 'no', effect: 'deny', scopes: ['servers:call'], reason: 'Not today.' }] }),
    );
    await until(async () => textOf(await agent.callTool(echo('now'))).includes('Not today.'), 'the policy holds');
    await clients.delete('client.next');
    await until(async () => !(await isIn(next)), 'it is gone');
  }, 120_000);

  test('answers to its own names alone, to no page, to no session and to no token that it does not know.', async () => {
    const scene = await openGateways();
    const gateway = await scene.gateway(['--host', 'mcp.example.com']);
    await isReady(gateway);
    const { port } = gateway;
    expect(await get(port, '/mcp', { host: 'evil.example' })).toBe(403);
    expect(await get(port, '/mcp', { host: `evil.example:${port}` })).toBe(403);
    expect(await get(port, '/mcp', { host: 'mcp.example.com' })).toBe(401);
    expect(await get(port, '/mcp', { host: 'mcp.example.com:8443' })).toBe(401);
    expect(await get(port, '/mcp', { host: 'localhost', origin: 'https://mcp.example.com' })).toBe(403);
    expect(await get(port, '/healthz', { host: '10.0.0.7' })).toBe(200);
    expect(await get(port, '/readyz', { host: '10.0.0.7' })).toBe(200);
    const token = await scene.client('ci', ['samples']);
    await until(async () => (await post(port, token)) === 400, 'it is let in, and no session is opened');
    expect(await get(port, '/sse', { host: 'localhost', authorization: `Bearer ${token}` })).toBe(404);
    const contained = await scene.contained();
    await isReady(contained);
    const hosts = ['one.example', 'two.example:8080', 'two.example', 'mcp.example.com'];
    expect(await Promise.all(hosts.map(host => get(contained.port, '/mcp', { host })))).toEqual([401, 401, 403, 403]);
    contained.child.kill('SIGTERM');
    expect(await contained.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('have 3 s to end') });
    const open = await scene.place.run(['serve', '--gateway', '--nats', scene.nats.url, '--listen', '0.0.0.0:0']);
    expect([open.code, open.stderr]).toEqual([2, expect.stringContaining('A gateway needs --signer')]);
    const args = ['--signer', `Ops=${scene.signer}`, '--state-key', scene.stateKey, '--listen', '0.0.0.0:0'];
    const unnamed = await scene.place.run(['serve', '--gateway', '--nats', scene.nats.url, ...args]);
    expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('A gateway needs --host')]);
  }, 120_000);

  test('answers every wrong token of hundreds, over connections that stay as a balancer keeps them, and a right one at the same time.', async () => {
    const scene = await openGateways();
    await shareSample(scene);
    const gateway = await scene.gateway();
    await isReady(gateway);
    const token = await scene.client('ci', ['samples']);
    await until(async () => (await post(gateway.port, token)) !== 401, 'it is let in');
    const agent = new http.Agent({ keepAlive: true, maxSockets: 100 });
    const sockets = new Set<Socket>();
    const both = 'application/json, text/event-stream';
    const ask = (shown: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { authorization: `Bearer ${shown}`, 'content-type': 'application/json', accept: both };
        const at = { host: '127.0.0.1', port: gateway.port, path: '/mcp', method: 'POST', headers, agent };
        const request = http.request(at, answer => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        });
        request.on('socket', socket => sockets.add(socket)).on('error', reject);
        request.end('{}');
      });
    const wrong = Array.from({ length: 300 }, (_, at) => ask(`ph_ci_${at}`));
    const right = await Promise.all(Array.from({ length: 10 }, () => ask(token)));
    expect(new Set(right)).toEqual(new Set([400]));
    const statuses = await Promise.all(wrong);
    // What was asked before the client was known counts among the twenty.
    const held = statuses.filter(status => status === 401).length;
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThanOrEqual(20);
    expect(statuses.filter(status => status === 429)).toHaveLength(300 - held);
    expect(sockets.size).toBeLessThanOrEqual(100);
    agent.destroy();
  }, 60_000);

  test('has every call in the audit of the fleet before its answer leaves; where that takes none, nothing is begun.', async () => {
    const scene = await openGateways();
    await shareSample(scene);
    const token = await scene.client('ci', ['samples']);
    const gateway = await scene.gateway();
    await isReady(gateway);
    const { connection } = await natsOf(scene.nats.url);
    const manager = await jetstreamManager(connection);
    const agent = await openAgent(`http://127.0.0.1:${gateway.port}/mcp`, token);
    const lines = async () => {
      const { state } = await manager.streams.info('pilothouse-audit');
      const found: string[] = [];
      for (let seq = state.first_seq; seq <= state.last_seq && seq > 0; seq += 1) {
        const message = await manager.streams.getMessage('pilothouse-audit', { seq });
        if (message?.subject === 'pilothouse.audit.gateway') found.push(...message.string().trim().split('\n'));
      }
      return found.filter(line => line.includes('"samples/echo"') && line.includes('"allow'));
    };
    for (let at = 1; at <= 5; at += 1) {
      await agent.callTool(echo(`${at}`));
      expect(await lines()).toHaveLength(at);
    }
    await manager.streams.delete('pilothouse-audit');
    expect(textOf(await agent.callTool(echo('lost')))).toContain('was carried out, and the fleet has not acknowledged');
    await expect(agent.callTool(echo('none'))).rejects.toThrow(/does not acknowledge the audit/);
    expect((await gateway.ready()).status).toBe(503);
    // What waits comes into the stream once it is there again.
    expect((await scene.place.run(['fleet', 'init', scene.nats.url])).code).toBe(0);
    await isReady(gateway);
    expect(await lines()).toHaveLength(1);
    await scene.nats.kill();
    await until(async () => (await gateway.ready()).status === 503, 'it says that it is cut off');
    await until(() => gateway.stderr().includes('This gateway does not reach its fleet'), 'it says so');
    expect(await get(gateway.port, '/healthz', { host: 'localhost' })).toBe(200);
    await expect(agent.callTool(echo('cut off'))).rejects.toThrow(/does not reach its fleet/);
  }, 120_000);

  test('ends what is under way before it ends, takes nothing more, and leaves nothing behind.', async () => {
    const scene = await openGateways();
    await shareSample(scene);
    const token = await scene.client('ci', ['samples']);
    const gateway = await scene.gateway();
    await isReady(gateway);
    const homes = () => fs.readdirSync(os.tmpdir()).filter(name => name.startsWith('pilothouse-gateway-'));
    const before = homes();
    const agent = await openAgent(`http://127.0.0.1:${gateway.port}/mcp`, token);
    let progress = 0;
    const call = agent.callTool(
      { name: 'samples__trigger-long-running-operation', arguments: { duration: 3, steps: 3 } },
      { onprogress: () => (progress += 1) },
    );
    await until(() => progress > 0, 'the call is under way');
    gateway.child.kill('SIGTERM');
    await until(() => gateway.stdout().includes('takes nothing more'), 'it says that it ends');
    await expect(fetch(`http://127.0.0.1:${gateway.port}/readyz`)).rejects.toThrow();
    expect(textOf(await call)).toContain('completed');
    expect(await gateway.ended).toMatchObject({ code: 0, signal: null });
    expect(homes().length).toBeLessThan(before.length);
  }, 120_000);

  test('has in its audit which hub took each call to a group, before the answer leaves.', async () => {
    const scene = await openGateways();
    await shareSample(scene);
    const token = await scene.client('ci', ['samples']);
    const gateway = await scene.gateway();
    await isReady(gateway);
    const agent = await openAgent(`http://127.0.0.1:${gateway.port}/mcp`, token);
    const { connection } = await natsOf(scene.nats.url);
    const { streams } = await jetstreamManager(connection);
    for (const message of ['one', 'two']) {
      expect(textOf(await agent.callTool(echo(message)))).toContain(`Echo: ${message}`);
      const lines: Record<string, unknown>[] = [];
      const { first_seq, last_seq } = (await streams.info('pilothouse-audit')).state;
      for (let seq = first_seq; seq <= last_seq; seq += 1) {
        const stored = await streams.getMessage('pilothouse-audit', { seq });
        if (stored?.subject === 'pilothouse.audit.gateway')
          lines.push(
            ...stored
              .string()
              .trim()
              .split('\n')
              .map(line => JSON.parse(line) as Record<string, unknown>),
          );
      }
      const [last, taken] = [lines.filter(({ outcome }) => outcome === 'allow').at(-1), lines.at(-1)];
      expect(taken).toMatchObject({
        outcome: 'taken',
        taker: 'worker',
        decision: last?.id,
        what: last?.what,
        name: last?.name,
      });
      expect(last).not.toHaveProperty('taker');
      expect(lines.filter(({ outcome }) => outcome === 'taken')).toHaveLength(message === 'one' ? 1 : 2);
    }
  }, 120_000);

  test('prints what the fleet has not acknowledged of its audit when it ends, and fails.', async () => {
    const scene = await openGateways();
    await shareSample(scene);
    const token = await scene.client('ci', ['samples']);
    const gateway = await scene.gateway(['--drain-seconds', '1']);
    await isReady(gateway);
    const { connection } = await natsOf(scene.nats.url);
    const agent = await openAgent(`http://127.0.0.1:${gateway.port}/mcp`, token);
    await (await jetstreamManager(connection)).streams.delete('pilothouse-audit');
    expect(textOf(await agent.callTool(echo('lost')))).toContain('the fleet has not acknowledged');
    gateway.child.kill('SIGTERM');
    const { code, stderr } = await gateway.ended;
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^\{.*"samples\/echo".*\}$/m);
    expect(stderr).toMatch(/has not acknowledged \d+ lines of the audit/);
  }, 120_000);

  test('has enough with the rights that are printed for it, and cannot write what clients there are.', async () => {
    const [admin, worker, own] = [nkeys.createUser(), nkeys.createUser(), nkeys.createUser()];
    const user = (of: typeof own, permissions = '') => `{ nkey: ${of.getPublicKey()}${permissions} }`;
    const held = (name: string, isGateway: boolean) =>
      `, permissions: ${rightsText(fleetRights('pilothouse', name, { isGateway, serves: isGateway ? [] : ['samples'] }))}`;
    const users = [user(admin), user(worker, held('worker', false)), user(own, held('gateway', true))].join('\n');
    const scene = await openGateways(`accounts { FLEET { jetstream: enabled, users: [ ${users} ] } }`, {
      admin,
      worker,
    });
    await shareSample(scene);
    const token = await scene.client('ci', ['samples']);
    const seed = scene.file('gateway.nk', new TextDecoder().decode(own.getSeed()));
    const gateway = await scene.gateway(['--nkey', seed]);
    await isReady(gateway);
    const agent = await openAgent(`http://127.0.0.1:${gateway.port}/mcp`, token);
    expect(textOf(await agent.callTool(echo('held')))).toContain('Echo: held');
    expect(gateway.stderr()).toBe('');
    // The rights of another: what is missing is said at once, and where it is asked for.
    const wrong = await scene.gateway(['--nkey', scene.file('worker.nk', new TextDecoder().decode(worker.getSeed()))]);
    const hint = 'pilothouse fleet rights gateway';
    await until(() => wrong.stderr().includes(hint), 'it says what it is missing');
    expect(wrong.stderr()).toContain('Its fleet does not let this gateway in');
    const { status, text } = await wrong.ready();
    expect([status, JSON.parse(text).why]).toEqual([503, expect.stringContaining(hint)]);
    const forbidden = await scene.adminWith(seed, ['remove', 'ci']);
    expect(forbidden.code).not.toBe(0);
    expect(await post(gateway.port, token)).not.toBe(401);
  }, 120_000);
});
