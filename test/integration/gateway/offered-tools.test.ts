// Tools behind groups and a search, and the hub as a server about an agent itself: a real hub, real servers, SDK clients as agents.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { urlOf } from '../../support/hub-process.ts';
import { everythingPath, fixturePath, openScene } from './scene.ts';
import type { ToolListing } from '../../../contract/entities.ts';
import type { Credential } from '../../support/hub-process.ts';
import type { Scene } from './scene.ts';

let scene: Scene;
let clientId: string;
beforeAll(async () => {
  scene = await openScene();
  clientId = scene.credential.client.id;
  await scene.addServer('one', [fixturePath]);
  await scene.addServer('every', [everythingPath]);
  await scene.allow('one');
});
afterAll(() => scene.end());
beforeEach(async () => {
  await choose('whole');
  await sees(false);
});

const choose = (listing: ToolListing) => scene.panel.request('clients:set-listing', { clientId, listing });
const sees = (on: boolean) => scene.panel.request('clients:set-sees-hub', { clientId, on });
const names = async (agent: Client) => (await agent.listTools()).tools.map(({ name }) => name);
const textOf = (result: object) =>
  ('content' in result ? (result.content as { text?: string }[]) : []).map(({ text }) => text).join('');
const ask = async (agent: Client, name: string, args: Record<string, unknown> = {}) => {
  const result = await agent.callTool({ name, arguments: args });
  expect(result.isError, textOf(result)).not.toBe(true);
  return JSON.parse(textOf(result)) as Record<string, never>;
};
const byName = (name: string, args: Record<string, unknown> = {}) => ({
  name: 'call_tool',
  arguments: { name, arguments: args },
});

