// The ladder of Connect as a table: what is known of the chain, what each of its five steps says then, and which of them is next.
import { describe, expect, it } from 'vitest';
import { type ChainFacts, connectSteps } from '../../../../../../renderer/screens/connect/ladder/steps.ts';
import { fixtureMachine, machineBrowserAnswers } from '../../../../../support/panel-fixture/machine-browser-answers.ts';
import { emptySnapshot, fixtureSnapshot } from '../../../../../support/panel-fixture/snapshot.ts';
import type { BrowserTruth, MachineBrowser } from '../../../../../../contract/schemas/browsers.ts';
import type { Browser } from '../../../../../../contract/schemas/entities.ts';
import type { Snapshot } from '../../../../../../contract/schemas/snapshot.ts';
import type { AgentFact } from '../../../../../../renderer/screens/connect/ladder/agent-step.ts';

const now = Date.UTC(2026, 10, 23, 14, 30);
const minute = 60_000;

const asked = machineBrowserAnswers(fixtureMachine())['browsers:list']({}, undefined as never) as {
  browsers: MachineBrowser[];
};
const template = asked.browsers[0]!;
const reason = template.truth.reason;

/** A browser of this machine; those that are on are named so. */
function browser(name: string, kind: 'off' | 'closed' | 'no-extension' | 'broken' | 'not-here'): MachineBrowser {
  const truth: BrowserTruth = { kind, reason };
  return { ...template, browserId: name.toLowerCase(), name, isOn: kind !== 'off' && kind !== 'not-here', truth };
}

const foreign: MachineBrowser = {
  ...browser('Chromium', 'broken'),
  truth: { kind: 'other-program', program: '/opt/other', reason },
};

const snap: MachineBrowser = {
  ...browser('Chromium (Snap)', 'off'),
  way: 'websocket',
  truth: { kind: 'needs-websocket', reason: { kind: 'browser-sandboxed', browser: 'Chromium (Snap)', path: '~/snap' } },
};

const forbidden = (isOn: boolean): MachineBrowser => ({
  ...browser('Chromium', 'off'),
  isOn,
  truth: {
    kind: 'forbidden',
    reason: {
      kind: 'browser-forbidden',
      browser: 'Chromium',
      why: { kind: 'policy-blocks-host', file: '/etc/chromium/policies/managed/it.json', pattern: '*' },
    },
  },
});

const taken: MachineBrowser = { ...browser('Edge', 'off'), manifest: { state: 'foreign', reason } };

const agent = (name: string, state: AgentFact['state'], restart = false): AgentFact => ({
  id: name.toLowerCase(),
  name,
  state,
  restart,
});

/** The same hub with an agent of the fixture connected, or with browsers that said hello. */
interface Has {
  readonly agent?: boolean;
  readonly browsers?: readonly Browser[];
  /** When a page of the browser answered. */
  readonly answeredAt?: number;
  /** What its one tab shows. */
  readonly url?: string;
}

function hub({
  agent: hasAgent = false,
  browsers = [],
  answeredAt,
  url = 'https://orders.example/',
}: Has = {}): Snapshot {
  const { agents, tabs } = fixtureSnapshot(now);
  const [tab] = Object.values(tabs);
  return {
    ...emptySnapshot(now),
    agents: hasAgent ? { one: agents['agent_5b1e']! } : {},
    browsers: Object.fromEntries(browsers.map(each => [each.id, each])),
    tabs: { 'b:7': { ...tab!, browserId: 'b', tabId: 7, url } },
    pageAnswers: answeredAt === undefined ? {} : { b: { at: answeredAt, tool: 'navigate' } },
  };
}

function companion(state: Browser['state'], extensionVersion = '0.4.1'): Browser {
  const [known] = Object.values(fixtureSnapshot(now).browsers);
  return { ...known!, id: 'b', name: 'Chromium', extensionVersion, state };
}

const here = companion({ kind: 'connected', since: now - 9 * minute, relayPid: 7 });
const pending = companion({ kind: 'pending', since: now, code: 'K4-7Q' });
const away = companion({ kind: 'away', since: now - 10 * minute });

interface Row {
  readonly when: string;
  readonly facts: Partial<ChainFacts>;
  /** One letter for each step: proven, failed, waits, untried; the next is in capitals. */
  readonly states: string;
  readonly remedy: string | null;
}

