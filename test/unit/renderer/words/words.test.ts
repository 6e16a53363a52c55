// Sentences of the panel: servers, prompts, grants, modes, announcements, and the chain on Connect.
import { describe, expect, it } from 'vitest';
import { foreign } from '../../../../contract/reason.ts';
import { announcements } from '../../../../renderer/frame/announcements.ts';
import { modeBanner } from '../../../../renderer/words/mode-words.ts';
import {
  grantLasts,
  lifetimeWords,
  promptSentence,
  resourceWords,
  siteName,
} from '../../../../renderer/words/prompt-words.ts';
import { riskWords } from '../../../../renderer/words/scope-words.ts';
import { serverSentence, serverWords } from '../../../../renderer/words/server-words.ts';
import { fixtureSnapshot } from '../../../support/panel-fixture/snapshot.ts';
import type { Prompt } from '../../../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

const now = 1_800_000_000_000;
const snapshot = fixtureSnapshot(now);
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const prompt = snapshot.prompts['prompt-87']!;
const grants = Object.values(snapshot.grants);

describe('a server', () => {
  it('has a word and a shape for each state', () => {
    const words = Object.values(snapshot.servers).map(({ id, state }) => [
      id,
      serverWords(state, now).tone,
      plain(serverWords(state, now).word),
    ]);
    expect(words).toEqual([
      ['filesystem', 'running', 'running'],
      ['everything', 'running', 'running'],
      ['github', 'attention', 'degraded'],
      ['postgres', 'waiting', 'next try in 1 h'],
      ['puppeteer', 'crashed', 'failed'],
      ['fetch', 'attention', 'waits for approval'],
      ['memory', 'stopped', 'stopped by you'],
      ['sentry', 'attention', 'sign in needed'],
      ['linear', 'attention', 'waits for approval'],
      ['notes', 'running', 'running'],
      ['weather', 'waiting', 'starting'],
    ]);
  });

  it('says why it is not fine, and nothing when it is', () => {
    expect(serverSentence(snapshot.servers['puppeteer']!, now)).toEqual({
      title: 'puppeteer gave up after 3 crashes',
      text: 'It crashed once more after 3 automatic starts: It exited with code 127: sh: 1: npx: not found.',
    });
    expect(serverSentence(snapshot.servers['filesystem']!, now)).toBe(null);
  });
});

/** As where no browser but that of the tab is known. */
function onlyBrowser({ tab }: Pick<Prompt, 'tab'>): Snapshot {
  const id = tab!.browserId;
  return { ...snapshot, browsers: { [id]: snapshot.browsers[id]! } };
}

describe('a prompt', () => {
  it('is one sentence with who, what and where', () => {
    expect(Object.values(snapshot.prompts).map(each => promptSentence(snapshot, each))).toEqual([
      'Claude Code wants to click button “Delete account” on “Billing – Atlas Pay” (pay.atlas.test)',
      'Cursor wants to call a tool of filesystem',
      'Codex CLI wants to read the page on docs.ledger.test',
    ]);
  });

  it('names the site also when the permission is for every one, and the tab where there is no site', () => {
    const { description: _, ...prompt } = snapshot.prompts['prompt-87']!;
    const anywhere = { ...prompt, resource: { kind: 'any' as const } };
    expect(promptSentence(snapshot, anywhere)).toBe('Claude Code wants to click and type on pay.atlas.test');
    const wide = { ...prompt, resource: { kind: 'any' as const }, site: null };
    expect(promptSentence(onlyBrowser(wide), wide)).toBe(
      'Claude Code wants to click and type in tab “Atlas Pay: Confirm plan”',
    );
    // Tabs of two browsers may have one title.
    expect(promptSentence(snapshot, wide)).toBe(
      'Claude Code wants to click and type in tab “Atlas Pay: Confirm plan” of Chromium Work',
    );
    expect(promptSentence(snapshot, { ...wide, tab: null })).toBe('Claude Code wants to click and type');
  });

  it('says how long an answer is kept', () => {
    expect([
      lifetimeWords('once', '“Orders”', 'Cursor'),
      lifetimeWords('once', null, 'Cursor'),
      lifetimeWords('agent', '“Orders”', 'Cursor'),
      lifetimeWords('always', '“Orders”', 'Cursor'),
    ]).toEqual(['10 minutes or until tab “Orders” closes', '10 minutes', 'until Cursor exits', 'until you revoke it']);
  });

  it('says what a risk means', () => {
    expect([riskWords('browser:navigate'), riskWords('browser:activeTab.read'), riskWords('browser:script')]).toEqual([
      'acts as you',
      'reads, changes nothing',
      'can change much, and is hard to undo',
    ]);
  });
});

describe('a grant', () => {
  it('says what is left of it', () => {
    expect([...new Set(grants.map(grant => plain(grantLasts(grant, now))))]).toEqual([
      'always',
      '8 min left',
      'until it exits',
    ]);
  });

  it('names its place, and drops only the usual scheme', () => {
    expect(grants.slice(0, 3).map(({ resource }) => resourceWords(snapshot, resource))).toEqual([
      'app.atlas.test',
      'app.atlas.test',
      'filesystem',
    ]);
    expect(siteName('http://router.local')).toBe('http://router.local');
  });

  it('names the browser of a tab where more than one is known', () => {
    const { tab } = snapshot.prompts['prompt-87']!;
    const resource = { kind: 'tab' as const, ...tab! };
    expect(resourceWords(snapshot, resource)).toBe('tab “Atlas Pay: Confirm plan” of Chromium Work');
    expect(resourceWords(onlyBrowser({ tab }), resource)).toBe('tab “Atlas Pay: Confirm plan”');
  });
});

it('has a banner for every mode but running', () => {
  const at = new Date(2026, 10, 21, 14, 32, 9).getTime();
  const hub = (mode: 'running' | 'read-only' | 'paused') => ({ ...snapshot.hub, mode, modeSince: at });
  expect([modeBanner(hub('running'), 3), modeBanner(hub('read-only'), 0), modeBanner(hub('paused'), 10)]).toEqual([
    null,
    { strong: 'Read-only since 14:32:09.', text: 'Reading tools work; acting tools are refused.' },
    { strong: 'All agents are paused since 14:32:09.', text: '10 calls wait. Servers and browsers keep running.' },
  ]);
});

describe('announcements', () => {
  const without = { ...snapshot, prompts: {} };

  it('say a new question and how many wait', () => {
    const after = { ...snapshot, prompts: { 'prompt-87': prompt } };
    expect(announcements(without, after, now)).toEqual([
      'Claude Code wants to click button “Delete account” on “Billing – Atlas Pay” (pay.atlas.test), 3 waiting',
    ]);
  });

  it('say a server that changed its state, and an agent that left', () => {
    const memory = { ...snapshot.servers['memory']!, state: { kind: 'running' as const, since: now, pid: 4 } };
    const cursor = {
      ...snapshot.agents['agent_e810']!,
      state: { kind: 'gone' as const, since: now, reason: foreign('its process ended') },
    };
    const after = {
      ...snapshot,
      servers: { ...snapshot.servers, memory },
      agents: { ...snapshot.agents, agent_e810: cursor },
    };
    expect(announcements(snapshot, after, now)).toEqual(['memory: running', 'Cursor left']);
  });

  it('say nothing about counts and traces', () => {
    const agent = { ...snapshot.agents['agent_e810']!, calls: 999 };
    expect(announcements(snapshot, { ...snapshot, agents: { ...snapshot.agents, agent_e810: agent } }, now)).toEqual(
      [],
    );
  });
});
