// Web origins as agents: one for each origin and connection, and none for what is no origin.
import { describe, expect, test } from 'vitest';
import { agentNameIn } from '../../../../contract/agent-name.ts';
import { siteClientId } from '../../../../contract/sites.ts';
import { AgentRegistry } from '../../../../electron/core/agents/agent-registry.ts';
import { SiteRegistry, webOrigin } from '../../../../electron/core/sites/site-registry.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';

const client: Client = {
  id: siteClientId,
  name: 'Web pages',
  verified: false,
  start: 'ask',
  colour: 3,
  createdAt: 0,
  lastSeenAt: null,
};

function setUp(known: Client | null = client) {
  let count = 0;
  const left: string[] = [];
  const agents = new AgentRegistry({
    state: { set: () => {}, remove: () => {} },
    now: () => 0,
    randomBytes: size => Buffer.alloc(size, (count += 1)),
    onLeft: id => left.push(id),
  });
  const sites = new SiteRegistry({ agents, clients: { get: () => known, seen: () => {} } });
  return { agents, sites, left };
}

const firefox = { id: 'one', name: 'Harbor', transport: 'harbor' as const };
const other = { id: 'two', name: 'Harbor', transport: 'harbor' as const };

describe('an origin that asks', () => {
  test('It is an agent of its own, of the client of all pages, with its origin.', () => {
    const { sites } = setUp();
    const agent = sites.agentOf(sites.arrive('https://Shop.Example', firefox));
    expect(agent).toMatchObject({ clientId: siteClientId, origin: 'https://shop.example', transport: 'harbor' });
  });

  test('It is called by its own name, also where its client is renamed, and has no number.', () => {
    const { sites } = setUp();
    sites.arrive('https://a.example', firefox);
    const agent = sites.agentOf(sites.arrive('https://shop.example:8443', firefox));
    expect(agent).toMatchObject({ name: 'shop.example:8443 (Harbor)' });
    expect(agent.number).toBeUndefined();
    expect(agentNameIn(agent, 'Sites')).toBe('shop.example:8443 (Harbor)');
    expect(agentNameIn({ ...agent, clientId: 'codex', number: 2 }, 'Codex')).toBe('Codex 2');
  });

  test('It is the same agent again on its connection, and another on another one.', () => {
    const { sites } = setUp();
    const { agentId } = sites.arrive('https://shop.example', firefox);
    expect(sites.arrive('https://shop.example/', firefox).agentId).toBe(agentId);
    expect(sites.arrive('https://shop.example', other).agentId).not.toBe(agentId);
    expect(sites.arrive('https://www.shop.example', firefox).agentId).not.toBe(agentId);
  });

  test('Once its agent was stopped, it comes as a new one.', () => {
    const { agents, sites } = setUp();
    const { agentId } = sites.arrive('https://shop.example', firefox);
    agents.disconnect(agentId, { kind: 'user-disconnected' });
    expect(sites.arrive('https://shop.example', firefox).agentId).not.toBe(agentId);
  });

  test('It leaves with the connection that speaks for it, and no other does.', () => {
    const { agents, sites } = setUp();
    const [here, there] = [sites.arrive('https://a.example', firefox), sites.arrive('https://a.example', other)];
    sites.left(firefox, { kind: 'left-by-itself' });
    expect(agents.get(here.agentId)?.state.kind).toBe('gone');
    expect(agents.get(there.agentId)?.state.kind).toBe('connected');
  });

  test('It leaves with its last page, and comes back with the next one.', () => {
    const { agents, sites } = setUp();
    const [one, two] = ['https://a.example', 'https://b.example'].map(origin => sites.arrive(origin, firefox));
    sites.originLeft('https://a.example', firefox, { kind: 'left-by-itself' });
    sites.originLeft('https://unknown.example', firefox, { kind: 'left-by-itself' });
    expect(agents.get(one!.agentId)?.state.kind).toBe('gone');
    expect(agents.get(two!.agentId)?.state.kind).toBe('connected');
    const again = sites.arrive('https://a.example', firefox);
    expect(agents.get(again.agentId)?.state.kind).toBe('connected');
  });

  test('Of many origins of one connection the one that was used longest ago makes room.', () => {
    const { agents, sites } = setUp();
    const first = sites.arrive('https://s0.example', firefox);
    const second = sites.arrive('https://s1.example', firefox);
    sites.arrive('https://s0.example', firefox);
    for (let at = 2; at <= 200; at += 1) sites.arrive(`https://s${at}.example`, firefox);
    expect(agents.get(first.agentId)?.state.kind).toBe('connected');
    expect(agents.get(second.agentId)?.state.kind).not.toBe('connected');
  });

  test.each([
    'example.com',
    'https://*.example.com',
    'https://a.example/path',
    'https://user@a.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'null',
    '',
    `https://${'a'.repeat(400)}.example`,
  ])('%s is no origin.', text => {
    expect(() => webOrigin(text)).toThrow(/web origin/);
  });

  test('Nobody comes in while the user shuts pages out.', () => {
    const { sites } = setUp({ ...client, admitted: false });
    expect(() => sites.arrive('https://a.example', firefox)).toThrow(/shut web pages out/);
  });
});
