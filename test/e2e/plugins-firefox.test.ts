// Plugins in a real Firefox: two extensions, the small one that speaks for them, the relay, the hub, and an agent that calls.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inEnglish } from '../../words/english.ts';
import { type Firefox, launchFirefox } from '../support/firefox.ts';
import { openPlace } from '../support/hub-process.ts';
import { type PanelClient, until } from '../support/panel-client.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import type { Agent, Credential, HubPlace, HubProcess } from '../support/hub-process.ts';

const greeter = 'greeter@plugins.example';
const oldNotes = 'old-notes@plugins.example';
/** A background that does nothing for so long is put to sleep. */
const idleMs = 2_000;

let place: HubPlace;
let hub: HubProcess;
let panel: PanelClient;
let firefox: Firefox;
let credential: Credential;
let agent: Agent;

describeWith(['firefox'], 'plugins in Firefox', () => {
  beforeAll(async () => {
    const build = ['build.mjs', '--if-stale', 'extension'];
    await promisify(execFile)(process.execPath, build, { cwd: repositoryRoot });
    place = openPlace();
    hub = await place.serve();
    panel = await place.panel(hub);
    await panel.request('manifests:install', { browserId: 'firefox' });
    const preferences = { 'extensions.background.idle.timeout': idleMs };
    firefox = await launchFirefox({ profile: join(place.folder, 'profile'), env: place.env, preferences });
    await firefox.remote.installTemporarily(join(repositoryRoot, 'dist/extension/plugin-hub'));
    credential = await panel.request('clients:create', { name: 'Claude Code', start: 'ask' });
    agent = await place.stdioAgent(credential);
  });

  afterAll(async () => {
    await firefox?.close();
    await place?.end();
  });

  test('a plugin that is installed is active, with its tools and the browser that it lives in', async () => {
    await firefox.remote.installTemporarily(join(repositoryRoot, 'test/support/plugins/greeter'));
    await isState('active');
    const { name, tools, browsers } = row();
    expect([name, tools, browsers]).toEqual(['Greeter', 2, [expect.objectContaining({ here: true })]]);
    const { claims, tools: told } = await panel.request('plugins:get', { pluginId: greeter });
    expect([claims?.speaks, told.map(({ kind }) => kind)]).toEqual(['harbor-plugin/v1', ['reads', 'dangerous']]);
  });

  test('its tools are in the list of an agent, and what only reads is called without a question', async () => {
    const listed = (await agent.client.listTools()).tools.map(({ name }) => name);
    const [name = ''] = listed.filter(each => each.startsWith('greeter_plugins_example__greet'));
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    const { content, structuredContent } = await agent.client.callTool({ name, arguments: { name: 'Ana' } });
    expect([content, structuredContent]).toEqual([
      [expect.objectContaining({ text: expect.stringContaining('Hello Ana!') })],
      { greeting: 'Hello Ana!' },
    ]);
    expect(await agent.call(`${greeter}::greet`, { name: 'Bo' })).toMatchObject({ isError: false });
  });

  test('arguments that do not fit are refused with their place, before the plugin hears of them', async () => {
    const { text, isError } = await agent.call(`${greeter}::greet`, { name: 7 });
    expect([isError, text]).toEqual([true, expect.stringMatching(/at \/name: type string\. \[INVALID_ARGUMENTS\]/)]);
  });

  test('what it calls dangerous is a question to the user, and an answer for this use is for this call alone', async () => {
    const asked = agent.call(`${greeter}::note.keep`, { text: 'milk' });
    await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'the user is asked');
    const [prompt] = Object.values(panel.snapshot.prompts);
    expect(prompt).toMatchObject({ destructive: true, resource: { kind: 'plugin', pluginId: greeter } });
    await panel.request('prompts:answer', { promptId: prompt?.id ?? '', effect: 'allow', lifetime: 'use' });
    expect(await asked).toEqual({ text: 'kept', isError: false });
  });

  test('a plugin that sleeps is woken by a call, and registers again without anything being decided anew', async () => {
    const { registrations } = row();
    await until(async () => (await backgroundOf(greeter)) === 'stopped', 'Firefox puts the plugin to sleep');
    expect(await agent.call(`${greeter}::greet`, { name: 'Cy' })).toMatchObject({ isError: false });
    await panel.waitFor(
      ({ plugins }) => (plugins[greeter]?.registrations ?? 0) > registrations,
      'the plugin registers again',
    );
    expect(row()).toMatchObject({ state: { kind: 'active' }, held: 0 });
  });

  test('what the user disabled stays so when it registers again', async () => {
    await panel.request('plugins:set-enabled', { pluginId: greeter, on: false });
    const { registrations } = row();
    const { text, isError } = await agent.call(`${greeter}::greet`, { name: 'Di' });
    expect([isError, text]).toEqual([true, expect.stringMatching(/disabled by the user.*\[ERR_SERVER_UNAVAILABLE\]/)]);
    await firefox.remote.evaluateInBrowser(
      `return (async () => { const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
        await (await AddonManager.getAddonByID(${JSON.stringify(greeter)})).reload(); })()`,
    );
    await panel.waitFor(
      ({ plugins }) => (plugins[greeter]?.registrations ?? 0) > registrations,
      'the plugin registers again',
    );
    expect(row().state.kind).toBe('disabled');
    await panel.request('plugins:set-enabled', { pluginId: greeter, on: true });
    await isState('active');
    expect(await agent.call(`${greeter}::greet`, { name: 'Di' })).toMatchObject({ isError: false });
  });

  test('an extension that says it is another one, or speaks another version, is refused and shown with why', async () => {
    await firefox.remote.installTemporarily(join(repositoryRoot, 'test/support/plugins/old-notes'));
    await panel.waitFor(({ plugins }) => plugins[oldNotes]?.refusals === 2, 'both of its registrations are refused');
    const { state, tools } = panel.snapshot.plugins[oldNotes] ?? {};
    expect([tools, state?.kind, state?.kind === 'error' && inEnglish(state.reason)]).toEqual([
      null,
      'error',
      expect.stringMatching(/speaks harbor-plugin\/v0, and Pilothouse speaks harbor-plugin\/v1/),
    ]);
    expect(row()).toMatchObject({ state: { kind: 'active' }, refusals: 0 });
    const { entries } = await panel.request('trace:window', {
      filter: { method: 'PLUGIN_REGISTER', outcome: 'refused' },
      from: 0,
      count: 10,
    });
    expect(entries.map(({ code }) => code)).toEqual(['PLUGIN_NOT_ALLOWED', 'PROTOCOL_VERSION_MISMATCH']);
  });

  test('after the hub was killed the plugin is there again by itself', async () => {
    await panel.close();
    await hub.kill('SIGKILL');
    hub = await place.serve();
    panel = await place.panel(hub);
    await isState('active');
    const later = await place.stdioAgent(credential);
    expect(await later.call(`${greeter}::greet`, { name: 'Eve' })).toMatchObject({ isError: false });
  });
});

function row() {
  const plugin = panel.snapshot.plugins[greeter];
  if (!plugin) throw new Error('The panel shows no such plugin.');
  return plugin;
}

async function isState(kind: string): Promise<void> {
  await panel.waitFor(({ plugins }) => plugins[greeter]?.state.kind === kind, `the plugin is ${kind}`);
}

function backgroundOf(id: string): Promise<unknown> {
  return firefox.remote.evaluateInBrowser(
    `return WebExtensionPolicy.getByID(${JSON.stringify(id)}).extension.backgroundState`,
  );
}
