// Harbor's second generation at a real hub: its program is started as its tests and its browser do, its scripts run, its tools are called.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type HubPlace, usePlace } from '../../support/hub-process.ts';
import { answer, runSpeaker } from '../hub/scenes.ts';
import { allow, approveServer, echoScript, HarborExtension } from './harbor-b-scene.ts';
import type { PanelClient } from '../../support/panel-client.ts';

interface Scene {
  readonly place: HubPlace;
  readonly panel: PanelClient;
  readonly extension: HarborExtension;
}

async function openScene(): Promise<Scene> {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  return { place, panel, extension: new HarborExtension(place.home) };
}

const ready = { type: 'status', status: 'ready', message: 'Harbor bridge is running' };

describe('the program', () => {
  test('says that it is ready, answers pings and status, and passes over what it does not know', async () => {
    const { panel, extension } = await openScene();
    await extension.hears(({ status }) => status === 'ready', 'it is ready');
    extension.say({ type: 'ping' });
    extension.say({ type: 'nonsense', id: 1 });
    extension.say({ id: 'without a type' });
    extension.say({ type: 'host_response', id: '7', result: 1 });
    extension.say({ type: 'status' });
    expect(await extension.ask('system.health')).toEqual({ result: { status: 'ok' } });
    expect(extension.heard.slice(0, 3)).toEqual([
      ready,
      { type: 'status', status: 'pong', message: 'Bridge is alive' },
      ready,
    ]);
    await panel.waitFor(({ agents }) => Object.keys(agents).length === 1, 'it is an agent');
    const [agent] = Object.values(panel.snapshot.agents);
    expect(agent).toMatchObject({ clientId: 'compat-harbor', name: 'Harbor', transport: 'harbor' });
  });

  test('has no files for the extension, and names methods that there are not', async () => {
    const { extension } = await openScene();
    for (const method of ['fs.read', 'fs.write', 'fs.list'])
      expect(await extension.ask(method, { path: '/etc/passwd' })).toEqual({
        error: { code: -32002, message: 'Filesystem access not implemented' },
      });
    expect(await extension.ask('toString')).toEqual({ error: { code: -32601, message: 'Unknown method: toString' } });
    expect(await extension.ask('js.call', { id: 'none', request: { method: 'ping' } })).toEqual({
      error: { code: -32000, message: "Server 'none' not found" },
    });
    expect((await extension.ask('js.start_server', { id: '' })).error?.code).toBe(-32602);
  });

  test('ends when it is told to', async () => {
    const { extension } = await openScene();
    await extension.hears(({ status }) => status === 'ready', 'it is ready');
    extension.say({ type: 'shutdown' });
    extension.say({ type: 'ping' });
    await extension.leave();
    expect(extension.heard).toEqual([ready]);
  });
});

