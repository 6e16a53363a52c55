// What may be done in the companion's own pages: each act, by whom it is shown, about which tab, site and question.
import { describe, expect, test } from 'vitest';
import { tabKey } from '../../../../contract/entities.ts';
import { HubError } from '../../../../contract/errors.ts';
import { actRequest, type PageAct } from '../../../../electron/core/companion-pages/act-request.ts';
import { viewOf } from '../../../../electron/core/companion-pages/view.ts';
import { OwnToolNames } from '../../../../electron/core/sites/own-tool-names.ts';
import {
  agentId,
  buildAgent,
  buildBrowser,
  buildClient,
  buildGrant,
  buildState,
  buildTab,
  noon,
} from '../../../support/hub-fixtures.ts';
import { buildPrompt, buildSiteQuestion } from '../../../support/question-fixtures.ts';
import type { ViewAt } from '../../../../electron/core/companion-pages/view.ts';

const shop = 'https://shop.example';
const call = 'c'.repeat(64);

/** Two browsers with two tabs each; tab 7 of each shows the shop, tab 8 the bank. Everything that can be asked is asked in tab 7 of b1. */
function knownState() {
  const state = buildState();
  for (const id of ['b1', 'b2']) {
    state.set('browsers', id, buildBrowser({ id, name: id }));
    const shown = { 7: `${shop}/cart`, 8: 'https://bank.example/' };
    for (const tabId of [7, 8] as const)
      state.set('tabs', tabKey(id, tabId), buildTab({ browserId: id, tabId, url: shown[tabId] }));
  }
  state.set('clients', 'claude-code-1a2b3c', buildClient());
  state.set('agents', agentId, buildAgent());
  const tab = { browserId: 'b1', tabId: 7 };
  state.set('siteQuestions', 'page-1', buildSiteQuestion({ id: 'page-1', origin: shop, tab }));
  state.set('prompts', '1', buildPrompt({ id: '1', tab, call }));
  const subject = { kind: 'origin' as const, id: shop };
  state.set('grants', '1', buildGrant({ id: '1', subject, tab: null }));
  state.set('grants', '2', buildGrant({ id: '2', subject, tab: { browserId: 'b2', tabId: 7 } }));
  state.set('grants', '3', buildGrant({ id: '3', subject: { kind: 'client', id: 'claude-code-1a2b3c' } }));
  return state;
}

const siteAnswer = { id: 'page-1', version: 1, effect: 'allow', lifetime: 'once', scopes: [], tools: [] } as const;
const acts = {
  'answer a page': { kind: 'answer-site', answer: { ...siteAnswer, scopes: [], tools: [] } },
  'answer an agent': {
    ...{ kind: 'answer-prompt', promptId: '1', call },
    ...{ effect: 'allow', lifetime: 'once', breadth: 'tool' },
  },
  'take the tab over': { kind: 'take-over' },
  'give the tab back': { kind: 'give-back' },
  'set a flag': { kind: 'set-flag', origin: shop, flag: 'toolCalling', on: true },
  'block the site': { kind: 'block', origin: shop, on: true },
  'revoke a grant': { kind: 'revoke', origin: shop, grantId: '1' },
} as const satisfies Record<string, PageAct>;
type Act = keyof typeof acts;

const own: ViewAt = { browserId: 'b1', tabId: 7 };

/** `names`: what the page in tab 7 of b1 carries out itself. */
function shown(state: ReturnType<typeof knownState>, at: ViewAt, names: readonly string[] = []) {
  const ownTools = new OwnToolNames();
  ownTools.set('D1', { browserId: 'b1', tabId: 7, origin: shop }, names);
  return viewOf({ state, ownTools, now: noon }, at);
}

const views = {
  'the view of the tab': own,
  'the view of another tab of the browser': { browserId: 'b1', tabId: 8 },
  'the view of a tab of another browser': { browserId: 'b2', tabId: 7 },
  'the view of a tab that nobody knows': { browserId: 'b1', tabId: 99 },
  'the window for questions': { browserId: 'b1', tabId: null },
  'the window for questions of another browser': { browserId: 'b2', tabId: null },
} as const satisfies Record<string, ViewAt>;
type ViewName = keyof typeof views;

/** Which acts each may make. All others are refused. */
const may: Readonly<Record<ViewName, readonly Act[]>> = {
  'the view of the tab': Object.keys(acts) as Act[],
  'the view of another tab of the browser': ['take the tab over', 'give the tab back'],
  // The same site is shown there: what holds of it everywhere may be changed from there.
  'the view of a tab of another browser': [
    ...(['take the tab over', 'give the tab back', 'set a flag', 'block the site', 'revoke a grant'] as const),
  ],
  'the view of a tab that nobody knows': [],
  'the window for questions': ['answer a page'],
  'the window for questions of another browser': [],
};