const rows: readonly Row[] = [
  { when: 'nothing was looked at yet', facts: { agents: null, browsers: null }, states: 'pUuww', remedy: null },
  {
    when: 'nothing is on this machine',
    facts: { agents: [], browsers: [browser('Edge', 'not-here')] },
    states: 'pUuww',
    remedy: 'other-agent',
  },
  {
    when: 'an agent and a browser were found',
    facts: { agents: [agent('Codex', 'off')], browsers: [browser('Chromium', 'off')] },
    states: 'pUuww',
    remedy: 'connect-agent',
  },
  {
    when: 'the agent has our entry and is not started, the browser comes next',
    facts: { agents: [agent('Codex', 'on')], browsers: [browser('Chromium', 'off')] },
    states: 'puUww',
    remedy: 'connect-browser',
  },
  {
    when: 'the agent has to be restarted',
    facts: { agents: [agent('Codex', 'on', true)], browsers: [browser('Chromium', 'off')] },
    states: 'puUww',
    remedy: 'connect-browser',
  },
  {
    when: 'the entry is gone and nobody is connected',
    facts: { agents: [agent('Cursor', 'gone')], browsers: [browser('Chromium', 'off')] },
    states: 'pFuww',
    remedy: 'compare-agent',
  },
  {
    when: 'another agent is connected, a lost entry breaks nothing',
    facts: {
      snapshot: hub({ agent: true }),
      agents: [agent('Cursor', 'gone')],
      browsers: [browser('Chromium', 'off')],
    },
    states: 'ppUww',
    remedy: 'connect-browser',
  },
  {
    when: 'every file that was found is broken',
    facts: { agents: [agent('Goose', 'broken')], browsers: [browser('Chromium', 'off')] },
    states: 'pFuww',
    remedy: 'other-agent',
  },
  {
    when: 'the browser is closed',
    facts: { snapshot: hub({ agent: true }), browsers: [browser('Chromium', 'closed')] },
    states: 'ppUww',
    remedy: 'start-browser',
  },
  {
    when: 'the browser runs without the extension',
    facts: { snapshot: hub({ agent: true }), browsers: [browser('Chromium', 'no-extension')] },
    states: 'ppuUw',
    remedy: 'open-extensions',
  },
  {
    when: 'the extension waits for approval',
    facts: { snapshot: hub({ agent: true, browsers: [pending] }), browsers: [browser('Chromium', 'no-extension')] },
    states: 'pppUw',
    remedy: 'approve-browser',
  },
  {
    when: 'an extension waits that shows no code',
    facts: {
      snapshot: hub({ agent: true, browsers: [{ ...pending, extensionVersion: '' }] }),
      browsers: [browser('Chromium', 'no-extension')],
    },
    states: 'pppUw',
    remedy: 'review-browser',
  },
  {
    when: 'only a Snap is here, which starts no relay',
    facts: { snapshot: hub({ agent: true }), browsers: [browser('Edge', 'not-here'), snap] },
    states: 'ppUww',
    remedy: 'pair-browser',
  },
  {
    when: 'a policy forbids what was not switched on',
    facts: { snapshot: hub({ agent: true }), browsers: [forbidden(false)] },
    states: 'ppUww',
    remedy: 'pair-browser',
  },
  {
    when: 'a policy forbids what was switched on',
    facts: { snapshot: hub({ agent: true }), browsers: [forbidden(true)] },
    states: 'ppFww',
    remedy: 'pair-browser',
  },
  {
    when: 'a browser whose place is free is here beside a Snap and a place that is taken',
    facts: { snapshot: hub({ agent: true }), browsers: [snap, taken, browser('Chromium', 'off')] },
    states: 'ppUww',
    remedy: 'connect-browser',
  },
  {
    when: 'another program has the place of the only browser, which is off',
    facts: { snapshot: hub({ agent: true }), browsers: [taken] },
    states: 'ppUww',
    remedy: 'repair-browser',
  },
  {
    when: 'everything is connected and no page was asked',
    facts: { snapshot: hub({ agent: true, browsers: [here] }) },
    states: 'ppppU',
    remedy: null,
  },
  {
    when: 'the first call waits for its answer',
    facts: { snapshot: hub({ agent: true, browsers: [here] }), question: 'Codex wants to open a tab' },
    states: 'ppppU',
    remedy: null,
  },
  {
    when: 'a page has answered',
    facts: { snapshot: hub({ agent: true, browsers: [here], answeredAt: now - minute }) },
    states: 'ppppp',
    remedy: null,
  },
  {
    when: 'a page has answered, and none is open that could do so now',
    facts: { snapshot: hub({ agent: true, browsers: [here], answeredAt: now - minute, url: 'chrome://newtab/' }) },
    states: 'ppppU',
    remedy: null,
  },
  {
    when: 'the answer is from before the browser came back',
    facts: { snapshot: hub({ agent: true, browsers: [here], answeredAt: now - 20 * minute }) },
    states: 'ppppU',
    remedy: null,
  },
  {
    when: 'the answer is too old',
    facts: {
      snapshot: hub({
        agent: true,
        browsers: [companion({ kind: 'connected', since: now - 3_000 * minute, relayPid: 7 })],
        answeredAt: now - 1_600 * minute,
      }),
    },
    states: 'ppppU',
    remedy: null,
  },
  {
    when: 'another program took the place, what came before is no proof any more',
    facts: {
      snapshot: hub({ agent: true, browsers: [away], answeredAt: now - 12 * minute }),
      browsers: [foreign],
    },
    states: 'ppFwu',
    remedy: 'repair-browser',
  },
  {
    when: 'one browser is broken while another answers: later steps may be green',
    facts: { snapshot: hub({ agent: true, browsers: [here], answeredAt: now - minute }), browsers: [foreign] },
    states: 'ppFpp',
    remedy: 'repair-browser',
  },
];

