// From a tool's name and arguments to a call as data: the tab, the site and the scope that the gates decide on.
import { describe, expect, test } from 'vitest';
import { originOf } from '../../../../contract/sites.ts';
import { noRules } from '../../../../electron/core/permissions/rule-index.ts';
import { planCall } from '../../../../electron/core/router/plan-call.ts';
import { TabRegistry } from '../../../../electron/core/tabs/tab-registry.ts';
import { ToolCatalogue } from '../../../../electron/core/tools/tool-catalogue.ts';
import {
  agentId,
  buildAgent,
  buildBrowser,
  buildClient,
  buildReportedTab,
  buildServer,
  buildState,
  noon,
  otherAgentId,
} from '../../../support/hub-fixtures.ts';
import type { Browser } from '../../../../contract/schemas/entities.ts';

function createView(browser: Browser | null = buildBrowser()) {
  const state = buildState();
  let now = noon;
  const tabs = new TabRegistry({ state, now: () => ++now, onEnded: () => {} });
  const catalogue = new ToolCatalogue(state);
  catalogue.setServerTools('everything', [{ name: 'echo', annotations: { readOnlyHint: true } }, { name: 'add' }]);
  const view = {
    mode: () => 'running' as const,
    now: () => now,
    client: () => buildClient(),
    grants: () => noRules,
    policy: () => noRules,
    browserFor: () => browser,
    browser: (id: string) => (browser?.id === id ? browser : null),
    connectedBrowsers: () => [],
    ownTabs: (id: string) => tabs.ownedBy(id),
    tab: (id: string, tabId: number) => tabs.get(id, tabId),
    document: (browserId: string, tabId: number) => tabs.document(browserId, tabId),
    lastUsedTab: (agent: string, id: string) => tabs.lastUsed(agent, id),
    limits: () => ({ run: null, origin: null }),
    server: (id: string) => (id === 'everything' ? buildServer() : null),
    plugin: () => null,
    hasShortcut: ({ command }: Readonly<Record<string, unknown>>) => command === '/ours',
  };
  const plan = (tool: string, args: Record<string, unknown> = {}) =>
    planCall(view, buildAgent(), catalogue.find(tool), args);
  return { tabs, plan };
}

describe('The tab of a call', () => {
  test('A call without tabId acts on the tab that its asker used last, never on another agent’s newer one.', () => {
    const { tabs, plan } = createView();
    tabs.claim(agentId, 'b1', buildReportedTab({ tabId: 1 }));
    tabs.claim(agentId, 'b1', buildReportedTab({ tabId: 2 }));
    tabs.touch('b1', 1, 'navigate');
    tabs.claim(otherAgentId, 'b1', buildReportedTab({ tabId: 3 }));
    expect(plan('read_page').target).toMatchObject({ tabId: 1, tab: { tabId: 1 } });
  });

  test('A call without tabId stays in its own browser.', () => {
    const { tabs, plan } = createView();
    tabs.claim(agentId, 'b2', buildReportedTab({ tabId: 1 }));
    expect(plan('read_page').target).toMatchObject({ tabId: null, tab: null });
  });

  test('A named tab is looked up in the asker’s browser only.', () => {
    const { tabs, plan } = createView();
    tabs.claim(agentId, 'b2', buildReportedTab({ tabId: 42 }));
    expect(plan('navigate', { tabId: 42, browserId: 'b2' }).target).toMatchObject({ tabId: 42, tab: null });
  });

  test('Without a browser there is no tab.', () => {
    expect(createView(null).plan('navigate').target).toMatchObject({ browser: null, tabId: null, tab: null });
  });

  test.each(['42', 4.2, Number.NaN, Number.MAX_SAFE_INTEGER + 1, true, [42], { id: 42 }])(
    'A tabId of %j is refused by name.',
    tabId => {
      expect(() => createView().plan('navigate', { tabId })).toThrow(
        expect.objectContaining({
          code: 'ERR_INVALID_ARGUMENTS',
          message: `tabId is ${JSON.stringify(tabId)}; it must be one whole number, of the list of your tabs.`,
        }),
      );
    },
  );
});

describe('The site of a call', () => {
  const tabResource = { kind: 'tab', browserId: 'b1', tabId: 42 };
  const resourcesOf = (tool: string, args: Record<string, unknown>, url = 'https://here.example/page') => {
    const { tabs, plan } = createView();
    tabs.claim(agentId, 'b1', buildReportedTab({ url }));
    return plan(tool, args).resources;
  };

  test.each([
    ['https://there.example/a?b', 'https://there.example'],
    ['http://there.example:8080/', 'http://there.example:8080'],
    ['there.example/a', 'https://there.example'],
    [' there.example', 'https://there.example'],
    ['localhost:3000', 'https://localhost:3000'],
  ])('navigate to %j is about the site %j.', (url, origin) => {
    expect(resourcesOf('navigate', { url })).toEqual([{ kind: 'site', origin }, tabResource]);
  });

  test.each(['back', 'forward'])('navigate to %j is about the site where the tab is.', url => {
    expect(resourcesOf('navigate', { url })).toEqual([{ kind: 'site', origin: 'https://here.example' }, tabResource]);
  });

  test.each(['navigate', 'tabs_create'])('%s to about:blank is about no site, whatever the tab shows before.', tool => {
    const tab = tool === 'navigate' ? [tabResource] : [];
    expect(resourcesOf(tool, { url: 'about:blank' })).toEqual(tab);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'chrome://settings',
    'view-source:https://here.example',
  ])('navigate to %j is refused, whichever browser it is for.', url => {
    expect(() => resourcesOf('navigate', { url })).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_ARGUMENTS',
        message: `${JSON.stringify(url)} cannot be opened; send an http or https address, or about:blank.`,
      }),
    );
  });

  test('The url of a tool that opens nothing does not stand for the page that it reads.', () => {
    expect(resourcesOf('get_page_text', { url: 'https://allowed.example' })).toEqual([
      { kind: 'site', origin: 'https://here.example' },
      tabResource,
    ]);
  });

  test('A page without a site is a tab only.', () => {
    expect(resourcesOf('get_page_text', {}, 'about:blank')).toEqual([tabResource]);
  });

  test('A new tab with an address is about that site.', () => {
    expect(createView().plan('tabs_create', { url: 'https://there.example/x' }).resources).toEqual([
      { kind: 'site', origin: 'https://there.example' },
    ]);
  });

  test.each([
    ['https://user:pw@example.com/x', 'https://example.com'],
    ['HTTP://EXAMPLE.com', 'http://example.com'],
    ['chrome://settings', null],
    ['no address', null],
    ['', null],
  ])('The origin of %j is %j.', (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });
});