describe('Behind a search', () => {
  beforeEach(() => choose('search'));

  test('Two tools are listed; what is found is a whole definition, and is called by its name.', async () => {
    const agent = await scene.agent();
    expect(await names(agent)).toEqual(['find_tools', 'call_tool']);
    const { tools } = (await ask(agent, 'find_tools', { query: 'structured content' })) as unknown as {
      tools: Record<string, unknown>[];
    };
    expect(tools[0]).toMatchObject({
      name: 'every__get-structured-content',
      inputSchema: { properties: { location: {} } },
      outputSchema: { properties: { temperature: {} } },
    });
    await scene.allow('every');
    const called = await agent.callTool(byName('every__get-structured-content', { location: 'Chicago' }));
    expect(called).toMatchObject({ structuredContent: { temperature: expect.any(Number) } });
  });

  test('The question, the grant and the trace know the tool that is meant and its arguments.', async () => {
    await scene.addServer('asked', [fixturePath]);
    const agent = await scene.agent();
    const calling = agent.callTool(byName('asked__test_simple_text', { note: 'hello there' }));
    await scene.panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'the user is asked');
    const [prompt] = Object.values(scene.panel.snapshot.prompts);
    expect(prompt).toMatchObject({
      tool: 'asked/test_simple_text',
      argumentsText: expect.stringContaining('hello there'),
    });
    expect(prompt?.argumentsText).not.toContain('call_tool');
    const answer = { effect: 'allow', lifetime: 'always', breadth: 'tool' } as const;
    await scene.panel.request('prompts:answer', { promptId: prompt?.id ?? '', ...answer });
    expect(textOf(await calling)).toContain('simple text response');
    // The panel hears of it on a wire of its own, perhaps after the agent has its answer.
    await scene.panel.waitFor(
      ({ grants }) =>
        Object.values(grants).some(({ tools, uses }) => tools?.join() === 'asked/test_simple_text' && uses === 1),
      'its grant was used once',
    );
    // The grant holds for the direct call too.
    const direct = { name: 'asked__test_simple_text', arguments: {} };
    expect(textOf(await agent.callTool(direct))).toContain('simple text response');
    const filter = { text: '', method: 'tools/call', tool: direct.name };
    const { entries } = await scene.panel.request('trace:window', { filter, from: -1, count: 10 });
    expect(entries.filter(({ from }) => from.kind === 'agent').map(({ outcome, tool }) => [tool, outcome])).toEqual([
      [direct.name, 'ok'],
      [direct.name, 'ok'],
    ]);
  });

  test('Progress and cancelling go the way of a direct call.', async () => {
    const agent = await scene.agent();
    const heard: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void heard.push(progress);
    await agent.callTool(byName('one__test_tool_with_progress'), { onprogress });
    expect(heard).toEqual([0, 50, 100]);
    await scene.allow('every');
    const controller = new AbortController();
    const slow = byName('every__trigger-long-running-operation', { duration: 60, steps: 60 });
    const calling = agent.callTool(slow, { signal: controller.signal, onprogress: () => controller.abort() });
    await expect(calling).rejects.toThrow();
    const filter = { text: '', tool: 'every__trigger-long-running-operation' };
    const outcome = async () =>
      (await scene.panel.request('trace:window', { filter, from: -1, count: 1 })).entries[0]?.outcome;
    await expect.poll(outcome).toBe('cancelled');
  });

  test('What is switched off for the client is neither found nor called, and comes back with a notification.', async () => {
    let changes = 0;
    const prepare = (client: Client) =>
      client.setNotificationHandler('notifications/tools/list_changed', () => void (changes += 1));
    const agent = await scene.agent({ prepare });
    const find = async () =>
      ((await ask(agent, 'find_tools', { query: 'one__test_simple_text' })) as unknown as { tools: { name: string }[] })
        .tools[0]?.name;
    expect(await find()).toBe('one__test_simple_text');
    await scene.panel.request('tools:set', { toolId: 'one/test_simple_text', clientId, on: false });
    await expect.poll(() => changes).toBe(1);
    expect(await find()).not.toBe('one__test_simple_text');
    const refused = await agent.callTool(byName('one__test_simple_text'));
    expect(textOf(refused)).toContain('switched "one/test_simple_text" off');
    await scene.panel.request('tools:set', { toolId: 'one/test_simple_text', clientId, on: true });
    await expect.poll(() => changes).toBe(2);
    expect(await find()).toBe('one__test_simple_text');
  });

  test('A call that names no tool, or itself, is refused with what it lacks.', async () => {
    const agent = await scene.agent();
    for (const args of [{}, { name: 'call_tool', arguments: { name: 'one__test_simple_text' } }]) {
      const result = await agent.callTool({ name: 'call_tool', arguments: args });
      expect(textOf(result)).toContain('call_tool needs the argument name');
    }
    expect(textOf(await agent.callTool(byName('one__nothing')))).toContain('find_tools names');
  });

  test('Agents of every way in are listed the same, also without a handshake.', async () => {
    for (const agent of [await scene.httpAgent(), await scene.httpAgent({ stateless: true })]) {
      expect(await names(agent)).toEqual(['find_tools', 'call_tool']);
      expect(textOf(await agent.callTool(byName('one__test_simple_text')))).toContain('simple text response');
    }
  });

  test('An agent that sees one server alone has its tools as they are.', async () => {
    const agent = await scene.agent({ serverId: 'one' });
    expect(await names(agent)).toContain('test_simple_text');
    await expect(agent.callTool(byName('test_simple_text'))).resolves.toMatchObject({ isError: true });
  });
});

describe('In groups', () => {
  test('A choice of the user and a group that is opened are told, and the group is then in the list.', async () => {
    let changes = 0;
    const prepare = (client: Client) =>
      client.setNotificationHandler('notifications/tools/list_changed', () => void (changes += 1));
    const agent = await scene.agent({ prepare });
    expect(await names(agent)).toContain('one__test_simple_text');
    await choose('groups');
    await expect.poll(() => changes).toBe(1);
    expect(await names(agent)).toEqual(['find_tools', 'open_tools', 'call_tool']);
    const opened = await ask(agent, 'open_tools', { group: 'one' });
    expect(opened).toMatchObject({ opened: 'one' });
    expect(changes).toBe(2);
    const listed = await names(agent);
    expect(listed).toContain('one__test_simple_text');
    expect(listed).not.toContain('every__echo');
    const unknown = await agent.callTool({ name: 'open_tools', arguments: { group: 'three' } });
    expect(textOf(unknown)).toMatch(/no group "three".*web_browser, one, every/);
  });

  test('The panel is told what each way costs, and that it saves most of it.', async () => {
    const costs = await scene.panel.request('clients:tool-costs', { clientId });
    const { tools } = await (await scene.agent()).listTools();
    expect(costs.whole.tools).toBe(tools.length);
    expect(Math.abs(costs.whole.bytes - Buffer.byteLength(JSON.stringify(tools)))).toBeLessThan(50);
    expect(costs.search.bytes).toBeLessThan(costs.whole.bytes / 10);
  });
});

