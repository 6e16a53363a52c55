// What waits for a person, in the order in which it matters.
import { describe, expect, it } from 'vitest';
import { foreign } from '../../../../../contract/reason.ts';
import { needs } from '../../../../../renderer/screens/overview/needs.ts';
import {
  openPrompts,
  pendingBrowsers,
  troubledServers,
  waitingCount,
} from '../../../../../renderer/store/attention.ts';
import { extendedSnapshot } from '../../../../support/panel-fixture/extended.ts';
import { emptySnapshot, fixtureSnapshot } from '../../../../support/panel-fixture/snapshot.ts';
import type { Snapshot } from '../../../../../contract/schemas/snapshot.ts';

const now = 1_800_000_000_000;
const snapshot = fixtureSnapshot(now);
const titles = (state: Snapshot) => needs(state, now).map(({ tone, title }) => `${tone}: ${title}`);

describe('needs', () => {
  it('lists questions, then browsers, then servers by gravity, then the rest', () => {
    expect(titles(snapshot)).toEqual([
      'attention: 3 questions wait for your answer',
      'attention: Chromium on this machine wants to connect',
      'attention: Claude in Chrome wants to connect',
      'crashed: puppeteer gave up after 3 crashes',
      'attention: github is degraded',
      'attention: fetch waits for your approval',
      'attention: sentry needs you to sign in',
      'attention: linear waits for your approval',
      'waiting: postgres crashed and starts again by itself',
      'attention: github changed 2 of its 4 tools',
      'attention: MCP over HTTP, for agents: http://127.0.0.1:3456/mcp is held by process 4121 (node)',
      'attention: Claudezilla, for its own MCP servers: /home/ana/.claudezilla/claudezilla.sock is held by process 5230 (node)',
      'orphaned: Tab 51 has no owner',
    ]);
  });

  it('is empty when nothing waits', () => {
    const calm = emptySnapshot(now);
    expect(needs({ ...calm, clients: snapshot.clients, endpoints: {} }, now)).toEqual([]);
  });

  it('leads to the first round trip while no client and no browser is known', () => {
    const fresh = { ...emptySnapshot(now), endpoints: {} };
    expect(needs(fresh, now)).toMatchObject([{ id: 'first', path: 'connect', action: 'Begin' }]);
    expect(needs({ ...fresh, browsers: snapshot.browsers }, now).map(({ id }) => id)).not.toContain('first');
  });

  it('says what the oldest question is and how long it waits', () => {
    expect(needs(snapshot, now)[0]).toMatchObject({
      why: 'Claude Code wants to click button “Delete account” on “Billing – Atlas Pay” (pay.atlas.test), refused in 1:53',
      path: 'permissions',
      action: 'Answer',
    });
  });

  it('has the policy that cannot be used and the proposals of the learning mode', () => {
    const error = { line: 6, column: 17, why: foreign('expected allow or deny') };
    const hub = { ...snapshot.hub, policy: { ...snapshot.hub.policy, state: 'broken' as const, error }, learned: 2 };
    const found = needs({ ...snapshot, hub }, now).filter(({ path }) => path.startsWith('permissions/'));
    expect(found).toMatchObject([
      { tone: 'crashed', why: 'Line 6, column 17: expected allow or deny', path: 'permissions/policy' },
      { title: '2 grants are proposed by the learning mode', path: 'permissions/learning' },
    ]);
    const learning = { since: now, until: now + 1, calls: 0 };
    expect(titles({ ...snapshot, hub: { ...snapshot.hub, learned: 2, learning } })).toEqual(titles(snapshot));
  });

  it('shows the code of a browser that waits', () => {
    expect(needs(snapshot, now)[1]?.why).toContain('K7-4M');
    expect(needs(snapshot, now)[2]?.why).toMatch(/^It shows no code/);
  });

  it('shows every problem of the hub with its sentence', () => {
    const text = 'The database is locked by process 9. Stop it, then start Pilothouse again.';
    const hub = { ...snapshot.hub, problems: [{ id: 'store', reason: foreign(text) }] };
    expect(needs({ ...snapshot, hub }, now).find(({ id }) => id === 'store')).toMatchObject({
      why: text,
      path: 'settings',
    });
  });

  it('gives each need an id of its own', () => {
    const ids = needs(snapshot, now).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('what waits', () => {
  it('puts the oldest question first', () => {
    expect(openPrompts(snapshot).map(({ id }) => id)).toEqual(['prompt-87', 'prompt-88', 'prompt-89']);
  });

  it('counts questions and browsers', () => {
    expect([waitingCount(snapshot), pendingBrowsers(snapshot).length]).toEqual([5, 2]);
  });

  it('leaves servers alone that run or were stopped on purpose', () => {
    expect(troubledServers(snapshot).map(({ id }) => id)).not.toEqual(expect.arrayContaining(['filesystem']));
    expect(troubledServers(snapshot).map(({ id }) => id)).not.toContain('memory');
  });
});

describe('models and plugins', () => {
  const found = needs(extendedSnapshot(now), now).filter(({ id }) => /^(model|plugin):/.test(id));

  it('are among what waits where nothing can be asked, or tools are held back', () => {
    expect(found.map(({ tone, title, path }) => [tone, title, path])).toEqual([
      ['attention', 'phi-4 waits for your approval', 'models/phi'],
      ['attention', 'Ollama, workshop: timed out', 'models/workshop'],
      ['attention', 'OpenAI: key refused, 401', 'models/openai'],
      ['attention', 'Time changed 1 of its 3 tools', 'servers/plugins:time@plugins.example'],
      ['attention', 'Clipboard history: unreachable, 3 pings missed', 'servers/plugins:clips@northwind.example'],
    ]);
  });

  it('say why, and what to do', () => {
    expect(found[0]).toMatchObject({ why: expect.stringMatching(/^It is not as you approved it/), action: 'Review' });
  });
});
