// The states that each step of Connect's ladder can be in: a hub of the fixture for each, and what the ladder is to say of it.
import { fixtureAgentConfigs } from './agent-configs.ts';
import { fixtureAgents, fixtureBrowsers, fixtureClients, fixtureTabs } from './crew.ts';
import { createFixtureHub, type FixtureHub } from './hub.ts';
import { fixtureMachine } from './machine-browser-answers.ts';
import { fixturePrompts } from './permissions.ts';
import { emptySnapshot } from './snapshot.ts';
import type { BrowserTruth, MachineBrowser } from '../../../contract/schemas/browsers.ts';
import type { Agent, Browser, Tab } from '../../../contract/schemas/entities.ts';

type Mark = 'proven' | 'broken' | 'waits' | 'not tried';

export interface LadderState {
  /** Of Hub, Agent, Browser, Extension, Answer from a page. */
  readonly marks: readonly [Mark, Mark, Mark, Mark, Mark];
  /** The one primary button, or null where there is nothing to press. */
  readonly button: string | null;
  hub(now: number): FixtureHub;
}

interface Facts {
  /** Rows of the fixture's agents. */
  readonly rows?: readonly string[];
  readonly agents?: readonly Agent[];
  readonly machine?: readonly MachineBrowser[];
  readonly browsers?: readonly Browser[];
  readonly isAsked?: true;
  /** When a page of the browser answered last. */
  readonly answeredAt?: number;
  readonly tabs?: readonly Tab[];
}

const minute = 60_000;

export const ladderStates: Readonly<Record<string, LadderState>> = {
  'agent-none': state(['proven', 'not tried', 'not tried', 'waits', 'waits'], 'Any other agent', () => ({ rows: [] })),
  'agent-found': state(['proven', 'not tried', 'not tried', 'waits', 'waits'], 'Connect Zed', () => ({})),
  'agent-broken': state(['proven', 'broken', 'not tried', 'waits', 'waits'], 'Any other agent', () => ({
    rows: ['goose'],
  })),
  'agent-gone': state(['proven', 'broken', 'not tried', 'waits', 'waits'], 'Compare', () => ({ rows: ['cursor'] })),
  'agent-written': state(['proven', 'not tried', 'not tried', 'waits', 'waits'], 'Connect Chromium', () => ({
    rows: ['claude-code'],
  })),
  'agent-restart': state(['proven', 'not tried', 'not tried', 'waits', 'waits'], 'Connect Chromium', () => ({
    rows: ['codex'],
  })),
  'agent-connected': state(['proven', 'proven', 'not tried', 'waits', 'waits'], 'Connect Chromium', now => ({
    ...connected(now),
  })),
  'browser-none': state(['proven', 'proven', 'not tried', 'waits', 'waits'], 'Custom profile folder', now => ({
    ...connected(now),
    machine: [],
  })),
  'browser-closed': state(['proven', 'proven', 'not tried', 'waits', 'waits'], 'Start Chromium', now => ({
    ...connected(now),
    machine: [chromium({ kind: 'closed', reason: { kind: 'browser-closed', browser: 'Chromium' } })],
  })),
  'browser-needs-code': state(['proven', 'proven', 'not tried', 'waits', 'waits'], 'Use a code…', now => ({
    ...connected(now),
    machine: [
      chromium({
        kind: 'needs-websocket',
        reason: { kind: 'browser-sandboxed', browser: 'Chromium', path: '/snap/bin/chromium' },
      }),
    ],
  })),
  'browser-other-program': state(['proven', 'proven', 'broken', 'waits', 'waits'], 'Repair', now => ({
    ...connected(now),
    machine: [
      chromium({
        kind: 'other-program',
        program: '/opt/other/relay',
        reason: { kind: 'manifest-belongs', program: '/opt/other/relay' },
      }),
    ],
  })),
  'extension-missing': state(
    ['proven', 'proven', 'not tried', 'not tried', 'waits'],
    'Copy chrome://extensions',
    now => ({ ...connected(now), machine: [runs] }),
  ),
  'extension-waits': state(['proven', 'proven', 'proven', 'not tried', 'waits'], 'Approve', now => ({
    ...connected(now),
    machine: [chromium(waits)],
    browsers: [pending(now)],
  })),
  'extension-denied': state(['proven', 'proven', 'not tried', 'broken', 'waits'], null, now => ({
    ...connected(now),
    machine: [chromium({ kind: 'denied', reason: { kind: 'browser-extension-denied', browser: 'Chromium' } }, running)],
    browsers: [{ ...pending(now), state: { kind: 'denied', since: now - minute } }],
  })),
  'answer-none': state(['proven', 'proven', 'proven', 'proven', 'not tried'], null, now => here(now, 30 * minute)),
  'answer-waits': state(['proven', 'proven', 'proven', 'proven', 'not tried'], null, now => ({
    ...here(now, 30 * minute),
    isAsked: true,
  })),
  'answer-last': state(['proven', 'proven', 'proven', 'proven', 'not tried'], null, now => ({
    ...here(now, minute),
    answeredAt: now - 3 * minute,
  })),
  'answer-no-page': state(['proven', 'proven', 'proven', 'proven', 'not tried'], null, now => ({
    ...here(now, 30 * minute),
    answeredAt: now - 3 * minute,
    tabs: [],
  })),
  'answer-green': state(['proven', 'proven', 'proven', 'proven', 'proven'], null, now => ({
    ...here(now, 30 * minute),
    answeredAt: now - 3 * minute,
  })),
};

