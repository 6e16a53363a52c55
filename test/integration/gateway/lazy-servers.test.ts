// Servers that start on first use: what they offer without running, what wakes them, and what is asked again before a call that woke one.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { repositoryRoot } from '../../support/provided.ts';
import { openScene } from './scene.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { PanelClient } from '../../support/panel-client.ts';
import type { Scene } from './scene.ts';

const fixture = path.join(repositoryRoot, 'test/fixtures/servers/kept.mjs');
const usual = {
  tools: [{ name: 'say', description: 'Says it.', inputSchema: { type: 'object' } }],
  prompts: [{ name: 'greet' }],
  resources: [{ uri: 'kept:///one', name: 'one' }],
};

let scene: Scene;
let agent: Client;
let panel: PanelClient;
const heard: string[] = [];

/** What a server offers from its next start on. */
function offer(id: string, offers: object): void {
  writeFileSync(fileOf(id), JSON.stringify(offers));
}

const fileOf = (id: string) => path.join(scene.place.folder, `${id}.json`);
const notes = (id: string) =>
  existsSync(`${fileOf(id)}.notes`)
    ? readFileSync(`${fileOf(id)}.notes`, 'utf8')
        .trim()
        .split('\n')
    : [];
const starts = (id: string) => notes(id).filter(line => line === 'started').length;
const hold = (id: string) => writeFileSync(`${fileOf(id)}.hold`, '');
const release = (id: string) => rmSync(`${fileOf(id)}.hold`, { force: true });
const state = (id: string) => panel.snapshot.servers[id]?.state.kind;
const until = (id: string, kind: string) =>
  panel.waitFor(({ servers }) => servers[id]?.state.kind === kind, `${id} is ${kind}`);

/** It sleeps after its newest start, which the panel may not have heard of yet. */
const sleepsAgain = (id: string) =>
  panel.waitFor(({ servers }) => {
    const server = servers[id];
    return server?.state.kind === 'asleep' && server.starts === starts(id);
  }, `${id} sleeps again`);

/** A server that starts on first use and sleeps at once when nobody uses it. It was started once, to learn what it offers. */
async function addLazy(id: string, options: object = {}): Promise<void> {
  offer(id, usual);
  const config = { command: process.execPath, args: [fixture, fileOf(id)] };
  const text = JSON.stringify({ mcpServers: { [id]: config } });
  await panel.request('servers:add', { kind: 'json', text, start: 'first-use' });
  await panel.waitFor(({ servers }) => id in servers, 'the server is there');
  const server = panel.snapshot.servers[id];
  await panel.request('servers:set', { serverId: id, idleMinutes: 0 });
  if (Object.keys(options).length > 0 && server)
    await panel.request('servers:set-options', {
      serverId: id,
      options: { ...server.options, idleMinutes: 0, ...options },
    });
  await panel.request('servers:approve', { serverId: id, hash: server?.hash ?? '' });
  await sleepsAgain(id);
  await scene.allow(id);
}

const say = async (id: string) => {
  const { content } = await agent.callTool({ name: `${id}__say`, arguments: {} });
  return (content as { text: string }[]).map(({ text }) => text).join('');
};

/** One that was used last and that nobody needs has fallen asleep. */
async function witnessSleeps(): Promise<void> {
  await say('witness');
  await sleepsAgain('witness');
}

beforeAll(async () => {
  scene = await openScene();
  ({ panel } = scene);
  await addLazy('sleeper');
  await addLazy('witness');
  agent = await scene.agent();
  for (const method of ['tools', 'prompts', 'resources'] as const)
    agent.setNotificationHandler(`notifications/${method}/list_changed`, () => void heard.push(method));
});
afterAll(() => scene.end());
beforeEach(() => void heard.splice(0));

