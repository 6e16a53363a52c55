// The same through a real Chromium with the companion: both agents work in tabs of their own, the one that floods in several.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { installRelay, launchChromium } from '../../support/chromium.ts';
import { PanelClient } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { openStage } from '../../support/stage.ts';
import { flood, rowsDuringFlood } from './behind-flood.ts';
import { LineAgent } from './line-agent.ts';
import type { AddressInfo } from 'node:net';
import type { Scope } from '../../../contract/permissions.ts';
import type { BenchRow } from '../row.ts';
import type { ToolCall } from './line-agent.ts';

const floodedTabs = 16;
const scopes: readonly Scope[] = [
  'browser:activeTab.read',
  'browser:activeTab.screenshot',
  'browser:tabs.create',
  'browser:tabs.read',
];
/** What is called in a tab: its text, and a picture of it, which Chromium has to draw. */
const tools: readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[] = [
  ['get_page_text', {}],
  ['computer', { action: 'screenshot' }],
];
const paragraph = '<p>Something to read, with a <a href="#">link</a> and a <button>button</button>.</p>';
const page = `<!doctype html><title>Flooded</title><h1>Flooded</h1>${paragraph.repeat(40)}`;

export async function benchFloodThroughChromium(): Promise<BenchRow[]> {
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const stage = await openStage();
  const panel = await PanelClient.open(stage.url);
  const userDataDir = join(stage.userHome, 'profile');
  await installRelay(userDataDir, join(repositoryRoot, 'dist/relay/relay.cjs'), stage.home);
  const chromium = await launchChromium({ extensionDir: join(repositoryRoot, 'dist/extension/chromium'), userDataDir });
  const agents: LineAgent[] = [];
  try {
    // Calls on pages of one origin are few at a time as a rule, and would be refused.
    await panel.request('limits:set', { change: { maxConcurrentPerOrigin: 1_000 } });
    await approveBrowser(panel);
    for (const name of ['Flood', 'Other']) agents.push(await reader(panel, name, stage.userHome));
    const [flooding, other] = agents as [LineAgent, LineAgent];
    const flooded: number[] = [];
    for (let number = 0; number < floodedTabs; number += 1) flooded.push(await openTab(flooding, url));
    const own = await openTab(other, url);
    const rows: BenchRow[] = [];
    for (const [tool, args] of tools) {
      const inTab = (tabId: number | undefined): ToolCall => [tool, { ...args, tabId }];
      const calls = Array.from({ length: flood }, (_, number) => inTab(flooded[number % floodedTabs]));
      const sides = { flooding, other, panel };
      rows.push(...(await rowsDuringFlood(`${tool} through Chromium`, sides, { flood: calls, other: inTab(own) })));
    }
    return rows;
  } finally {
    for (const agent of agents) await agent.close();
    await chromium.close();
    await panel.close();
    await stage.close();
    site.close();
  }
}

async function approveBrowser(panel: PanelClient): Promise<void> {
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length > 0, 'the browser waits');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is let in');
}

async function reader(panel: PanelClient, name: string, userHome: string): Promise<LineAgent> {
  const credential = await panel.request('clients:create', { name, start: 'own-tabs' });
  const subject = { kind: 'client', id: credential.client.id } as const;
  for (const scope of scopes) await panel.request('grants:set', { subject, effect: 'allow', scope });
  const agent = new LineAgent(credential, userHome);
  await agent.start();
  return agent;
}

async function openTab(agent: LineAgent, url: string): Promise<number> {
  const [line = ''] = await agent.call([['tabs_create', { url }]]);
  const tabId = /\\"tabId\\":\s?(\d+)/.exec(line)?.[1];
  if (tabId === undefined) throw new Error(`No tab was opened: ${line.slice(0, 300)}`);
  return Number(tabId);
}
