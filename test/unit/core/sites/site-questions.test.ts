// What pages ask the user: one question for each document, what later requests add to it, and the one answer that all of them get.
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageScopes } from '../../../../contract/web-agent.ts';
import { grantsOfAnswer } from '../../../../electron/core/sites/site-grants.ts';
import { SiteQuestions } from '../../../../electron/core/sites/site-questions.ts';
import { buildState, noon } from '../../../support/hub-fixtures.ts';
import type { AskedTool, SiteAnswer, SiteQuestion } from '../../../../contract/schemas/web-agent.ts';
import type { SiteAsk, SiteAsker } from '../../../../electron/core/sites/site-question.ts';

const shop = 'https://shop.example';
const tab = { browserId: 'b1', tabId: 23 };

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

function toolOf(id: string, kind: AskedTool['source']['kind'] = 'server', ticked = false): AskedTool {
  const [source = '', name = id] = id.split('__');
  return {
    ...{ id, name, description: '', readOnly: false, destructive: false, ticked },
    source: { kind, id: source, name: source },
  };
}

function askOf(fields: Partial<SiteAsk> = {}): SiteAsk {
  return { scopes: ['model:prompt'], reason: null, tools: null, ...fields };
}

function createQuestions() {
  const state = buildState();
  const stored: [string, SiteAnswer][] = [];
  const ended: string[] = [];
  const left: string[] = [];
  const disk = { fails: false };
  const questions = new SiteQuestions({
    state,
    now: () => Date.now(),
    store: async ({ origin }, answer) => {
      if (disk.fails) throw new Error('ENOSPC');
      stored.push([origin, answer]);
    },
    leftMeanwhile: ({ id }) => left.push(id),
    onEnded: ({ id }, end) => ended.push(`${id} ${end}`),
  });
  const ask = (fields: Partial<SiteAsk> = {}, asker: Partial<SiteAsker> = {}) => {
    const controller = new AbortController();
    const ends: unknown[] = [];
    const who = { document: 'd1', origin: shop, tab, title: 'Shop', embeddedIn: null, askedBefore: false, ...asker };
    questions.ask(who, askOf(fields), controller.signal).then(
      asked => ends.push(asked),
      (error: unknown) => ends.push(error),
    );
    return { ends, leave: () => controller.abort() };
  };
  const open = () => Object.values(state.snapshot().siteQuestions);
  const answer = (fields: Partial<SiteAnswer> = {}): SiteAnswer => {
    const [first] = open();
    return {
      ...{ id: first?.id ?? '', version: first?.version ?? 0, effect: 'allow', lifetime: 'once' },
      ...{ scopes: first?.scopes.map(({ scope }) => scope) ?? [], tools: [] },
      ...fields,
    };
  };
  return { questions, state, stored, ended, left, disk, ask, open, answer };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('Asking', () => {
  test('A question is shown whole, in the order of the scopes, with the time that is left for it.', () => {
    const { ask, open } = createQuestions();
    ask({ scopes: ['browser:activeTab.read', 'model:prompt', 'model:prompt'], reason: 'To find a plan.' });
    expect(open()).toEqual([
      {
        ...{
          id: 'page-1',
          origin: shop,
          tab,
          title: 'Shop',
          embeddedIn: null,
          askedBefore: false,
          reason: 'To find a plan.',
        },
        scopes: [
          { scope: 'model:prompt', isNew: false },
          { scope: 'browser:activeTab.read', isNew: false },
        ],
        ...{ tools: null, askedAt: noon, expiresAt: noon + 120_000, version: 1 },
      },
    ]);
  });

  test('A later request of the document adds to it; the first reason stays, and the user has the time again.', async () => {
    const { ask, open } = createQuestions();
    ask({ reason: 'First.' });
    await vi.advanceTimersByTimeAsync(60_000);
    ask({ scopes: ['mcp:tools.call', 'model:prompt'], reason: 'Second.', tools: [toolOf('github__search')] });
    expect(open()).toMatchObject([
      {
        reason: 'First.',
        scopes: [
          { scope: 'model:prompt', isNew: false },
          { scope: 'mcp:tools.call', isNew: true },
        ],
        ...{ tools: [{ id: 'github__search' }], version: 2, expiresAt: noon + 180_000 },
      },
    ]);
    ask({ scopes: ['chat:open'] });
    expect(open()).toMatchObject([{ version: 3, scopes: [{}, { isNew: true }, { isNew: true }] }]);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(open()).toHaveLength(1);
  });

  test('A request that asks for nothing more changes nothing, and gives no more time.', async () => {
    const { ask, open } = createQuestions();
    ask({ scopes: ['mcp:tools.call'], reason: 'First.', tools: [toolOf('github__search')] });
    const [before] = open();
    await vi.advanceTimersByTimeAsync(60_000);
    const { ends } = ask({ scopes: ['mcp:tools.call'], reason: 'Other.', tools: [toolOf('github__search')] });
    expect(open()).toEqual([before]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ends).toEqual([{ kind: 'expired' }]);
  });

  test('Nothing in a reason can hide or break what stands around it, and it is cut.', () => {
    const { ask, open } = createQuestions();
    ask({ reason: `  a\nb\u202e${'x'.repeat(400)}` });
    const reason = open()[0]?.reason ?? '';
    expect(reason.startsWith('a b⟨U+202E⟩xxx')).toBe(true);
    expect([...reason]).toHaveLength(300);
  });

  test('One site has three questions of a browser, however many tabs and frames it has, and others still ask.', async () => {
    const { ask, open } = createQuestions();
    const frames = (at: number) => ({ document: `f${at}`, origin: `https://f${at}.example`, embeddedIn: shop });
    for (let at = 0; at < 20; at += 1) ask({}, { ...frames(at), tab: { ...tab, tabId: at } });
    expect(open()).toHaveLength(3);
    for (let at = 0; at < 5; at += 1) ask({}, { document: `t${at}`, origin: `https://t${at}.example` });
    expect(open().filter(one => one.tab.tabId === tab.tabId)).toHaveLength(3);
    const { ends } = ask({}, { document: 'o', origin: 'https://other.example', tab: { ...tab, tabId: 99 } });
    await settle();
    expect(ends).toEqual([]);
  });

  test('Documents have a question each, of one browser at most 20.', async () => {
    const { ask, open } = createQuestions();
    const other = (at: number) => ({
      document: `d${at}`,
      origin: `https://s${at}.example`,
      tab: { ...tab, tabId: at },
    });
    for (let at = 0; at < 20; at += 1) ask({}, other(at));
    expect(open()).toHaveLength(20);
    const { ends } = ask({}, other(20));
    ask({}, { document: 'e1', origin: 'https://e1.example', tab: { browserId: 'b2', tabId: 23 } });
    await settle();
    expect(ends).toMatchObject([{ code: 'ERR_RATE_LIMITED', message: expect.stringContaining('20 pages') }]);
    expect(open()).toHaveLength(21);
  });
});

describe('Answers', () => {
  test('Every request gets the one answer, once it is stored.', async () => {
    const { questions, ask, answer, stored, ended, open } = createQuestions();
    const [one, two] = [ask(), ask({ scopes: ['chat:open'] })];
    const given = answer();
    await questions.answer(given);
    await settle();
    expect(stored).toEqual([[shop, given]]);
    expect(one.ends).toEqual([{ kind: 'answered', answer: given }]);
    expect(two.ends).toEqual(one.ends);
    expect(open()).toEqual([]);
    expect(ended).toEqual(['page-1 answered']);
  });

  test('An answer to what was shown before more was asked for is refused, and the question stays.', async () => {
    const { questions, ask, answer, open } = createQuestions();
    ask();
    const given = answer();
    ask({ scopes: ['web:fetch'] });
    await expect(questions.answer(given)).rejects.toMatchObject({
      message: 'The question of https://shop.example has changed: it asks for more now. Look at it and answer again.',
    });
    expect(open()).toHaveLength(1);
  });

  test('What was not asked for cannot be granted.', async () => {
    const { questions, ask, answer } = createQuestions();
    ask({ scopes: ['mcp:tools.call'], tools: [toolOf('github__search')] });
    await expect(questions.answer(answer({ scopes: ['web:fetch'] }))).rejects.toThrow('the scope web:fetch');
    await expect(questions.answer(answer({ tools: ['postgres__execute'] }))).rejects.toThrow(
      'the tool postgres__execute',
    );
  });

  test('One that has ended says so.', async () => {
    const { questions, ask, answer } = createQuestions();
    ask();
    const given = answer();
    await questions.answer(given);
    await expect(questions.answer(given)).rejects.toThrow('has ended');
  });

  test('Where it cannot be stored nothing is granted, and the user is told.', async () => {
    const { questions, ask, answer, disk } = createQuestions();
    const { ends } = ask();
    disk.fails = true;
    await expect(questions.answer(answer())).rejects.toThrow('ENOSPC');
    expect(ends).toEqual([{ kind: 'closed' }]);
  });
});

describe('Ends without an answer', () => {
  test('After two minutes.', async () => {
    const { ask, open, ended } = createQuestions();
    const { ends } = ask();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ends).toEqual([{ kind: 'expired' }]);
    expect(open()).toEqual([]);
    expect(ended).toEqual(['page-1 expired']);
  });

  test('When the document goes, the site is blocked or the hub stops.', async () => {
    const { questions, ask, open } = createQuestions();
    const asked = ['d1', 'd2', 'd3'].map((document, at) =>
      ask({}, { document, origin: `https://${at}.example`, tab: { browserId: 'b1', tabId: at } }),
    );
    questions.documentGone('d1');
    questions.originBlocked('https://1.example');
    questions.stop();
    await settle();
    expect(asked.flatMap(({ ends }) => ends)).toEqual([{ kind: 'gone' }, { kind: 'closed' }, { kind: 'closed' }]);
    expect(open()).toEqual([]);
  });

  test('When its user blocks the page around the frame that asks.', async () => {
    const { ask, open, questions } = createQuestions();
    const { ends } = ask({}, { embeddedIn: 'https://news.example' });
    const other = ask({}, { document: 'd2', origin: 'https://other.example', embeddedIn: 'https://else.example' });
    questions.originBlocked('https://news.example');
    await settle();
    expect({ ends, others: other.ends }).toEqual({ ends: [{ kind: 'closed' }], others: [] });
    expect(open()).toHaveLength(1);
  });

  test('When the last request is withdrawn; while another waits it stays.', async () => {
    const { ask, open, ended } = createQuestions();
    const [one, two] = [ask(), ask({ scopes: ['chat:open'] })];
    one.leave();
    expect(open()).toHaveLength(1);
    two.leave();
    await settle();
    expect(open()).toEqual([]);
    expect(ended).toEqual(['page-1 gone']);
    expect([...one.ends, ...two.ends]).toMatchObject([{ code: 'ERR_CANCELLED' }, { code: 'ERR_CANCELLED' }]);
  });
});

