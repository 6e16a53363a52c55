// What the hub tells an agent of itself, through the router's real gates: its own alone, and only while the user lets it ask.
import { describe, expect, test } from 'vitest';
import { answerInHub } from '../../../../electron/core/router/hub-tools.ts';
import { SecretMask } from '../../../../electron/core/secrets/secret-mask.ts';
import { agentId, buildBrowser, buildReportedTab } from '../../../support/hub-fixtures.ts';
import { createWorld, turn } from './router-world.ts';
import type { NewGrant } from '../../../../electron/core/permissions/grant-registry.ts';
import type { HubToolServices } from '../../../../electron/core/router/hub-tools.ts';

const stranger = 'agent_ffffffffffffffffffffffffffffffff';

function createScene(options: { readonly query?: () => Promise<unknown> } = {}) {
  const made = createWorld();
  const { world, grants, refusals, listings, catalogue, tabs } = made;
  world.offer = { seesHub: true };
  tabs.claim(stranger, 'b1', buildReportedTab({ tabId: 99, title: 'Theirs', url: 'https://theirs.example/' }));
  const view = {
    ownTabs: (id: string) => tabs.ownedBy(id),
    client: () => world.client,
    grants: () => grants.rules,
  };
  const about = {
    ...{ grants, refusals, listings },
    trace: { query: options.query ?? (async () => ({ entries: [] })) },
    mask: new SecretMask(() => ['hunter22hunter22']),
    servers: () => [],
    hasTools: (id: string) => catalogue.hasTools(id),
  };
  const browsers = { ...made.browsers, get: () => buildBrowser() };
  const services = { ...made, browsers, view, about } as unknown as HubToolServices;
  world.execute = (permit, { params }) => answerInHub(services, permit, params.arguments ?? {});
  const ask = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await made.call(name, args).result;
    const text = String(content[0]?.['text']);
    return isError ? text : (JSON.parse(text) as Record<string, unknown[]>);
  };
  return { ...made, ask };
}

const grant: NewGrant = {
  subject: { kind: 'client', id: 'codex' },
  agentId: null,
  effect: 'allow',
  scope: 'servers:call',
  tools: null,
  reading: false,
  resource: { kind: 'any' },
  lifetime: 'always',
  tab: null,
};

describe('Grants', () => {
  test('Told are those of its client and of itself; none of others, of another agent of its client, or about their tabs.', async () => {
    const { grants, ask, world } = createScene();
    const subject = { kind: 'client', id: world.client?.id ?? '' } as const;
    const at = (tabId: number) => ({ browserId: 'b1', tabId });
    const added = await grants.addAll([
      { ...grant, subject },
      { ...grant, subject: { kind: 'client', id: 'another' } },
      { ...grant, subject: { kind: 'origin', id: subject.id } },
      { ...grant, subject, agentId, lifetime: 'agent' },
      { ...grant, subject, agentId: stranger, lifetime: 'agent' },
      { ...grant, subject, tab: at(42), lifetime: 'once' },
      { ...grant, subject, tab: at(99), lifetime: 'once' },
      { ...grant, subject, resource: { kind: 'tab', ...at(42) } },
      { ...grant, subject, resource: { kind: 'tab', ...at(99) } },
    ]);
    const told = (await ask('hub_grants')) as { grants: { id: string }[] };
    const mine = [0, 3, 5, 7].map(index => added[index]?.id);
    expect(told.grants.map(({ id }) => id)).toEqual(mine);
    expect(JSON.stringify(told)).not.toMatch(/another|99/);
  });
});

describe('Tabs', () => {
  test('Told are its own, never those of another agent or of the user.', async () => {
    const { ask } = createScene();
    const told = (await ask('hub_browser')) as { tabs: { tabId: number }[] };
    expect(told.tabs.map(({ tabId }) => tabId)).toEqual([42]);
    expect(JSON.stringify(told)).not.toMatch(/Theirs|theirs/);
  });
});

describe('Refusals', () => {
  test('Told are its own with what helps; ids of others are left out and secrets masked.', async () => {
    const { ask, refusals } = createScene();
    const sentence = `OWNERSHIP: Cannot read tab 7 (owned by ${stranger.slice(0, 10)}...)`;
    refusals.note(agentId, { tool: 'read_page', code: 'ERR_PERMISSION_DENIED', sentence });
    refusals.note(agentId, { tool: 'hunter22hunter22', code: 'ERR_PERMISSION_DENIED', sentence: 'No.' });
    refusals.note(stranger, { tool: 'navigate', code: 'ERR_PERMISSION_DENIED', sentence: 'Theirs.' });
    const text = JSON.stringify(await ask('hub_refusals'));
    expect(text).toContain('owned by another agent');
    expect(text).not.toMatch(/agent_ffff|hunter22|navigate|Theirs/);
  });

  test('The newest twenty of each agent are kept, until it has left.', () => {
    const { refusals } = createScene();
    for (let at = 0; at < 30; at += 1) refusals.note(agentId, { tool: `t${at}`, code: 'x', sentence: '' });
    expect(refusals.of(agentId).map(({ tool }) => tool)).toEqual(Array.from({ length: 20 }, (_, at) => `t${at + 10}`));
    refusals.forget(agentId);
    expect(refusals.of(agentId)).toEqual([]);
  });
});

describe('Traces', () => {
  const entry = (id: string, seq: number) => ({
    seq,
    at: 0,
    from: { kind: 'agent', id, label: id },
    to: { kind: 'hub', id: 'hub', label: 'Hub' },
  });

  test('What the filter finds besides is left out, and another’s entry is none.', async () => {
    const entries = [entry(agentId, 1), entry(stranger, 2)];
    const window = createScene({ query: async () => ({ entries }) });
    expect(await window.ask('hub_traces')).toMatchObject({ entries: [{ seq: 1 }] });
    const payload = { request: 'theirs', response: null };
    const whole = createScene({ query: async () => ({ entry: entry(stranger, 2), payload }) });
    expect(await whole.ask('hub_traces', { seq: 2 })).toEqual({ entry: null });
  });

  test('Who may not ask any more when the trace has answered is not told.', async () => {
    let answer = (_: unknown) => {};
    const { ask, world } = createScene({ query: () => new Promise(resolve => (answer = resolve)) });
    const asked = ask('hub_traces');
    await turn();
    world.offer = {};
    answer({ entries: [entry(agentId, 1)] });
    expect(await asked).toContain('There is no tool "hub_traces"');
  });
});

test('Who may not ask any more when a pause ends is not told.', async () => {
  const { ask, world, pauses } = createScene();
  world.mode = 'paused';
  const asked = ask('hub_grants');
  await turn();
  world.offer = {};
  world.mode = 'running';
  pauses.recheck();
  expect(await asked).toContain('There is no tool "hub_grants"');
});

test('No rule that an agent has keeps it from a search; one that the user made does.', async () => {
  const { ask, world, grants } = createScene();
  world.offer = { listing: 'search' };
  expect(await ask('find_tools', { query: 'echo' })).toMatchObject({ tools: [{ name: 'everything__echo' }] });
  const subject = { kind: 'client', id: world.client?.id ?? '' } as const;
  await grants.add({ ...grant, subject, effect: 'deny', scope: 'mcp:tools.list' });
  expect(await ask('find_tools', { query: 'echo' })).toContain('see which tools there are');
});