test('It starts once to say what it offers, which is there for every agent without another start.', async () => {
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
  expect(names((await agent.listTools()).tools)).toContain('sleeper__say');
  expect(names((await agent.listPrompts()).prompts)).toEqual(['sleeper__greet', 'witness__greet']);
  expect((await agent.listResources()).resources.map(({ uri }) => uri)).toEqual([
    'kept:///one',
    'pilothouse+witness:kept:///one',
  ]);
  const alone = await scene.agent({ serverId: 'sleeper' });
  expect([alone.getServerVersion()?.name, alone.getInstructions()]).toEqual(['kept', 'Ask for it.']);
  expect(names((await alone.listTools()).tools)).toEqual(['say']);
  expect(names((await alone.listPrompts()).prompts)).toEqual(['greet']);
  const { counts } = await panel.request('servers:offers', { serverId: 'sleeper' });
  expect(counts).toEqual({ resources: 1, templates: 0, prompts: 1 });
  expect([starts('sleeper'), state('sleeper')]).toEqual([1, 'asleep']);
  expect(panel.snapshot.servers['sleeper']).toMatchObject({ toolCount: 1, serverInfo: { name: 'kept' } });
});

test('First calls that come at once start it once, and it sleeps again without a word to its agents.', async () => {
  const before = starts('sleeper');
  hold('sleeper');
  const calls = [say('sleeper'), say('sleeper'), say('sleeper')];
  await until('sleeper', 'starting');
  release('sleeper');
  expect(await Promise.all(calls)).toEqual(['done', 'done', 'done']);
  await sleepsAgain('sleeper');
  expect([starts('sleeper') - before, heard]).toEqual([1, []]);
  expect(panel.snapshot.servers['sleeper']?.startMs).toBeGreaterThan(0);
});

test.each<[string, () => Promise<unknown>, string]>([
  ['a prompt', () => agent.getPrompt({ name: 'sleeper__greet' }), 'prompt greet'],
  ['a resource', () => agent.readResource({ uri: 'kept:///one' }), 'read kept:///one'],
  [
    'a completion',
    () =>
      agent.complete({ ref: { type: 'ref/prompt', name: 'sleeper__greet' }, argument: { name: 'whom', value: 'o' } }),
    'complete',
  ],
])('%s wakes it.', async (_what, ask, noted) => {
  const before = starts('sleeper');
  await ask();
  expect([notes('sleeper').at(-1), starts('sleeper') - before]).toEqual([noted, 1]);
  await sleepsAgain('sleeper');
});

test('A subscription wakes it and keeps it awake until it ends.', async () => {
  await agent.subscribeResource({ uri: 'kept:///one' });
  expect(notes('sleeper').at(-1)).toBe('subscribe kept:///one');
  await witnessSleeps();
  expect(state('sleeper')).toBe('running');
  await agent.unsubscribeResource({ uri: 'kept:///one' });
  await sleepsAgain('sleeper');
});

test('A level of logging wakes nothing and keeps nothing awake; it is told at each start while its agent stays.', async () => {
  const logging = await scene.agent({ serverId: 'sleeper' });
  const levels = () => notes('sleeper').filter(line => line === 'level').length;
  const before = starts('sleeper');
  await logging.setLoggingLevel('debug');
  expect([starts('sleeper') - before, state('sleeper')]).toEqual([0, 'asleep']);
  for (const told of [1, 2]) {
    await say('sleeper');
    await expect.poll(levels).toBe(told);
    await sleepsAgain('sleeper');
  }
  await logging.close();
});

test('When it wakes with other definitions its agents hear so, and the call is decided again.', async () => {
  await addLazy('turncoat');
  const called = notes('turncoat').filter(line => line.startsWith('call')).length;
  offer('turncoat', {
    ...usual,
    tools: [{ ...usual.tools[0], description: 'Says it to somebody else.' }],
    prompts: [{ name: 'greet' }, { name: 'leave' }],
  });
  heard.splice(0);
  expect(await say('turncoat')).toContain('because its server changed it');
  expect(notes('turncoat').filter(line => line.startsWith('call'))).toHaveLength(called);
  await expect.poll(() => [...new Set(heard)].toSorted()).toEqual(['prompts', 'tools']);
  expect((await agent.listTools()).tools.map(({ name }) => name)).not.toContain('turncoat__say');
  await sleepsAgain('turncoat');
  expect((await agent.listPrompts()).prompts.map(({ name }) => name)).toContain('turncoat__leave');
  expect(await say('turncoat')).toContain('because its server changed it');
});

