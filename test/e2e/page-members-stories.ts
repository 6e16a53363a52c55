// Every member of the Web Agent API the whole way, in each state of its flag and of its scopes. Requests are posted as a page may post them, past
// the checks of the API in its own world: what refuses them is the hub.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PageMember, type PageMemberName, pageFlags, pageMembers, pageScopes } from '../../contract/web-agent.ts';
import { answerNext } from '../integration/web-agent/page-scene.ts';
import { describeWith } from '../support/provided.ts';
import { type BrowserKind, openPagesInBrowser, type PagesInBrowser } from './pages-scene.ts';
import type { PageFlag, PageFlags, PageScope } from '../../contract/web-agent.ts';

type Payload = Readonly<Record<string, unknown>>;

/** Stands for the tab that the page has opened. */
const ownTab = 'own tab';
const nowhere = 'https://nowhere.invalid/';
const element = { ref: '#buy' };
const agent = { agentId: 'none' };
const inTab = { tabId: ownTab };

/** What each member is asked with where it may do what it does. */
const payloads: Readonly<Record<PageMemberName, Payload>> = {
  'ai.canCreateTextSession': {},
  'ai.createTextSession': {},
  'ai.languageModel.capabilities': {},
  'ai.languageModel.create': {},
  'session.prompt': { sessionId: 'none', input: 'Hi' },
  'session.promptStreaming': { sessionId: 'none', input: 'Hi' },
  'session.clone': { sessionId: 'none' },
  'session.destroy': { sessionId: 'none' },
  'ai.providers.list': {},
  'ai.providers.getActive': {},
  'ai.providers.listConfiguredModels': {},
  'ai.providers.getConfiguredModelsMetadata': {},
  'ai.runtime.getBest': {},
  'ai.runtime.getCapabilities': {},
  'agent.requestPermissions': { scopes: ['model:list'] },
  'agent.permissions.list': {},
  'agent.capabilities': {},
  'agent.tools.list': {},
  'agent.tools.call': { tool: 'none/none', args: {} },
  'agent.browser.activeTab.readability': {},
  'agent.browser.activeTab.getElements': {},
  'agent.browser.activeTab.getElement': element,
  'agent.browser.activeTab.waitForSelector': { ...element, timeout: 1_000 },
  'agent.browser.activeTab.click': element,
  'agent.browser.activeTab.fill': { ref: '#name', value: 'Ada' },
  'agent.browser.activeTab.select': { ref: '#size', value: 'l' },
  'agent.browser.activeTab.scroll': { y: 1 },
  'agent.browser.activeTab.screenshot': {},
  // It would leave the page that asks; what may not be opened is refused after flag and scope.
  'agent.browser.navigate': { url: 'about:blank' },
  'agent.browser.waitForNavigation': { timeout: 100 },
  'agent.browser.fetch': { url: nowhere },
  'agent.fetch': { url: nowhere },
  'agent.browser.tabs.list': {},
  'agent.browser.tabs.get': inTab,
  'agent.browser.tabs.create': { url: nowhere, active: false },
  'agent.browser.tabs.close': inTab,
  'agent.browser.tab.readability': inTab,
  'agent.browser.tab.getHtml': inTab,
  'agent.browser.tab.waitForLoad': { ...inTab, timeout: 2_000 },
  'agent.browser.tab.click': { ...inTab, selector: '#buy' },
  'agent.browser.tab.fill': { ...inTab, selector: '#name', value: 'Ada' },
  'agent.browser.tab.scroll': { ...inTab, y: 1 },
  'agent.browser.tab.screenshot': inTab,
  'agent.browser.tab.navigate': { ...inTab, url: 'about:blank' },
  'agent.browser.tab.waitForNavigation': { ...inTab, timeout: 100 },
  'agent.run': { task: 'Say hello' },
  'agent.sessions.create': { capabilities: { llm: {} } },
  'agent.sessions.get': { sessionId: 'none' },
  'agent.sessions.list': {},
  'agent.sessions.terminate': { sessionId: 'none' },
  'agent.mcp.discover': {},
  'agent.mcp.register': { url: 'nowhere', name: 'Nowhere' },
  'agent.mcp.unregister': { serverId: 'none' },
  'agent.chat.canOpen': {},
  'agent.chat.open': {},
  'agent.chat.close': { chatId: 'none' },
  'agent.agents.register': { name: 'Reader' },
  'agent.agents.unregister': agent,
  'agent.agents.getInfo': agent,
  'agent.agents.discover': {},
  'agent.agents.list': {},
  'agent.agents.invoke': { ...agent, request: { task: 'read', input: 1 } },
  'agent.agents.send': { ...agent, payload: 1 },
  'agent.agents.subscribe': { eventType: 'news' },
  'agent.agents.unsubscribe': { eventType: 'news' },
  'agent.agents.broadcast': { eventType: 'news', data: 1 },
  'agent.agents.orchestrate.pipeline': { config: { steps: [] }, initialInput: 1 },
  'agent.agents.orchestrate.parallel': { config: { tasks: [] } },
  'agent.agents.orchestrate.route': { config: { routes: [] }, input: 1, task: 'read' },
  'agent.agents.orchestrate.supervisor': { config: { workers: [] }, tasks: [] },
  'agent.agents.remote.connect': { url: 'nowhere' },
  'agent.agents.remote.disconnect': agent,
  'agent.agents.remote.list': {},
  'agent.agents.remote.ping': agent,
  'agent.agents.remote.discover': { baseUrl: 'nowhere' },
  'agent.addressBar.canProvide': {},
  'agent.addressBar.registerProvider': { id: 'p', name: 'P', triggers: [] },
  'agent.addressBar.registerToolShortcuts': { shortcuts: [] },
  'agent.addressBar.registerSiteProvider': { origin: 'https://nowhere.invalid', name: 'P', patterns: [] },
  'agent.addressBar.discover': {},
  'agent.addressBar.listProviders': {},
  'agent.addressBar.unregisterProvider': { providerId: 'none' },
  'agent.addressBar.setDefaultProvider': { providerId: 'none' },
  'agent.addressBar.getDefaultProvider': {},
};