test('Whatever is asked in whatever order, the question has it all, in order, and its version tells of each change.', () => {
  const tools = ['github__a', 'github__b', 'postgres__c'].map(id => toolOf(id));
  const anyAsk = fc.record({
    scopes: fc.array(fc.constantFrom(...pageScopes), { maxLength: 4 }),
    reason: fc.option(fc.string()),
    tools: fc.option(fc.subarray(tools)),
  });
  fc.assert(
    fc.property(fc.array(anyAsk, { minLength: 1, maxLength: 8 }), asks => {
      const { questions, ask, open } = createQuestions();
      let before: SiteQuestion | undefined;
      for (const one of asks) {
        ask(one);
        const now = open()[0];
        const isSame = before !== undefined && JSON.stringify({ ...now }) === JSON.stringify({ ...before });
        expect(now?.version).toBe((before?.version ?? 0) + (isSame ? 0 : 1));
        before = now;
      }
      const asked = new Set(asks.flatMap(({ scopes }) => scopes));
      expect(before?.scopes.map(({ scope }) => scope)).toEqual(pageScopes.filter(scope => asked.has(scope)));
      const ids = new Set(asks.flatMap(one => one.tools?.map(({ id }) => id) ?? []));
      expect(new Set(before?.tools?.map(({ id }) => id))).toEqual(ids);
      expect(before?.tools === null).toBe(asks.every(one => one.tools === null));
      questions.stop();
    }),
  );
});