function state(marks: LadderState['marks'], button: string | null, facts: (now: number) => Facts): LadderState {
  return { marks, button, hub: now => hubOf(now, facts(now)) };
}

function hubOf(now: number, facts: Facts): FixtureHub {
  const {
    rows = ['zed'],
    agents = [],
    browsers = [],
    machine = [chromium(off)],
    isAsked,
    answeredAt,
    tabs = [],
  } = facts;
  const snapshot = {
    ...emptySnapshot(now),
    clients: byId(fixtureClients(now).filter(({ id }) => agents.some(({ clientId }) => clientId === id))),
    agents: byId(agents),
    browsers: byId(browsers),
    tabs: Object.fromEntries(tabs.map(tab => [`${tab.browserId}:${tab.tabId}`, tab])),
    pageAnswers: Object.fromEntries(
      browsers.flatMap(({ id }) => (answeredAt === undefined ? [] : [[id, { at: answeredAt, tool: 'navigate' }]])),
    ),
    prompts: byId(isAsked ? fixturePrompts(now).slice(0, 1) : []),
    agentConfigs: byId(fixtureAgentConfigs(now).filter(({ id }) => rows.includes(id))),
  };
  return createFixtureHub(snapshot, [], [...machine]);
}

const off: BrowserTruth = { kind: 'off', reason: { kind: 'browser-off', browser: 'Chromium' } };
const waits: BrowserTruth = {
  kind: 'waits',
  code: 'K7-4M',
  reason: { kind: 'browser-extension-waits', browser: 'Chromium', code: 'K7-4M' },
};
const running: Partial<MachineBrowser> = { running: { kind: 'yes', pids: [4711] } };
const runs = chromium({ kind: 'no-extension', reason: { kind: 'browser-no-extension', browser: 'Chromium' } }, running);

function chromium(truth: BrowserTruth, more: Partial<MachineBrowser> = {}): MachineBrowser {
  const found = fixtureMachine().find(({ browserId }) => browserId === 'chromium');
  if (!found) throw new Error('The fixture has no Chromium.');
  const isOn = truth.kind !== 'off';
  return { ...found, isOn, truth, running: { kind: 'no' }, found: 'yes', canStart: true, ...more };
}

function connected(now: number): Pick<Facts, 'rows' | 'agents'> {
  return { rows: ['claude-code'], agents: fixtureAgents(now).slice(0, 1) };
}

/** All but an answer: the browser has been there for so long, with pages. */
function here(now: number, forMs: number): Facts {
  const since = now - forMs;
  const reason = { kind: 'browser-answers', browser: 'Chromium', version: '0.1.0' } as const;
  return {
    ...connected(now),
    tabs: fixtureTabs(now),
    machine: [chromium({ kind: 'connected', since, reason }, running)],
    browsers: fixtureBrowsers(now)
      .slice(0, 1)
      .map(browser => ({ ...browser, name: 'Chromium', state: { kind: 'connected', since, relayPid: 47_901 } })),
  };
}

function pending(now: number): Browser {
  const found = fixtureBrowsers(now).find(({ id }) => id === 'browser-new');
  if (!found) throw new Error('The fixture has no browser that waits.');
  return { ...found, name: 'Chromium' };
}

function byId<E extends { id: string }>(entities: readonly E[]): Record<string, E> {
  return Object.fromEntries(entities.map(entity => [entity.id, entity]));
}