describe('The scope of a call', () => {
  test.each([
    ['tabs_context', {}, 'browser:tabs.read', true],
    ['tabs_create', {}, 'browser:tabs.create', false],
    ['tabs_create', { url: 'https://example.com' }, 'browser:navigate', false],
    ['navigate', { url: 'back' }, 'browser:navigate', false],
    ['read_page', {}, 'browser:activeTab.read', true],
    ['get_page_text', {}, 'browser:activeTab.read', true],
    ['computer', { action: 'screenshot' }, 'browser:activeTab.screenshot', true],
    ['computer', { action: 'zoom' }, 'browser:activeTab.screenshot', true],
    ['computer', { action: 'left_click' }, 'browser:activeTab.interact', false],
    ['find', { query: 'save' }, 'browser:activeTab.read', true],
    ['form_input', { ref: 'ref_1', value: 'x' }, 'browser:activeTab.interact', false],
    ['javascript_tool', { text: 'document.title' }, 'browser:script', false],
    ['read_console_messages', {}, 'browser:activeTab.read', true],
    ['read_network_requests', {}, 'browser:activeTab.read', true],
    ['upload_image', { imageId: 'img_1', ref: 'ref_1' }, 'browser:files', false],
    ['file_upload', { paths: ['/tmp/a.txt'], ref: 'ref_1' }, 'browser:files', false],
    ['resize_window', { width: 800, height: 600 }, 'browser:activeTab.interact', false],
    ['computer', { action: ['screenshot'] }, 'browser:activeTab.interact', false],
  ] as const)('%s with %j needs %s.', (tool, args, scope, readOnly) => {
    expect(createView().plan(tool, args)).toMatchObject({ tool, scope, readOnly });
  });

  test.each([
    ['gif_creator', { action: 'export' }, 'browser:activeTab.screenshot', true],
    ['gif_creator', { action: 'clear', coordinate: [1, 2] }, 'browser:activeTab.screenshot', true],
    ['gif_creator', { action: 'export', coordinate: [1, 2] }, 'browser:files', false],
  ] as const)('%s with %j needs %s where an extension has it, and is refused by name where none does.', (...row) => {
    const [tool, args, scope, readOnly] = row;
    const claude = buildBrowser({ extensionId: 'fcoeoabgfenejglbffodgkkbkcdhcgfn' });
    expect(createView(claude).plan(tool, args)).toMatchObject({ tool, scope, readOnly });
    const claudezilla = buildBrowser({ extensionId: 'claudezilla@boot.industries', family: 'firefox' });
    expect(() => createView(claudezilla).plan(tool, args)).toThrow(
      expect.objectContaining({
        code: 'ERR_TOOL_NOT_FOUND',
        message: `${tool} has no counterpart in the extension of Work; use another tool.`,
      }),
    );
  });

  test('A shortcut of the user needs what seeing one’s own tabs needs and no tab; one of an extension needs a tab and what a script needs.', () => {
    const claude = buildBrowser({ extensionId: 'fcoeoabgfenejglbffodgkkbkcdhcgfn' });
    const [ours, theirs] = [{ command: '/ours' }, { shortcutId: '7' }];
    const inHub = { scope: 'browser:tabs.read', target: { needsTab: false, inHub: true } };
    for (const browser of [claude, buildBrowser(), null])
      expect(createView(browser).plan('shortcuts_execute', ours)).toMatchObject(inHub);
    for (const browser of [buildBrowser(), null])
      expect(createView(browser).plan('shortcuts_execute', theirs)).toMatchObject(inHub);
    const inExtension = createView(claude).plan('shortcuts_execute', theirs);
    expect(inExtension).toMatchObject({ scope: 'browser:script', readOnly: false, target: { needsTab: true } });
    expect(inExtension.target).not.toHaveProperty('inHub');
    expect(createView(claude).plan('shortcuts_list')).toMatchObject({
      scope: 'browser:tabs.read',
      target: { needsTab: true },
    });
    expect(createView().plan('shortcuts_list')).toMatchObject(inHub);
  });

  test('A tool of an MCP server is granted by its server, and reads only where the server says so.', () => {
    const { plan } = createView();
    expect(plan('everything__echo')).toMatchObject({
      tool: 'everything/echo',
      scope: 'servers:call',
      readOnly: true,
      resources: [{ kind: 'server', serverId: 'everything' }],
      target: { kind: 'server', serverId: 'everything', server: { id: 'everything' } },
    });
    expect(plan('everything/add')).toMatchObject({ readOnly: false });
  });
});
