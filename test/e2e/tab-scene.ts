// What works in front of a hub, whichever shell it runs in: a real browser, pages on loopback, and two agents with tabs of their own.
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'vitest';
import { installRelay, launchChromium } from '../support/chromium.ts';
import { holdTransport } from '../support/jitter.ts';
import { PatientClient } from '../support/patient-client.ts';
import { noise } from '../support/pictures.ts';
import { repositoryRoot } from '../support/provided.ts';
import { type Site, serveSite } from '../support/site.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { BrowserContext } from 'playwright';
import type { HubView } from '../support/panel-client.ts';
import type { PanelShell } from '../support/panel-shells.ts';

export interface TabScene {
  readonly browser: BrowserContext;
  /** Over stdio, as "Claude Code" and as "Codex CLI"; both work in tabs they open. */
  readonly claude: Client;
  readonly codex: Client;
  /** The address of a page whose title is `Page /path`. */
  address(path: string): string;
  /** The tab's id, once the panel has its title. */
  openTab(agent: Client, path: string): Promise<number>;
  close(): Promise<void>;
}

export async function openTabScene(shell: PanelShell): Promise<TabScene> {
  const { hub, folder } = shell;
  const site = await openSite();
  const browser = await connectBrowser(shell);
  const claude = await sitDown(
    hub,
    folder,
    'Claude Code',
    new PatientClient({ name: 'claude-code', version: '2.1.330' }),
  );
  const codex = await sitDown(hub, folder, 'Codex CLI', new PatientClient({ name: 'codex-cli', version: '0.64.1' }));
  const address = (path: string) => `${site.origin}${path}`;
  return {
    browser,
    claude,
    codex,
    address,
    openTab: (agent, path) => openTab(hub, agent, address(path)),
    close: async () => {
      await claude.close();
      await codex.close();
      await browser.close();
      await site.close();
    },
  };
}

function openSite(): Promise<Site> {
  const icon = noise(32, 32).png;
  return serveSite((request, response) => {
    if (request.url === '/icon.png') return response.setHeader('content-type', 'image/png').end(icon);
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><link rel="icon" href="/icon.png"><title>Page ${request.url}</title><h1>Orders</h1><button>Save</button>`,
    );
  });
}

export async function connectBrowser({
  hub,
  home,
  folder,
}: Pick<PanelShell, 'hub' | 'home' | 'folder'>): Promise<BrowserContext> {
  const userDataDir = join(folder, 'profile');
  await installRelay(userDataDir, join(repositoryRoot, 'dist/relay/relay.cjs'), home);
  const browser = await launchChromium({
    extensionDir: join(repositoryRoot, 'dist/extension/chromium'),
    userDataDir,
  });
  await hub.waitFor(({ browsers }) => Object.keys(browsers).length > 0, 'the browser is here');
  const [browserId = ''] = Object.keys(hub.snapshot.browsers);
  await hub.request('browsers:approve', { browserId });
  await hub.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is connected');
  return browser;
}

export async function sitDown(hub: HubView, folder: string, name: string, agent: Client): Promise<Client> {
  const { stdio } = await hub.request('clients:create', { name, start: 'own-tabs' });
  const args = [...stdio.args, '--well-known-root', folder];
  const transport = new StdioClientTransport({ command: stdio.command, args, stderr: 'ignore' });
  await agent.connect(holdTransport(transport));
  return agent;
}

async function openTab(hub: HubView, agent: Client, url: string): Promise<number> {
  const opened = await agent.callTool({ name: 'tabs_create', arguments: { url } });
  expect(opened.isError, JSON.stringify(opened.content)).not.toBe(true);
  const [block] = opened.content as { text?: string }[];
  const { tabId } = JSON.parse(block?.text ?? '{}') as { tabId: number };
  const shown = () => Object.values(hub.snapshot.tabs).find(tab => tab.tabId === tabId)?.title;
  await hub.waitFor(() => Boolean(shown()), 'the tab is shown with its title');
  return tabId;
}