describe('the ladder of Connect', () => {
  it.each(rows)('$when', ({ facts, states, remedy }) => {
    const steps = connectSteps({
      snapshot: hub(),
      agents: [],
      browsers: [],
      question: null,
      now,
      ...facts,
    });
    const letters = steps.map(({ state, isNext }) => (isNext ? state.charAt(0).toUpperCase() : state.charAt(0)));
    expect(letters.join('')).toBe(states);
    expect(steps.find(({ isNext }) => isNext)?.remedy?.kind ?? null).toBe(remedy);
    for (const { text } of steps) expect(text).not.toBe('');
  });

  it('says when an agent that left was heard from, and nothing of one that never came', () => {
    const facts = { agents: [agent('Codex', 'on')], browsers: [], question: null, now };
    const [client] = Object.values(fixtureSnapshot(now).clients);
    const left = { ...hub(), clients: { one: { ...client!, lastSeenAt: now - minute } } };
    const never = connectSteps({ ...facts, snapshot: hub() });
    expect(never[1]?.text).toBe('Codex has our entry. Start it, and it connects by itself.');
    const text = expect.stringMatching(/^Last heard at \d\d:\d\d\. Codex has our entry\./);
    expect(connectSteps({ ...facts, snapshot: left })[1]).toMatchObject({ state: 'untried', text });
  });

  it('names the time of the last proof where it is none any more', () => {
    const steps = connectSteps({
      snapshot: hub({ agent: true, browsers: [away], answeredAt: now - 12 * minute }),
      agents: [],
      browsers: [foreign],
      question: null,
      now,
    });
    expect(steps[4]?.text).toMatch(/^Last one at \d\d:\d\d\. None since\.$/);
    expect(steps[3]?.text).toMatch(/^Last heard at \d\d:\d\d\. It reports back once the browser step is fixed\.$/);
    expect(steps[2]?.text).toBe('Chromium starts /opt/other, not Pilothouse.');
  });

  it('names the day of a proof that is of another one', () => {
    const snapshot = hub({ agent: true, browsers: [away], answeredAt: now - 1_600 * minute });
    const steps = connectSteps({ snapshot, agents: [], browsers: [], question: null, now });
    expect(steps[4]?.text).toMatch(/^Last one at \d{4}-\d\d-\d\d \d\d:\d\d\. None since\.$/);
  });

  it('names the policy that forbids, and the way by which a companion came', () => {
    const facts = { agents: [], question: null, now };
    const shut = connectSteps({ ...facts, snapshot: hub(), browsers: [forbidden(true)] });
    expect(shut[2]?.text).toContain('/etc/chromium/policies/managed/it.json');
    const socket = companion({ kind: 'connected', since: now, relayPid: null });
    const came = connectSteps({ ...facts, snapshot: hub({ browsers: [socket] }), browsers: [snap] });
    expect(came[2]).toMatchObject({ state: 'proven', text: 'Chromium came over a WebSocket.' });
  });

  it('says that its socket is shut, and never hides it behind what is green', () => {
    const snapshot = hub({ agent: true, browsers: [here], answeredAt: now - minute });
    const { hub: own, ...others } = snapshot.endpoints;
    const shut = { ...own!, state: { kind: 'failed' as const, reason } };
    const steps = connectSteps({
      snapshot: { ...snapshot, endpoints: { ...others, hub: shut } },
      agents: [],
      browsers: [],
      question: null,
      now,
    });
    expect(steps[0]).toMatchObject({ state: 'failed', isNext: true });
  });
});