describe('a script of the extension', () => {
  async function startEcho({ panel, extension }: Scene, more: Record<string, unknown> = {}): Promise<void> {
    await allow(panel, 'mcp:servers.register');
    const started = extension.rpc('js.start_server', { id: 'echo', code: echoScript, capabilities: {}, ...more });
    await approveServer(panel, 'harbor-echo');
    expect(await started).toEqual({ id: 'echo', status: 'running' });
  }

  test('runs once it is registered and approved, though it knows no handshake, and each call is asked about', async () => {
    const scene = await openScene();
    const { panel, extension } = scene;
    await startEcho(scene);
    expect(panel.snapshot.servers['harbor-echo']).toMatchObject({ kind: 'javascript', name: 'Harbor echo' });
    const request = {
      jsonrpc: '2.0',
      id: 5,
      method: 'tools/call',
      params: { name: 'echo', arguments: { message: 'hi' } },
    };
    const called = extension.rpc('js.call', { id: 'echo', request });
    await answer(panel, 'allow', 'use');
    const said = { content: [{ type: 'text', text: 'echo: hi' }] };
    expect(await called).toEqual({ jsonrpc: '2.0', id: 5, result: said });
    const refused = extension.ask('js.call', { id: 'echo', request });
    await answer(panel, 'deny', 'use');
    expect((await refused).error).toEqual({
      code: -32000,
      message: 'Server call failed: The user refused harbor-echo/echo this time (servers:call).',
    });
  });

  test('is called by tools that it does not list, and lists them by either method', async () => {
    const scene = await openScene();
    const { panel, extension } = scene;
    await startEcho(scene);
    await allow(panel, 'servers:call');
    const call = { serverId: 'echo', toolName: 'process', args: { message: 'hi' } };
    expect(await extension.rpc('mcp.call_tool', call)).toEqual({
      result: { content: [{ type: 'text', text: 'process: hi' }] },
    });
    expect(await extension.rpc('js.call', { id: 'echo', request: { id: 1, method: 'tools/list' } })).toMatchObject({
      result: { tools: [{ name: 'echo' }] },
    });
    expect(await extension.rpc('mcp.list_tools')).toMatchObject({ tools: [{ serverId: 'echo', name: 'echo' }] });
    expect(await extension.rpc('js.call', { id: 'echo', request: { id: 2, method: 'nothing' } })).toEqual({
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32601, message: 'Method not found' },
    });
  });

  test('has its variables from the secret store alone, and is started anew with another value without being approved again', async () => {
    const scene = await openScene();
    const { place, panel, extension } = scene;
    const code = `console.warn('woken by ' + process.env.MARK);\n${echoScript}`;
    const start = { id: 'echo', code, env: { MARK: '${secret:OTHER}' } };
    await startEcho(scene, start);
    await allow(panel, 'servers:call');
    const call = { serverId: 'echo', toolName: 'echo', args: { message: 'a' } };
    const texts = [await extension.rpc('mcp.call_tool', call)];
    await extension.rpc('js.stop_server', { id: 'echo' });
    await extension.rpc('js.start_server', { ...start, env: { MARK: '!' } });
    texts.push(await extension.rpc('mcp.call_tool', call));
    await extension.rpc('js.stop_server', { id: 'echo' });
    await extension.rpc('js.start_server', { ...start, env: { MARK: 'a-secret-of-mine' } });
    await extension.hears(({ type }) => type === 'console', 'it says something');
    expect(extension.heard.find(({ type }) => type === 'console')).toMatchObject({ server_id: 'echo', level: 'warn' });
    expect(JSON.stringify(extension.heard)).not.toContain('a-secret-of-mine');
    expect(texts).toMatchObject([
      { result: { content: [{ text: 'echo: a${secret:OTHER}' }] } },
      { result: { content: [{ text: 'echo: a!' }] } },
    ]);
    const [file = ''] = readdirSync(path.join(place.home, 'harbor-scripts'));
    expect(statSync(path.join(place.home, 'harbor-scripts', file)).mode & 0o777).toBe(0o600);
    await panel.request('servers:remove', { serverId: 'harbor-echo' });
    expect(readdirSync(path.join(place.home, 'harbor-scripts'))).toEqual([]);
    expect((await panel.request('secrets:list', {})).secrets).toEqual([]);
  });

  test('waits for approval again once its code is another, and its old code is gone', async () => {
    const scene = await openScene();
    const { place, panel, extension } = scene;
    await startEcho(scene);
    const again = extension.rpc('js.start_server', { id: 'echo', code: `${echoScript}\n// changed`, capabilities: {} });
    await expect(again).rejects.toThrow("-32000 Server 'echo' is already running");
    await extension.rpc('js.stop_server', { id: 'echo' });
    const changed = extension.rpc('js.start_server', { id: 'echo', code: `${echoScript}\n// changed` });
    await approveServer(panel, 'harbor-echo');
    expect(await changed).toEqual({ id: 'echo', status: 'running' });
    expect(readdirSync(path.join(place.home, 'harbor-scripts'))).toHaveLength(1);
    expect(await extension.rpc('js.list_servers')).toEqual({ servers: [{ id: 'echo', running: true }] });
  });

  test('is not added where the user does not let the extension register servers', async () => {
    const { panel, extension } = await openScene();
    const started = extension.ask('js.start_server', { id: 'echo', code: echoScript });
    await answer(panel, 'deny', 'use');
    expect((await started).error?.message).toContain('The user refused harbor/start_server this time');
    expect(Object.keys(panel.snapshot.servers)).not.toContain('harbor-echo');
  });
});

/** Asks for cookies at each call. */
const asking = `
    (async () => {
      for (;;) {
        const { id, method } = JSON.parse(await MCP.readLine());
        const answer = { jsonrpc: '2.0', id, error: { code: -32601, message: 'Unknown' } };
        if (method === 'tools/list')
          Object.assign(answer, { error: undefined, result: { tools: [{ name: 'x', inputSchema: { type: 'object' } }] } });
        if (method === 'tools/call')
          await MCP.requestHost('browser.getCookies', { domain: 'a.example' }).then(
            cookies => Object.assign(answer, { error: undefined, result: { content: [{ type: 'text', text: JSON.stringify(cookies) }] } }),
            error => Object.assign(answer, { error: { code: -32000, message: error.message } }),
          );
        MCP.writeLine(JSON.stringify(answer));
      }
    })();`;