describe('The hub as a server', () => {
  const about = ['hub_servers', 'hub_grants', 'hub_refusals', 'hub_browser', 'hub_names', 'hub_traces'];
  const topics = about.map(name => `pilothouse://hub/${name.slice('hub_'.length)}`);

  test('It is off by default: neither listed nor callable, nor are its resources.', async () => {
    const agent = await scene.agent();
    expect((await names(agent)).filter(name => name.startsWith('hub_'))).toEqual([]);
    expect(textOf(await agent.callTool({ name: 'hub_grants', arguments: {} }))).toContain('no tool "hub_grants"');
    expect((await agent.listResources()).resources.map(({ uri }) => uri)).not.toContain(topics[0]);
    await expect(agent.readResource({ uri: topics[0] ?? '' })).rejects.toThrow();
  });

  test('Switched on, it is told and listed, as tools that read and as resources with the same texts.', async () => {
    const told: string[] = [];
    const agent = await scene.agent({
      prepare: client => {
        for (const what of ['tools', 'resources'] as const)
          client.setNotificationHandler(`notifications/${what}/list_changed`, () => void told.push(what));
      },
    });
    await sees(true);
    await expect.poll(() => told.toSorted()).toEqual(['resources', 'tools']);
    const { tools } = await agent.listTools();
    const own = tools.filter(({ name }) => name.startsWith('hub_'));
    expect(own.map(({ name }) => name).toSorted()).toEqual(about.toSorted());
    expect(own.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    const { resources } = await agent.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(topics));
    const { contents } = await agent.readResource({ uri: 'pilothouse://hub/grants' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(await ask(agent, 'hub_grants'));
    await expect(agent.subscribeResource({ uri: 'pilothouse://hub/grants' })).rejects.toThrow('read it again');
    const running = await ask(agent, 'hub_servers');
    expect(running).toMatchObject({
      servers: expect.arrayContaining([expect.objectContaining({ id: 'one', state: 'running' })]),
    });
    expect(await ask(agent, 'hub_names', { group: 'one' })).toMatchObject({
      tools: { one: { allowed: expect.arrayContaining(['one__test_simple_text']) } },
    });
  });

  test('A refused call is told with its reason and remedy, and stands in the traces.', async () => {
    await sees(true);
    const agent = await scene.agent();
    await scene.panel.request('tools:set', { toolId: 'every/get-sum', clientId, on: false });
    await agent.callTool({ name: 'every__get-sum', arguments: { a: 1, b: 2 } });
    await agent.callTool({ name: 'read_page', arguments: {} });
    expect(await ask(agent, 'hub_refusals')).toMatchObject({
      refusals: [
        { tool: 'every__get-sum', code: 'ERR_TOOL_NOT_ALLOWED', sentence: expect.stringContaining('switch it on') },
        { tool: 'read_page', sentence: expect.stringContaining('Pilothouse under Connect') },
      ],
    });
    const { entries } = (await ask(agent, 'hub_traces')) as unknown as { entries: { tool: string; seq: number }[] };
    const entry = entries.find(({ tool }) => tool === 'every__get-sum');
    expect(entry).toMatchObject({ outcome: 'error' });
    const whole = await ask(agent, 'hub_traces', { seq: entry?.seq ?? 0 });
    expect(whole).toMatchObject({ entry: { request: expect.stringContaining('every__get-sum') } });
  });

  test('The user’s way to stop agents holds here too, and a server that is denied is not told of.', async () => {
    await sees(true);
    const agent = await scene.agent();
    const subject = { kind: 'client', id: clientId } as const;
    const deny = { effect: 'deny', scope: 'servers:call', tools: null, reading: false, lifetime: 'always' } as const;
    const resource = { kind: 'server', serverId: 'every' } as const;
    const { grant } = await scene.panel.request('grants:set', { ...deny, subject, resource, agentId: null });
    const { servers } = (await ask(agent, 'hub_servers')) as unknown as { servers: { id: string }[] };
    expect(servers.map(({ id }) => id)).toEqual(expect.arrayContaining(['one']));
    expect(servers.map(({ id }) => id)).not.toContain('every');
    await scene.panel.request('grants:revoke', { grantId: grant.id });
    for (const one of Object.values(scene.panel.snapshot.agents))
      if (one.state.kind === 'connected')
        await scene.panel.request('agents:set-mode', { agentId: one.id, mode: 'stopped' });
    const stopped = await agent.callTool({ name: 'hub_grants', arguments: {} });
    expect(textOf(stopped)).toContain('stopped by the user');
    await expect(agent.readResource({ uri: 'pilothouse://hub/traces' })).rejects.toThrow('stopped by the user');
  });
});

describe('Of others nothing is told', () => {
  const secretName = 'Zephyrine';

  test('Two agents of two clients: no byte of the other’s name, calls, grants or ids is in any answer.', async () => {
    await sees(true);
    const other = await scene.panel.request('clients:create', { name: secretName, start: 'ask' });
    await scene.panel.request('clients:set-sees-hub', { clientId: other.client.id, on: true });
    const subject = { kind: 'client', id: other.client.id } as const;
    const place = { resource: { kind: 'server', serverId: 'one' }, agentId: null } as const;
    const how = { effect: 'allow', reading: false, lifetime: 'always', scope: 'servers:call' } as const;
    const tools = ['one/test_error_handling'];
    const { grant } = await scene.panel.request('grants:set', { ...how, ...place, subject, tools });
    const stranger = await connectOver(other);
    const message = 'quetzalcoatl';
    await stranger.callTool({ name: 'one__test_error_handling', arguments: { message } });
    await stranger.callTool({ name: 'read_page', arguments: { tabId: 987_654 } });
    const mine = await scene.agent();
    const whoIs = (name: string) =>
      Object.values(scene.panel.snapshot.agents).find(agent => agent.name === name && agent.state.kind === 'connected');
    const theirs = whoIs(secretName)?.id ?? '';
    expect(theirs).toMatch(/^agent_/);
    const filter = { text: '', agentId: theirs };
    const { entries } = await scene.panel.request('trace:window', { filter, from: -1, count: 50 });
    const seqs = entries.map(({ seq }) => seq);
    expect(seqs.length).toBeGreaterThan(3);

    const told = await everythingOf(mine, seqs);
    for (const foreign of [secretName, other.client.id, theirs, theirs.slice(0, 14), message, '987654'])
      expect(told, foreign).not.toContain(foreign);
    expect(told).not.toMatch(new RegExp(`"id":"${grant.id}"`));
    // What is looked for can be found: the other is told its own.
    const own = await everythingOf(stranger, seqs);
    for (const word of [message, '987654', `"id":"${grant.id}"`]) expect(own).toContain(word);
    await stranger.close();
  });

  test('Two agents of one client: neither finds the calls, refusals and open groups of the other.', async () => {
    await sees(true);
    await choose('groups');
    const [first, second] = [await scene.agent(), await scene.agent()];
    await ask(first, 'open_tools', { group: 'every' });
    await first.callTool({ name: 'read_page', arguments: { tabId: 876_543 } });
    expect(await names(second)).not.toContain('every__echo');
    expect(await everythingOf(first, [])).toContain('876543');
    expect(await everythingOf(second, [])).not.toContain('876543');
  });

  /** Every answer of every tool and resource about itself, and what it is told of each of these entries, as one text. */
  async function everythingOf(agent: Client, seqs: readonly number[]): Promise<string> {
    const texts: string[] = [];
    for (const name of ['hub_servers', 'hub_grants', 'hub_refusals', 'hub_browser', 'hub_names'])
      texts.push(textOf(await agent.callTool({ name, arguments: {} })));
    texts.push(textOf(await agent.callTool({ name: 'hub_traces', arguments: { limit: 50 } })));
    for (const seq of seqs) texts.push(textOf(await agent.callTool({ name: 'hub_traces', arguments: { seq } })));
    const { resources } = await agent.listResources();
    texts.push(JSON.stringify(resources));
    for (const { uri } of resources.filter(each => each.uri.startsWith('pilothouse://hub/')))
      texts.push(JSON.stringify(await agent.readResource({ uri })));
    return texts.join('\n');
  }

  async function connectOver(credential: Credential): Promise<Client> {
    const headers = { authorization: `Bearer ${credential.http.token}` };
    const client = new Client({ name: 'a stranger', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(urlOf(credential)), { requestInit: { headers } }));
    return client;
  }
});