function outcome(act: PageAct, at: ViewAt) {
  try {
    return actRequest(act, at, knownState());
  } catch (error) {
    return error instanceof HubError ? error.code : error;
  }
}

describe.each(Object.keys(views) as ViewName[])('%s', name => {
  test.each(Object.keys(acts) as Act[])('and the act: %s', act => {
    const found = outcome(acts[act], views[name]);
    if (may[name].includes(act)) expect(found).toHaveProperty('name');
    else expect(found).toBe('ERR_PERMISSION_DENIED');
  });
});

describe('What is done', () => {
  test.each<[Act, object]>([
    ['answer a page', { name: 'sites:answer', params: siteAnswer }],
    [
      'answer an agent',
      { name: 'prompts:answer', params: { promptId: '1', effect: 'allow', lifetime: 'once', breadth: 'tool' } },
    ],
    ['take the tab over', { name: 'tabs:take-over', params: { browserId: 'b1', tabId: 7 } }],
    ['give the tab back', { name: 'tabs:give', params: { browserId: 'b1', tabId: 7 } }],
    ['set a flag', { name: 'sites:set', params: { origin: shop, flags: { toolCalling: true } } }],
    ['block the site', { name: 'sites:set', params: { origin: shop, blocked: true } }],
    ['revoke a grant', { name: 'grants:revoke', params: { grantId: '1' } }],
  ])('is the panel’s own request: %s.', (act, request) => {
    expect(outcome(acts[act], own)).toEqual(request);
  });

  test.each<[string, PageAct, string]>([
    [
      'a call that is another one than was shown',
      { ...acts['answer an agent'], call: 'd'.repeat(64) },
      'ERR_INVALID_ARGUMENTS',
    ],
    ['a question that has ended', { ...acts['answer an agent'], promptId: '9' }, 'ERR_INVALID_ARGUMENTS'],
    [
      'a site that the tab does not show',
      { ...acts['set a flag'], origin: 'https://bank.example' },
      'ERR_PERMISSION_DENIED',
    ],
    [
      'a part of the name of the site',
      { ...acts['block the site'], origin: 'https://example' },
      'ERR_PERMISSION_DENIED',
    ],
    ['a grant of another tab', { ...acts['revoke a grant'], grantId: '2' }, 'ERR_PERMISSION_DENIED'],
    ['a grant of an agent', { ...acts['revoke a grant'], grantId: '3' }, 'ERR_PERMISSION_DENIED'],
  ])('is nothing for %s.', (_, act, code) => {
    expect(outcome(act, own)).toBe(code);
  });
});

describe('What is shown', () => {
  test('of a tab is its driver, its questions, and what holds of its site there.', () => {
    const view = shown(knownState(), own);
    expect(view.tab).toMatchObject({
      tabId: 7,
      origin: shop,
      driver: { kind: 'agent', agent: { name: 'Claude Code', mono: 'CC' } },
    });
    expect(view.questions.map(({ id }) => id)).toEqual(['page-1']);
    expect(view.prompts.map(({ prompt }) => prompt.id)).toEqual(['1']);
    expect(view.site?.grants.map(({ id }) => id)).toEqual(['1']);
  });

  test('of a site are the tools that its page in that very tab has, each with whether agents have it.', () => {
    const state = knownState();
    const tool = (id: string, tabId: number, more: object) =>
      state.set('tools', id, {
        ...{ id, name: id, title: '', description: '', scope: 'browser:activeTab.interact', readOnly: true, bytes: 10 },
        ...{ source: { kind: 'page', pageId: 'page_1', origin: shop, browserId: 'b1', tabId }, offFor: [] },
        ...{ held: null, on: true, ...more },
      });
    tool('page_1/find', 7, {});
    tool('page_1/pay', 7, { on: false });
    tool('page_1/new', 7, { held: 'changed' });
    tool('page_1/other', 8, {});
    const offered = shown(state, own, ['pay', 'count']).site?.tools;
    expect(offered?.map(({ name, state: is }) => [name, is])).toEqual([
      ['find', 'offered'],
      ['pay', 'off'],
      ['new', 'held'],
      ['count', 'unoffered'],
    ]);
    const others = { browserId: 'b1', tabId: 8 };
    expect(shown(knownState(), others, ['count']).site?.tools).toEqual([]);
  });

  test('of another tab is none of that.', () => {
    const { questions, prompts, site } = shown(knownState(), { browserId: 'b1', tabId: 8 });
    expect([questions, prompts, site?.grants]).toEqual([[], [], []]);
  });

  test('for the window are the questions of its own browser alone, and no agent’s.', () => {
    const [here, there] = ['b1', 'b2'].map(browserId => shown(knownState(), { browserId, tabId: null }));
    expect([here?.questions.length, there?.questions.length]).toEqual([1, 0]);
    expect([here?.prompts, here?.tab, here?.site]).toEqual([[], null, null]);
  });
});