describe('what a script asks of the extension’s browser', () => {
  /** No answer to it speaks of more than this one method. */
  async function answerTool(panel: PanelClient, effect: 'allow' | 'deny'): Promise<void> {
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'a question is asked');
    const [promptId = ''] = Object.keys(panel.snapshot.prompts);
    await panel.request('prompts:answer', { promptId, effect, lifetime: 'use', breadth: 'tool' });
    await panel.waitFor(({ prompts }) => !(promptId in prompts), 'the answered question is taken away');
  }

  test('is asked about though scripts are allowed at large, goes to the extension that calls, and to nobody else', async () => {
    const { panel, extension } = await openScene();
    await allow(panel, 'mcp:servers.register', 'servers:call', 'browser:script');
    const started = extension.rpc('js.start_server', { id: 'cookies', code: asking });
    await approveServer(panel, 'harbor-cookies');
    await started;
    const request = { id: 1, method: 'tools/call', params: { name: 'x', arguments: {} } };
    const called = extension.rpc('js.call', { id: 'cookies', request, context: { origin: 'harbor-extension' } });
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'the question is asked');
    const [question] = Object.values(panel.snapshot.prompts);
    expect(question).toMatchObject({ scope: 'browser:script', tool: 'harbor/browser.getCookies', destructive: true });
    await answerTool(panel, 'allow');
    await extension.hears(({ type }) => type === 'host_request', 'the extension is asked');
    const asked = extension.heard.find(({ type }) => type === 'host_request');
    const params = { domain: 'a.example' };
    const context = { origin: 'harbor-extension' };
    expect(asked).toEqual({ type: 'host_request', id: asked?.['id'], method: 'browser.getCookies', params, context });
    extension.say({ type: 'host_response', id: asked?.['id'], result: { cookies: [] } });
    expect(await called).toMatchObject({ id: 1, result: { content: [{ text: '{"cookies":[]}' }] } });

    const refused = extension.rpc('js.call', { id: 'cookies', request });
    await answerTool(panel, 'deny');
    expect(await refused).toMatchObject({ error: { message: expect.stringContaining('The user refused') } });
    // Whoever has no browser of Harbor's is told that nobody carries it out.
    await extension.rpc('mcp.call_tool', { serverId: 'cookies', toolName: 'x' }).catch((error: Error) => {
      expect(error.message).toContain('does not offer');
    });
    expect(extension.heard.filter(({ type }) => type === 'host_request')).toHaveLength(1);
  });
});

describe('what a script asks for the call of somebody else', () => {
  test('does not reach an extension whose own call waits for its user still', async () => {
    const { place, panel, extension } = await openScene();
    await allow(panel, 'mcp:servers.register', 'browser:script');
    const started = extension.rpc('js.start_server', { id: 'cookies', code: asking });
    await approveServer(panel, 'harbor-cookies');
    await started;
    const credential = await panel.request('clients:create', { name: 'Any', start: 'ask' });
    const resource = { kind: 'server', serverId: 'harbor-cookies' };
    const subject = { kind: 'client', id: credential.client.id };
    await panel.send('grants:set', { subject, effect: 'allow', scope: 'servers:call', resource });
    const agent = await place.httpAgent(credential);
    const request = { id: 1, method: 'tools/call', params: { name: 'x', arguments: {} } };
    const waiting = extension.rpc('js.call', { id: 'cookies', request }).catch(() => {});
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'the call of the extension waits');
    await expect(agent.call('harbor-cookies__x')).rejects.toThrow('does not offer');
    expect(Object.values(panel.snapshot.prompts).map(({ scope }) => scope)).toEqual(['servers:call']);
    await answer(panel, 'deny', 'use');
    await waiting;
    expect(extension.heard.filter(({ type }) => type === 'host_request')).toEqual([]);
  });
});

