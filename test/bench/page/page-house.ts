// Web pages as their user has them: a hub of its own with a server and a model behind it, a real Chromium with the approved companion, and two sites: one that is
// offered the Web Agent API and one that its user has blocked.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installRelay, launchChromium } from '../../support/chromium.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { PanelClient } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { servePage } from '../../support/site.ts';
import { McpAgent } from '../browser/mcp-agent.ts';
import { openDebuggableStage } from '../dialects/debuggable-stage.ts';
import { LiveMemory } from '../dialects/live-memory.ts';
import { runServers } from '../gateway/our-ways.ts';
import type { BrowserContext, Page } from 'playwright';
import type { Scope } from '../../../contract/permissions.ts';
import type { ModelServer } from '../../support/models/model-server.ts';
import type { Stage } from '../../support/stage.ts';

export const tool = { server: 'bench', name: 'echo', args: { message: 'Hello' } } as const;

const html = '<title>A page</title><h1>A page</h1><p>Nothing but a few words.</p>';
const scopes: readonly Scope[] = ['model:prompt', 'model:list', 'mcp:tools.list'];

export interface PageHouse {
  readonly stage: Stage;
  readonly panel: PanelClient;
  readonly context: BrowserContext;
  readonly model: ModelServer;
  readonly memory: LiveMemory;
  /** Origins. */
  readonly offered: string;
  readonly blocked: string;
  /** A tab of the offered site, loaded. */
  open(path: string): Promise<Page>;
  /** An agent on stdio that may call the server's tools. */
  agent(): Promise<McpAgent>;
  close(): Promise<void>;
}

export async function openPageHouse(): Promise<PageHouse> {
  const stage = await openDebuggableStage();
  const memory = await LiveMemory.open(stage.hub.pid ?? 0, stage.output());
  const panel = await PanelClient.open(stage.url);
  const model = await startModelServer();
  const [offered, blocked] = [await servePage(html), await servePage(html)];
  await supply(panel, model);
  await decide(panel, offered.origin, blocked.origin);
  const context = await openChromium(stage, panel);
  return {
    ...{ stage, panel, context, model, memory, offered: offered.origin, blocked: blocked.origin },
    open: async path => {
      const page = await context.newPage();
      await page.goto(`${offered.origin}${path}`);
      return page;
    },
    agent: () => sitDown(panel, stage),
    close: async () => {
      await context.close();
      memory.close();
      await panel.close();
      await stage.close();
      for (const end of [model, offered, blocked]) await end.close();
    },
  };
}

async function supply(panel: PanelClient, model: ModelServer): Promise<void> {
  const script = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
  await runServers(panel, { [tool.server]: { command: process.execPath, args: [script, 'stdio'] } });
  const { provider } = await panel.request('models:add', { type: 'compatible', baseUrl: model.openai });
  await panel.waitFor(
    ({ modelProviders }) => modelProviders[provider.id]?.state.kind === 'ready',
    'the model is ready',
  );
  // Rate limits would be measured in place of the ways.
  await panel.request('mcp-server:set', { change: { limits: { message: 0, mcp: 0 } } });
}

async function decide(panel: PanelClient, offered: string, blocked: string): Promise<void> {
  await panel.request('sites:rules', { change: { flags: { toolCalling: true } } });
  await panel.request('sites:set', { origin: blocked, blocked: true });
  const subject = { kind: 'origin', id: offered } as const;
  for (const scope of scopes) await panel.request('grants:set', { subject, effect: 'allow', scope });
  const tools = [`${tool.server}/${tool.name}`];
  const resource = { kind: 'server', serverId: tool.server } as const;
  await panel.request('grants:set', { subject, effect: 'allow', scope: 'servers:call', tools, resource });
}

async function openChromium(stage: Stage, panel: PanelClient): Promise<BrowserContext> {
  const userDataDir = join(stage.userHome, 'profile');
  await installRelay(userDataDir, join(repositoryRoot, 'dist/relay/relay.cjs'), stage.home);
  const context = await launchChromium({ extensionDir: join(repositoryRoot, 'dist/extension/chromium'), userDataDir });
  await approveNext(panel);
  return context;
}

/** Lets the next browser in that asks for it. */
export async function approveNext(panel: PanelClient): Promise<void> {
  let browserId = '';
  await panel.waitFor(({ browsers }) => {
    const waiting = Object.values(browsers).find(({ state }) => state.kind === 'pending');
    browserId = waiting?.id ?? '';
    return waiting !== undefined;
  }, 'a browser asks to be let in');
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is connected');
}

async function sitDown(panel: PanelClient, { userHome }: Stage): Promise<McpAgent> {
  const { client, stdio } = await panel.request('clients:create', { name: 'Bench', start: 'ask' });
  const subject = { kind: 'client', id: client.id } as const;
  const resource = { kind: 'server', serverId: tool.server } as const;
  await panel.request('grants:set', { subject, effect: 'allow', scope: 'servers:call', resource });
  return McpAgent.start({
    command: stdio.command,
    args: [...stdio.args, '--well-known-root', userHome],
    env: { HOME: userHome, PATH: '/usr/bin:/bin' },
  });
}