describe('The grants of an answer', () => {
  const question: SiteQuestion = {
    ...{ id: 'page-1', origin: shop, tab, title: '', embeddedIn: null, askedBefore: false, reason: null, version: 1 },
    scopes: [
      { scope: 'model:prompt', isNew: false },
      { scope: 'mcp:tools.call', isNew: false },
    ],
    tools: [toolOf('page__coupon', 'page'), toolOf('github__a'), toolOf('github__b'), toolOf('decode__x', 'plugin')],
    ...{ askedAt: noon, expiresAt: noon },
  };
  const said = { id: 'page-1', version: 1, effect: 'allow', lifetime: 'always' } as const;
  const lines = (answer: SiteAnswer) =>
    grantsOfAnswer(question, answer).map(
      ({ effect, scope, tools, resource }) => `${effect} ${scope} ${tools?.join() ?? '*'} ${JSON.stringify(resource)}`,
    );

  test('Ticked tools are granted by name, those of a server for that server alone.', () => {
    const tools = ['page__coupon', 'github__a', 'decode__x'];
    expect(lines({ ...said, scopes: ['model:prompt', 'mcp:tools.call'], tools })).toEqual([
      'allow model:prompt * {"kind":"any"}',
      'allow mcp:tools.call page__coupon {"kind":"any"}',
      'allow servers:call github__a {"kind":"server","serverId":"github"}',
      'allow plugins:call decode__x {"kind":"plugin","pluginId":"decode"}',
    ]);
  });

  test('None ticked means none.', () => {
    expect(lines({ ...said, scopes: ['mcp:tools.call'], tools: [] })).toEqual(['allow mcp:tools.call  {"kind":"any"}']);
  });

  test('Denied is every tool that is not allowed by name.', () => {
    expect(lines({ ...said, effect: 'deny', scopes: ['mcp:tools.call'], tools: [] })).toEqual([
      'deny mcp:tools.call * {"kind":"any"}',
      'deny servers:call * {"kind":"any"}',
      'deny plugins:call * {"kind":"any"}',
    ]);
  });

  test('Once ends with the tab; always does not.', () => {
    const once = grantsOfAnswer(question, { ...said, lifetime: 'once', scopes: ['model:prompt'], tools: [] });
    const always = grantsOfAnswer(question, { ...said, scopes: ['model:prompt'], tools: [] });
    expect([once[0]?.tab, always[0]?.tab]).toEqual([tab, null]);
    expect(once[0]?.subject).toEqual({ kind: 'origin', id: shop });
  });
});

