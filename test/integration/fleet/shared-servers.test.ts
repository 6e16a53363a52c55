// Servers of other hubs, over a real nats-server: an official server on one hub, used on another, with the rules of its owner.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everythingPath, startFleetHub } from '../../support/fleet-hub.ts';
import { policySigner } from '../../support/fleet-signer.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import type { FleetHub } from '../../support/fleet-hub.ts';
import type { NatsServer } from '../../support/nats-server.ts';

const ops = policySigner();
const endings: (() => Promise<unknown>)[] = [];
let nats: NatsServer;
beforeEach(async () => {
  nats = await startNats();
  endings.push(() => nats.remove());
});
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function hub(name: string): Promise<FleetHub> {
  const started = await startFleetHub(nats.url, name);
  endings.push(() => started.end());
  return started;
}

/** A hub that shares the official server with another, which its rules let call whatever it wants. */
async function owner(
  name: string,
  more: { readonly tools?: string[]; readonly readOnly?: boolean; readonly hubs?: string[] } = {},
  allows = true,
) {
  const owner = await hub(name);
  const serverId = await owner.serve('everything', process.execPath, [everythingPath, 'stdio']);
  const { hubs = ['mia'], tools = null, readOnly = false } = more;
  await owner.shared.shares.share({ serverId, share: 'everything', hubs, roles: [], tools, readOnly, description: '' });
  if (allows) allowAll(owner);
  return owner;
}

/** Its owner allows each question as it comes. */
function allowAll({ state, registries }: FleetHub): void {
  const answer = () => {
    for (const { id, breadths } of state.all('prompts')) {
      const [breadth = 'scope'] = breadths;
      registries.prompts.answer(id, { effect: 'allow', lifetime: 'always', breadth }).catch(() => {});
    }
  };
  endings.push(async () => clearInterval(timer));
  const timer = setInterval(answer, 20);
}

const call = (id: string, mia: FleetHub, name: string, args: Record<string, unknown> = {}, signal?: AbortSignal) =>
  mia.request(id, 'tools/call', { name, arguments: args }, signal);