const names = Object.keys(pageMembers) as PageMemberName[];
const memberOf = (name: PageMemberName): PageMember => pageMembers[name];
const withFlags = names.filter(name => memberOf(name).flags);
const withScopes = names.filter(name => memberOf(name).scopes);
const asking = withScopes.filter(name => memberOf(name).asks);
/** No scope stands beside them, and they ask their user for what they find missing. */
const askThemselves = ['agent.requestPermissions', 'agent.sessions.create', 'agent.chat.open'] as const;
/** In this order, after the one that opens the tab. */
const ofOwnTab = names.filter(name => payloads[name].tabId === ownTab && name !== 'agent.browser.tabs.close');

const flagNames = Object.keys(pageFlags) as PageFlag[];
const flagsWith = (isOn: (flag: PageFlag) => boolean): PageFlags =>
  Object.fromEntries(flagNames.map(flag => [flag, isOn(flag)])) as Record<PageFlag, boolean>;
const allOn = flagsWith(() => true);
const allOff = flagsWith(() => false);

type Ends = Readonly<Record<string, string>>;
const all = (of: readonly string[], end: string): Ends => Object.fromEntries(of.map(name => [name, end]));
/** What no member that is on and granted may be refused with. */
const refusals = /^ERR_(FEATURE_DISABLED|SCOPE_REQUIRED|PERMISSION_DENIED|NOT_IMPLEMENTED|INTERNAL|RATE_LIMITED)/;

/** In the page: posts a request and resolves with `ok` or the code of its error. `known` keeps those that wait. */
const posting = `
  const channel = 'harbor_web_agent';
  const known = window.waiting ??= {};
  const post = (type, payload) => known[type] ??= new Promise(resolve => {
    const id = 'member ' + type;
    addEventListener('message', function hear({ data }) {
      const { response } = data ?? {};
      if (data?.channel !== channel || response?.id !== id) return;
      removeEventListener('message', hear);
      resolve(response.ok ? { end: 'ok', result: response.result } : { end: response.error.code + ': ' + response.error.message });
    });
    postMessage({ channel, request: { id, type, payload } }, '*');
  });
  const ends = async asked => Object.fromEntries(await Promise.all(
    Object.entries(asked).map(async ([type, payload]) => [type, (await post(type, payload)).end])));`;