test('A document that is left while its answer is stored keeps nothing of what was allowed for now.', async () => {
  const { questions, left, ask, answer } = createQuestions();
  ask();
  const stored = questions.answer(answer());
  questions.documentGone('d1');
  await stored;
  expect(left).toEqual(['page-1']);
});

test('What is asked about a server that is gone is asked no more, and an answer to what was asked before is refused.', async () => {
  const { questions, ask, open, answer } = createQuestions();
  ask({ scopes: ['mcp:tools.call'], tools: [toolOf('files__read'), toolOf('mail__send')] });
  const seen = answer({ tools: ['files__read'] });
  questions.offererGone('server', 'files');
  expect(open()[0]?.tools?.map(({ id }) => id)).toEqual(['mail__send']);
  await expect(questions.answer(seen)).rejects.toThrow();
  questions.offererGone('plugin', 'mail');
  expect(open()[0]?.version).toBe(2);
});

test('Beside tools that are allowed, those alone are denied that the user was shown.', async () => {
  const { ask, open, answer } = createQuestions();
  ask({ scopes: ['mcp:tools.call'], tools: [toolOf('files__read')] });
  const [question] = open();
  if (!question) throw new Error('Nothing is asked.');
  const denied = answer({ effect: 'deny' });
  expect(grantsOfAnswer(question, denied, true)).toMatchObject([
    { scope: 'servers:call', effect: 'deny', tools: ['files__read'], resource: { kind: 'server', serverId: 'files' } },
  ]);
  expect(grantsOfAnswer(question, denied).map(({ tools }) => tools)).toEqual([null, null, null]);
});

describe('A tool that says something else of itself than when it was asked about', () => {
  test('is asked about no more; one that is away for a while is, as are those that no list tells of.', () => {
    const { ask, open, questions } = createQuestions();
    const [said, changed, away] = ['s__said', 's__changed', 's__away'].map(id => ({ ...toolOf(id), definition: id }));
    ask({ scopes: ['mcp:tools.call'], tools: [said!, changed!, away!, toolOf('p__own', 'page')] });
    const now = new Map([
      ['s__said', 's__said'],
      ['s__changed', 'other words'],
    ]);
    questions.toolsChanged(id => now.get(id) ?? null);
    questions.toolsChanged(id => now.get(id) ?? null);
    expect(open()[0]).toMatchObject({
      version: 2,
      tools: [{ id: 's__said' }, { id: 's__away' }, { id: 'p__own' }],
    });
  });
});
