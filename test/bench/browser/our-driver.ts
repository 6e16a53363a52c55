// Pilothouse as a user starts it: a hub on a home of its own, a Chromium with the approved companion, an agent over `pilothouse mcp`.
import { join } from 'node:path';
import { installRelay } from '../../support/chromium.ts';
import { PanelClient } from '../../support/panel-client.ts';
import { PlainChromium } from '../../support/plain-chromium.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { openStage, type Stage } from '../../support/stage.ts';
import { type Driver, type Entry, refsIn } from './driver.ts';
import { McpAgent } from './mcp-agent.ts';
import { view } from './peer-drivers.ts';
import { processesIn } from './processes.ts';
import type { Scope } from '../../../contract/permissions.ts';

const scopes: readonly Scope[] = [
  ...(['browser:activeTab.read', 'browser:activeTab.interact', 'browser:activeTab.screenshot'] as const),
  ...(['browser:navigate', 'browser:tabs.read', 'browser:tabs.create', 'browser:script', 'browser:files'] as const),
];

const middle = [view.width / 2, view.height / 2];

export interface OurHouse {
  /** Another agent, which may do everything in its own tabs. */
  newAgent(): Promise<McpAgent>;
  driver(): Promise<Driver>;
  close(): Promise<void>;
}

/** `maxPerOrigin` is the limit on calls under way that pages of one origin have. */
export async function openOurHouse(maxPerOrigin: number): Promise<OurHouse> {
  const stage = await openStage();
  const panel = await PanelClient.open(stage.url);
  await panel.request('limits:set', { change: { maxConcurrentPerOrigin: maxPerOrigin } });
  const profile = join(stage.userHome, 'profile');
  await installRelay(profile, join(repositoryRoot, 'dist/relay/relay.cjs'), stage.home);
  const browser = new PlainChromium({
    userDataDir: profile,
    home: stage.userHome,
    window: { width: view.width, height: view.height + 120 },
    // The peers have it so, and a page is to be the same for all.
    hidesScrollbars: true,
  });
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length > 0, 'the browser asks to be let in');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is connected');
  const newAgent = () => sitDown(panel, stage);
  return {
    newAgent,
    driver: async () => driverOf(await newAgent(), browser, stage),
    close: async () => {
      await browser.close();
      await panel.close();
      await stage.close();
    },
  };
}

async function sitDown(panel: PanelClient, { userHome }: Stage): Promise<McpAgent> {
  const { client, stdio } = await panel.request('clients:create', { name: 'Bench', start: 'own-tabs' });
  for (const scope of scopes)
    await panel.request('grants:set', { subject: { kind: 'client', id: client.id }, effect: 'allow', scope });
  return McpAgent.start({
    command: stdio.command,
    args: [...stdio.args, '--well-known-root', userHome],
    env: { HOME: userHome, PATH: '/usr/bin:/bin' },
  });
}

async function driverOf(agent: McpAgent, browser: PlainChromium, { userHome }: Stage): Promise<Driver> {
  let tabId = 0;
  const many = takesManyFields(await agent.toolList());
  const read = () => agent.call('read_page', { tabId });
  const script = (text: string) => agent.call('javascript_tool', { tabId, text });
  return {
    name: 'pilothouse',
    open: async url => {
      ({ tabId } = JSON.parse((await agent.call('tabs_create', { url })).text) as { tabId: number });
      await browser.bringToFront(url);
      await sizeTo(agent, tabId);
    },
    // Its tab was opened behind the one that its user looks at, and lies there again.
    cover: () => browser.bringToFront('about:blank'),
    navigate: url => agent.call('navigate', { tabId, url }),
    read,
    find: query => agent.call('find', { tabId, query }),
    click: ref => agent.call('computer', { tabId, action: 'left_click', ref }),
    type: (ref, text) => agent.call('computer', { tabId, action: 'type', ref, text, clear: true }),
    fill: entries =>
      agent.all(
        many
          ? [['form_input', { tabId, fields: entries.map(({ ref, ...it }) => ({ ref, value: valueOf(it) })) }]]
          : entries.map(({ ref, ...it }) => ['form_input', { tabId, ref, value: valueOf(it) }] as const),
      ),
    drag: (from, to) => agent.call('computer', { tabId, action: 'left_click_drag', start_ref: from, ref: to }),
    scrollDown: () =>
      agent.call('computer', {
        tabId,
        action: 'scroll',
        coordinate: middle,
        scroll_direction: 'down',
        scroll_amount: 7,
      }),
    screenshot: () => agent.call('computer', { tabId, action: 'screenshot' }),
    wholeScreenshot: () => agent.call('computer', { tabId, action: 'screenshot', scale: 1 }),
    script,
    list: () => agent.call('tabs_context', {}),
    refsOf: async names => refsIn((await read()).text, names, /\[(ref_\w+)\]/),
    toolList: () => agent.toolList(),
    processes: () => processesIn(userHome),
    close: () => agent.close(),
  };
}

function valueOf({ kind, value }: Pick<Entry, 'kind' | 'value'>): string | boolean {
  return kind === 'checkbox' ? value === 'true' : value;
}

function takesManyFields(toolList: string): boolean {
  const tools = JSON.parse(toolList) as { name: string; inputSchema: { properties?: Record<string, unknown> } }[];
  return Boolean(tools.find(({ name }) => name === 'form_input')?.inputSchema.properties?.['fields']);
}

/** The page's own part of the window gets the size that the peers' pages have. */
async function sizeTo(agent: McpAgent, tabId: number): Promise<void> {
  const text = 'JSON.stringify([outerWidth - innerWidth, outerHeight - innerHeight])';
  const answer = (await agent.call('javascript_tool', { tabId, text })).text;
  const [wide = 0, high = 0] = (answer.match(/\d+/g) ?? []).map(Number);
  await agent.call('resize_window', { tabId, width: view.width + wide, height: view.height + high });
}