describeWith(['nats'], 'A server of another hub', () => {
  test('Its tools are listed, called, and asked about at its owner, to whom the hub that asks is a client of its own.', async () => {
    const [jun, mia] = [await owner('jun'), await hub('mia')];
    const id = await mia.use('jun', 'everything');
    expect(mia.registries.servers.get(id)).toMatchObject({ name: 'jun/everything', state: { kind: 'running' } });
    expect(await call(id, mia, 'echo', { message: 'hello' })).toMatchObject({
      content: [{ type: 'text', text: 'Echo: hello' }],
    });
    expect(jun.registries.clients.get('hub:mia')).toMatchObject({ name: 'Fleet: mia', start: 'ask' });
    expect(await mia.request(id, 'resources/list', {})).toHaveProperty('resources');
    expect(await mia.request(id, 'prompts/list', {})).toHaveProperty('prompts');
  });

  test('A hub that is not listed is refused, and so is a tool that is not shared.', async () => {
    const jun = await owner('jun', { tools: ['echo'] });
    const [mia, eve] = [await hub('mia'), await hub('eve')];
    const id = await mia.use('jun', 'everything');
    const { tools } = (await mia.request(id, 'tools/list', {})) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(['echo']);
    expect(await call(id, mia, 'get-env')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('"get-env" of "everything" is not shared') }],
    });
    await expect(eve.use('jun', 'everything')).rejects.toThrow(/does not share "everything" with this hub/);
    expect(jun.registries.clients.get('hub:eve')).toBeNull();
  });

  test('An answer that is larger than what NATS carries at once comes whole.', async () => {
    await owner('jun');
    const mia = await hub('mia');
    const id = await mia.use('jun', 'everything');
    const message = 'ä'.repeat(1_500_000);
    expect(await call(id, mia, 'echo', { message })).toMatchObject({ content: [{ text: `Echo: ${message}` }] });
  });

  test('Of several gateways, which are one hub to the others, each is brought the answers to its own calls alone.', async () => {
    await owner('jun');
    const [mia, other] = [await hub('mia'), await hub('mia')];
    const ids = [await mia.use('jun', 'everything'), await other.use('jun', 'everything')] as const;
    const message = 'x'.repeat(200_000);
    const before = [mia, other].map(({ wire }) => wire.connection.stats().inBytes);
    for (let count = 0; count < 3; count += 1) await call(ids[0], mia, 'echo', { message });
    await other.wire.connection.flush();
    const [own = 0, others = 0] = [mia, other].map(
      ({ wire }, at) => wire.connection.stats().inBytes - (before[at] ?? 0),
    );
    expect(own).toBeGreaterThan(600_000);
    expect(others).toBeLessThan(10_000);
    expect(await call(ids[1], other, 'echo', { message: 'there' })).toMatchObject({
      content: [{ text: 'Echo: there' }],
    });
  });

  test('What is not shared any more ends a call that is under way.', async () => {
    const jun = await owner('jun', {}, false);
    const mia = await hub('mia');
    const id = await mia.use('jun', 'everything');
    const answer = call(id, mia, 'trigger-long-running-operation', { duration: 20, steps: 2 }).then(
      JSON.stringify,
      String,
    );
    await expect.poll(() => [...jun.state.all('agents')].some(({ inFlight }) => inFlight > 0)).toBe(true);
    await jun.shared.shares.unshare('everything');
    expect(await answer).toContain('is not shared any more');
  });

  test.each(['asks', 'has begun it'])(
    'A call that is under way when the hub that %s leaves is answered as one that had begun.',
    async which => {
      const jun = await owner('jun');
      const mia = await hub('mia');
      const id = await mia.use('jun', 'everything');
      const under = call(id, mia, 'trigger-long-running-operation', { duration: 60, steps: 2 });
      await expect.poll(() => [...jun.state.all('agents')].some(({ inFlight }) => inFlight > 0)).toBe(true);
      await (which === 'asks' ? mia : jun).leave();
      const text = expect.stringContaining('it was not run again. Look at what it has done');
      expect(await under).toMatchObject({ isError: true, content: [{ text }] });
    },
  );

  test('It runs no longer once its hub shares it no more, of a group once none does, and again as soon as one shares it.', async () => {
    const [jun, kai, mia] = [await owner('jun'), await owner('kai'), await hub('mia')];
    const [id, group] = [await mia.use('jun', 'everything'), await mia.use(null, 'everything')];
    const stateOf = (of: string) => mia.registries.servers.get(of)?.state;
    const isShown = (name: string) => mia.state.get('fleetServers', `${name}/everything`)?.isForUs ?? false;
    await expect.poll(() => isShown('jun') && isShown('kai')).toBe(true);
    const shared = {
      serverId: 'everything',
      share: 'everything',
      roles: [],
      tools: null,
      readOnly: false,
      description: '',
    };
    await jun.shared.shares.unshare('everything');
    await expect
      .poll(() => stateOf(id))
      .toMatchObject({
        kind: 'waiting',
        reason: { kind: 'fleet-not-shared', share: 'everything', hub: 'jun' },
      });
    expect(stateOf(group)).toMatchObject({ kind: 'running' });
    // For another hub it is as if it were not.
    await kai.shared.shares.share({ ...shared, hubs: ['eve'] });
    await expect.poll(() => stateOf(group)).toMatchObject({ kind: 'waiting', reason: { kind: 'fleet-nobody-takes' } });
    await jun.shared.shares.share({ ...shared, hubs: ['mia'] });
    for (const of of [id, group]) await expect.poll(() => stateOf(of)).toMatchObject({ kind: 'running' });
    expect(await call(id, mia, 'echo', { message: 'again' })).toMatchObject({ content: [{ text: 'Echo: again' }] });
    // kai hears the group too, and leaves to jun what is not for it.
    for (let count = 0; count < 20; count++)
      expect(await call(group, mia, 'echo', { message: 'each' })).toMatchObject({ content: [{ text: 'Echo: each' }] });
  });

  test('A call to an owner that is gone says so, and one that had begun is not run again.', async () => {
    const jun = await owner('jun');
    const mia = await hub('mia');
    const id = await mia.use('jun', 'everything');
    const answer = call(id, mia, 'trigger-long-running-operation', { duration: 20, steps: 2 }).then(
      JSON.stringify,
      String,
    );
    await expect.poll(() => [...jun.state.all('agents')].some(({ inFlight }) => inFlight > 0)).toBe(true);
    // As when its machine is cut off: nothing says that it is gone.
    await jun.wire.connection.close();
    expect(await answer).toContain('had begun on jun, which has gone; it was not run again');
    expect(await call(id, mia, 'echo', { message: 'hello' }).then(JSON.stringify, String)).toContain(
      'jun does not take the call',
    );
  });

  test('Hubs that share under one name take turns, and one that is gone is left.', async () => {
    const owners = [await owner('jun'), await owner('kai')];
    const mia = await hub('mia');
    const id = await mia.use(null, 'everything');
    for (let count = 0; count < 30; count++) await call(id, mia, 'echo', { message: 'hello' });
    const calls = owners.map(({ state }) => [...state.all('agents')].reduce((sum, agent) => sum + agent.calls, 0));
    expect(Math.min(...calls)).toBeGreaterThan(0);
    expect(calls.reduce((sum, one) => sum + one, 0)).toBe(30);
    await owners[0]?.wire.connection.close();
    for (let count = 0; count < 5; count++)
      expect(await call(id, mia, 'echo', { message: 'hello' })).toMatchObject({ content: [{ text: 'Echo: hello' }] });
  });

  test('Where it is shared for reading only, a tool that acts is neither listed nor called; what is listed is called without a question.', async () => {
    const jun = await owner('jun', { readOnly: true }, false);
    const mia = await hub('mia');
    const id = await mia.use('jun', 'everything');
    const { tools } = (await mia.request(id, 'tools/list', {})) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain('echo');
    expect(tools.map(({ name }) => name)).not.toContain('toggle-simulated-logging');
    expect(await call(id, mia, 'toggle-simulated-logging')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('shared for reading only') }],
    });
    expect([...jun.state.all('prompts')]).toEqual([]);
  });

  test('A call that is cancelled ends at its owner, whose other calls go on.', async () => {
    const jun = await owner('jun');
    const mia = await hub('mia');
    const id = await mia.use('jun', 'everything');
    const inFlight = () => [...jun.state.all('agents')].reduce((sum, agent) => sum + agent.inFlight, 0);
    const stop = new AbortController();
    const cancelled = call(id, mia, 'trigger-long-running-operation', { duration: 20, steps: 2 }, stop.signal).catch(
      String,
    );
    const other = call(id, mia, 'trigger-long-running-operation', { duration: 2, steps: 2 });
    await expect.poll(inFlight).toBe(2);
    stop.abort();
    await expect.poll(inFlight).toBe(1);
    await cancelled;
    expect(await other).toMatchObject({ content: [{ text: expect.stringContaining('completed') }] });
  });

  test('Resources are read and prompts are filled in over both hubs.', async () => {
    await owner('jun');
    const mia = await hub('mia');
    const id = await mia.use('jun', 'everything');
    const { resources } = (await mia.request(id, 'resources/list', {})) as { resources: { uri: string }[] };
    const uri = resources[0]?.uri ?? '';
    expect(await mia.request(id, 'resources/read', { uri })).toMatchObject({ contents: [{ uri }] });
    expect(await mia.request(id, 'prompts/get', { name: 'simple-prompt' })).toHaveProperty('messages');
  });

  test('Who shares some tools shares nothing else: no resource, no prompt and no list of them, whatever is asked for.', async () => {
    const jun = await owner('jun', { tools: ['echo'], hubs: ['mia', 'eve'] });
    const [mia, eve] = [await hub('mia'), await hub('eve')];
    const id = await mia.use('jun', 'everything');
    const declared = mia.registries.gateway.declared(id) ?? {};
    expect(declared).toHaveProperty('tools');
    for (const what of ['resources', 'prompts', 'completions']) expect(declared).not.toHaveProperty(what);
    expect(await mia.request(id, 'resources/list', {})).toMatchObject({ resources: [] });
    expect(await mia.request(id, 'resources/templates/list', {})).toMatchObject({ resourceTemplates: [] });
    expect(await mia.request(id, 'prompts/list', {})).toMatchObject({ prompts: [] });
    const ref = { type: 'ref/prompt', name: 'simple-prompt' };
    const refused = [
      ['resources/read', { uri: 'demo://resource/static/document/features.md' }],
      ['prompts/get', { name: 'simple-prompt' }],
      ['completion/complete', { ref, argument: { name: 'a', value: '' } }],
    ] as const;
    for (const [method, params] of refused)
      await expect(mia.request(id, method, params)).rejects.toThrow('some tools are shared');
    expect(await call(id, mia, 'echo', { message: 'hello' })).toMatchObject({ content: [{ text: 'Echo: hello' }] });
    // From now on all of it is shared, and with the next look it is all there.
    const whole = { hubs: ['eve'], roles: [], tools: null, readOnly: false, description: '' };
    await jun.shared.shares.share({ serverId: 'everything', share: 'everything', ...whole });
    const all = await eve.use('jun', 'everything');
    const { resources } = (await eve.request(all, 'resources/list', {})) as { resources: unknown[] };
    expect(resources.length).toBeGreaterThan(0);
  });

  test('A role is what the signed policy gives: with it a hub is let in, and without it what it has under way ends.', async () => {
    const jun = await hub('jun');
    const serverId = await jun.serve('everything', process.execPath, [everythingPath, 'stdio']);
    const settings = { hubs: [], roles: ['ops'], tools: null, readOnly: false, description: '' };
    await jun.shared.shares.share({ serverId, share: 'everything', ...settings });
    const mia = await hub('mia');
    await expect(mia.use('jun', 'everything')).rejects.toThrow(/does not share "everything" with this hub/);
    const keeper = jun.registries.fleetPolicy;
    keeper.joined([ops.signer]);
    keeper.offer(ops.sign({ version: 1, roles: { mia: ['ops'] } }));
    const id = await mia.use('jun', 'everything');
    expect(await call(id, mia, 'echo', { message: 'hello' })).toMatchObject({ content: [{ text: 'Echo: hello' }] });
    const answer = call(id, mia, 'trigger-long-running-operation', { duration: 20, steps: 2 }).then(
      JSON.stringify,
      String,
    );
    await expect.poll(() => [...jun.state.all('agents')].some(({ inFlight }) => inFlight > 0)).toBe(true);
    keeper.offer(ops.sign({ version: 2 }));
    expect(await answer).toContain('is not shared any more');
  });
});