test('A tool that it does not have any more when it wakes is not called.', async () => {
  await addLazy('poorer');
  offer('poorer', { ...usual, tools: [{ name: 'other', inputSchema: { type: 'object' } }] });
  expect(await say('poorer')).toContain('[ERR_TOOL_NOT_FOUND]');
  expect(notes('poorer').filter(line => line.startsWith('call'))).toEqual([]);
});

test('A start that fails answers each call that waits for it, with what it said.', async () => {
  await addLazy('broken');
  offer('broken', { ...usual, fails: 'the licence has run out' });
  const said = await Promise.all([say('broken'), say('broken')]);
  for (const each of said) expect(each).toContain('the licence has run out');
  await panel.request('servers:stop', { serverId: 'broken' });
});

type Change = (id: string) => unknown;

test.each<[string, Change, string]>([
  [
    'its permission was taken back',
    async id => {
      const grants = Object.values(panel.snapshot.grants);
      const grant = grants.find(({ resource }) => resource.kind === 'server' && resource.serverId === id);
      await panel.request('grants:revoke', { grantId: grant?.id ?? '' });
    },
    'What allowed servers:call has ended.',
  ],
  ['all is paused', () => panel.request('hub:set-mode', { mode: 'paused' }), 'paused'],
  ['its server was stopped', id => panel.request('servers:stop', { serverId: id }), 'ERR_SERVER_UNAVAILABLE'],
  ['its server was removed', id => panel.request('servers:remove', { serverId: id }), 'ERR_SERVER_UNAVAILABLE'],
  [
    'its server has another command',
    id =>
      panel.request('servers:configure', {
        serverId: id,
        config: {
          kind: 'stdio',
          command: process.execPath,
          args: [fixture, fileOf(id), 'more'],
          cwd: null,
          variables: {},
        },
      }),
    'ERR_SERVER_UNAVAILABLE',
  ],
  [
    'its tool was switched off',
    id => panel.request('tools:set', { toolId: `${id}/say`, on: false }),
    'ERR_TOOL_NOT_ALLOWED',
  ],
])('A call that waits for its server to wake is not sent when %s.', async (what, change, said) => {
  const id = `w-${what.replaceAll(' ', '-').slice(0, 24)}`.replace(/-$/, '');
  await addLazy(id);
  hold(id);
  const waiting = say(id);
  await until(id, 'starting');
  await change(id);
  release(id);
  expect(await waiting).toContain(said);
  expect(notes(id).filter(line => line.startsWith('call'))).toEqual([]);
  await panel.request('hub:set-mode', { mode: 'running' });
});

test('Where each agent has a run of its own, that one starts with its call and sleeps by itself.', async () => {
  await addLazy('own', { instances: 'per-agent' });
  const before = starts('own');
  const fresh = await scene.agent();
  expect((await fresh.listTools()).tools.map(({ name }) => name)).toContain('own__say');
  expect(starts('own') - before).toBe(0);
  expect(await say('own')).toBe('done');
  expect(starts('own') - before).toBe(1);
  // Each call finds it awake or asleep, and in the end one has found it asleep.
  const calledAgain = async () => [await say('own'), starts('own') > before + 1];
  await expect.poll(calledAgain, { interval: 700 }).toEqual(['done', true]);
});

test('After a restart of the hub it still sleeps, offers the same, and is called.', async () => {
  const before = starts('sleeper');
  await scene.place.newestHub()?.kill('SIGTERM');
  panel = await scene.place.panel(await scene.place.serve());
  await until('sleeper', 'asleep');
  agent = await scene.agent();
  expect((await agent.listTools()).tools.map(({ name }) => name)).toContain('sleeper__say');
  expect((await agent.listPrompts()).prompts.map(({ name }) => name)).toContain('sleeper__greet');
  expect(starts('sleeper')).toBe(before);
  expect(panel.snapshot.servers['sleeper']?.startMs).toBeGreaterThan(0);
  expect(await say('sleeper')).toBe('done');
  expect(starts('sleeper')).toBe(before + 1);
});