describe('tools in the extension’s own browser', () => {
  const tools = [
    { name: 'now', description: 'Tells the time', inputSchema: { type: 'object', properties: {} } },
    { name: 'then', description: 'Tells another', inputSchema: { type: 'object', properties: {} } },
  ];

  test('are listed, taken back, and offered to nobody while the extension fetches no calls', async () => {
    const { panel, extension } = await openScene();
    await allow(panel, 'mcp:servers.register');
    expect(await extension.rpc('mcp.register_tools', { server_id: 'clock', tools })).toEqual({ ok: true });
    const listed = tools.map(tool => ({ serverId: 'clock', ...tool }));
    expect(await extension.rpc('mcp.list_tools')).toEqual({ tools: listed });
    expect(Object.keys(panel.snapshot.tools).filter(id => id.startsWith('harbor'))).toEqual([]);
    expect(await extension.rpc('mcp.unregister_tools', { server_id: 'clock' })).toEqual({ ok: true });
    expect(await extension.rpc('mcp.list_tools')).toEqual({ tools: [] });
  });

  test('are called by an agent, each call once, and are gone with the extension', async () => {
    const { place, panel, extension } = await openScene();
    await allow(panel, 'mcp:servers.register');
    await extension.rpc('mcp.register_tools', { server_id: 'clock', tools });
    await extension.rpc('mcp.poll_pending_calls');
    await panel.waitFor(shown => 'harbor-clock/now' in shown.tools, 'its tools are offered');
    const agent = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'ask' }));
    const called = agent.call('harbor-clock__now', { zone: 'UTC' });
    await answer(panel, 'allow', 'use');
    let calls: readonly { call_id: string }[] = [];
    while (calls.length === 0)
      ({ calls } = (await extension.rpc('mcp.poll_pending_calls')) as { calls: { call_id: string }[] });
    expect(calls).toEqual([{ call_id: 'call-1', serverId: 'clock', toolName: 'now', args: { zone: 'UTC' } }]);
    expect(await extension.rpc('mcp.poll_pending_calls')).toEqual({ calls: [] });
    await extension.rpc('mcp.submit_call_result', { call_id: 'call-9', result: 'late' });
    const result = { ok: true, result: { content: [{ type: 'text', text: 'noon' }] } };
    await extension.rpc('mcp.submit_call_result', { call_id: 'call-1', result });
    expect(await called).toEqual({ text: 'noon', isError: false });
    await extension.leave();
    await panel.waitFor(shown => !('harbor-clock/now' in shown.tools), 'its tools are gone');
  });

  test('of two browsers at once stay apart', async () => {
    const { place, panel, extension } = await openScene();
    await allow(panel, 'mcp:servers.register');
    const other = new HarborExtension(place.home, ['chrome-extension://ljnciidcajlichemnbohopnlaonhkpgm/']);
    for (const each of [extension, other]) {
      await each.rpc('mcp.register_tools', { server_id: 'clock', tools });
      await each.rpc('mcp.poll_pending_calls');
    }
    await panel.waitFor(shown => 'harbor-clock-2/now' in shown.tools, 'the tools of both are offered');
    const agent = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'ask' }));
    const called = agent.call('harbor-clock-2__now');
    await answer(panel, 'allow', 'use');
    const fetched = async (from: HarborExtension) =>
      ((await from.rpc('mcp.poll_pending_calls')) as { calls: unknown[] }).calls.length;
    let seen = 0;
    while (seen === 0) {
      expect(await fetched(extension)).toBe(0);
      seen = await fetched(other);
    }
    await extension.rpc('mcp.submit_call_result', { call_id: 'call-1', result: 'of the wrong browser' });
    await other.rpc('mcp.submit_call_result', { call_id: 'call-1', error: 'it is late' });
    expect(await called).toMatchObject({ isError: true, text: expect.stringContaining('it is late') });
  });

  test('a call of a tool of the hub’s own servers goes the way of every agent’s', async () => {
    const { panel, extension } = await openScene();
    await runSpeaker(panel);
    const call = { serverId: 'speaker', toolName: 'say', args: { message: 'hello' } };
    const said = extension.rpc('mcp.call_tool', call);
    await answer(panel, 'allow', 'use');
    expect(await said).toMatchObject({ result: { content: [{ type: 'text', text: 'Said: hello' }] } });
    await expect(extension.rpc('mcp.call_tool', { ...call, serverId: 'none' })).rejects.toThrow("'none' not found");
  });
});

describe('what breaks', () => {
  test('ends a connection that sends no JSON, and no other', async () => {
    const { place, extension } = await openScene();
    const other = new HarborExtension(place.home);
    await extension.hears(({ status }) => status === 'ready', 'it is ready');
    for (const junk of ['{', 'no', '\u0000']) extension.relay.send(junk);
    await extension.relay.exited;
    expect(await other.ask('system.health')).toEqual({ result: { status: 'ok' } });
  });

  test('takes 10 MB of code, and answers what a browser does not take with an error', async () => {
    const { panel, extension } = await openScene();
    await runSpeaker(panel);
    await allow(panel, 'servers:call');
    const large = 'x'.repeat(10 * 1024 * 1024);
    const started = extension.ask('js.start_server', { id: 'large', code: `${large}x` });
    expect((await started).error?.code).toBe(-32602);
    const call = { serverId: 'speaker', toolName: 'say', args: { message: large.slice(0, 2 * 1024 * 1024) } };
    expect((await extension.ask('mcp.call_tool', call)).error?.message).toContain('2');
    expect(await extension.ask('system.health')).toEqual({ result: { status: 'ok' } });
  });

  test('lets the relay end once another hub is there, so that the extension comes back by itself', async () => {
    const { place, extension } = await openScene();
    await extension.hears(({ status }) => status === 'ready', 'it is ready');
    await place.newestHub()?.kill('SIGKILL');
    await place.serve();
    await extension.relay.exited;
    const again = new HarborExtension(place.home);
    expect(await again.ask('system.health')).toEqual({ result: { status: 'ok' } });
  });
});