export function pageMembersStories(kind: BrowserKind): void {
  test('every member of the contract stands in the table, and none that is not there', () => {
    expect(Object.keys(payloads).toSorted()).toEqual(names.toSorted());
  });

  describeWith([kind], `members of the Web Agent API in ${kind}`, () => {
    let pages: PagesInBrowser;
    let visits = 0;

    beforeAll(async () => {
      pages = await openPagesInBrowser(kind);
    });
    afterAll(() => pages?.close());

    const run = async (body: string): Promise<unknown> => {
      const end = await pages.run(`${posting}\n${body}`);
      if (!end.ok) throw new Error(end.message);
      return end.value;
    };
    /** A document that has asked nothing yet, with these flags. */
    const arrive = async (flags: PageFlags) => {
      await pages.panel.request('sites:rules', { change: { flags } });
      visits += 1;
      await pages.goTo(`${pages.origin}/?${visits}`);
    };
    const asked = (of: readonly PageMemberName[]) =>
      JSON.stringify(Object.fromEntries(of.map(name => [name, payloads[name]])));
    const ends = (of: readonly PageMemberName[]) => run(`return ends(${asked(of)})`) as Promise<Ends>;
    const codes = async (of: readonly PageMemberName[]): Promise<Ends> =>
      Object.fromEntries(Object.entries(await ends(of)).map(([name, end]) => [name, end.split(':')[0] ?? '']));
    const settle = async (effect: 'allow' | 'deny') => {
      for (const { id } of Object.values(pages.panel.snapshot.grants))
        await pages.panel.request('grants:revoke', { grantId: id });
      const answered = run(`return agent.requestPermissions({ scopes: ${JSON.stringify(pageScopes)} })`);
      await answerNext(pages, { effect });
      await answered;
    };
    const noneAsks = () => expect(pages.panel.snapshot.siteQuestions).toEqual({});

    test('with its flag off a member is disabled, with nothing decided of its scope', async () => {
      await arrive(allOff);
      expect(await codes(withFlags)).toEqual(all(withFlags, 'ERR_FEATURE_DISABLED'));
      noneAsks();
    });

    test.each(flagNames)('with %s alone its own members need their scope, and all others are disabled', async flag => {
      await arrive(flagsWith(one => one === flag));
      const silent = withFlags.filter(name => memberOf(name).scopes && !memberOf(name).asks);
      const isOn = (name: PageMemberName) => memberOf(name).flags?.includes(flag) ?? false;
      expect(await codes(silent)).toEqual({
        ...all(silent.filter(isOn), 'ERR_SCOPE_REQUIRED'),
        ...all(
          silent.filter(name => !isOn(name)),
          'ERR_FEATURE_DISABLED',
        ),
      });
      noneAsks();
    });

    test('with its flag on and its scope missing a member says which it needs, or asks its user', async () => {
      await arrive(allOn);
      const silent = withScopes.filter(name => !memberOf(name).asks);
      expect(await codes(silent)).toEqual(all(silent, 'ERR_SCOPE_REQUIRED'));
      noneAsks();
      await run(`void ends(${asked(asking)})`);
      const scopes = new Set<PageScope>(asking.flatMap(name => [...(memberOf(name).scopes ?? [])]));
      await pages.panel.waitFor(
        ({ siteQuestions }) => Object.values(siteQuestions).some(one => one.scopes.length === scopes.size),
        'their user is asked about all of them',
      );
      const [question] = Object.values(pages.panel.snapshot.siteQuestions);
      expect(new Set(question?.scopes.map(({ scope }) => scope))).toEqual(scopes);
      await run(
        `for (const type of ${JSON.stringify(asking)}) postMessage({ channel, abort: { id: 'member ' + type } }, '*')`,
      );
      await pages.panel.waitFor(
        ({ siteQuestions }) => Object.keys(siteQuestions).length === 0,
        'with their requests the question is withdrawn',
      );
    });

    test('what needs no scope is served all the same', async () => {
      await arrive(allOn);
      const free = names.filter(
        name => !memberOf(name).scopes && !(askThemselves as readonly PageMemberName[]).includes(name),
      );
      expect(refused(await ends(free))).toEqual({});
      noneAsks();
    });

    test('denied, a member is refused and asks nobody, and with its flag off it is disabled', async () => {
      await arrive(allOn);
      await settle('deny');
      expect(await codes(withScopes)).toEqual(all(withScopes, 'ERR_PERMISSION_DENIED'));
      noneAsks();
      await arrive(allOff);
      expect(await codes(withFlags)).toEqual(all(withFlags, 'ERR_FEATURE_DISABLED'));
      noneAsks();
    });

    test('granted, a member is served, and with its flag off it is disabled', async () => {
      await arrive(allOn);
      await settle('allow');
      await arrive(allOn);
      const alone = names.filter(name => payloads[name].tabId !== ownTab && name !== 'agent.browser.tabs.create');
      expect(refused(await ends(alone))).toEqual({});
      const inOwnTab = asked([...ofOwnTab, 'agent.browser.tabs.close']);
      const ofTab = await run(`
        const { end, result } = await post('agent.browser.tabs.create', { url: location.origin + '/own', active: false });
        const said = { 'agent.browser.tabs.create': end };
        for (const [type, payload] of Object.entries(${inOwnTab}))
          said[type] = (await post(type, { ...payload, tabId: result?.id })).end;
        return said;`);
      expect(refused(ofTab as Ends)).toEqual({});
      expect(Object.keys(ofTab as Ends).toSorted()).toEqual(names.filter(name => !alone.includes(name)).toSorted());
      noneAsks();
      await arrive(allOff);
      expect(await codes(withFlags)).toEqual(all(withFlags, 'ERR_FEATURE_DISABLED'));
    });
  });
}

function refused(ends: Ends): Ends {
  return Object.fromEntries(Object.entries(ends).filter(([, end]) => refusals.test(end)));
}
