// What tests of Chat begin with: a hub as a user starts it, a server of models that answers by a script, two MCP servers, and the panel's page.
import { startModelServer } from '../support/models/model-server.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { PanelClient } from '../support/panel-client.ts';
import { Panel } from '../support/panel-page.ts';
import { repositoryRoot } from '../support/provided.ts';
import { openStage, type Stage } from '../support/stage.ts';
import type { Locator, Page } from 'playwright';
import type { ModelServer } from '../support/models/model-server.ts';
import type { ScriptedTurn } from '../support/models/script.ts';

export interface ChatScene {
  readonly stage: Stage;
  readonly models: ModelServer;
  readonly client: PanelClient;
  readonly page: Page;
  readonly panel: Panel;
  /** The field for the next question. */
  readonly field: Locator;
  readonly thread: Locator;
  /** Writes a question and sends it with Enter. */
  ask(text: string): Promise<void>;
  /** The newest answer. */
  answer(): Locator;
  /** Lets Chat call every tool of a server. */
  allow(serverId: string): Promise<void>;
  close(): Promise<void>;
}

/** One that lists tools alone, and one with prompts and resources too. */
const servers = { notes: 'well-behaved.mjs', docs: 'conformance.mjs' } as const;

export async function openChatScene(): Promise<ChatScene> {
  const stage = await openStage();
  const models = await startModelServer();
  const client = await PanelClient.open(await stage.freshUrl());
  for (const [name, file] of Object.entries(servers)) await addServer(client, name, file);
  await client.request('models:add', { type: 'ollama', baseUrl: models.ollama });
  await client.waitFor(({ modelChoices }) => modelChoices['use:chat']?.effective != null, 'chat has a model');
  const browser = await launchPanelBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  const panel = new Panel(page);
  await panel.open(stage.url);
  await panel.go('Chat');
  const field = page.getByRole('group', { name: 'Message' }).getByRole('textbox', { name: 'Question' });
  const thread = page.getByRole('log', { name: 'Messages' });
  return {
    ...{ stage, models, client, page, panel, field, thread },
    ask: async text => {
      await field.fill(text);
      await field.press('Enter');
    },
    answer: () => thread.getByRole('article', { name: 'Chat' }).last(),
    allow: async serverId => {
      const whole = { tools: null, reading: false, lifetime: 'always', agentId: null } as const;
      const subject = { kind: 'client', id: 'chat' } as const;
      const resource = { kind: 'server', serverId } as const;
      await client.request('grants:set', { effect: 'allow', subject, scope: 'servers:call', resource, ...whole });
    },
    close: async () => {
      await client.close();
      await browser.close();
      await models.close();
      await stage.close();
    },
  };
}

async function addServer(client: PanelClient, name: string, file: string): Promise<void> {
  const args = [`${repositoryRoot}/test/fixtures/servers/${file}`];
  const text = JSON.stringify({ mcpServers: { [name]: { command: process.execPath, args } } });
  const { serverIds } = await client.request('servers:add', { kind: 'json', text });
  const [serverId = ''] = serverIds;
  await client.waitFor(state => serverId in state.servers, 'the server is there');
  await client.request('servers:approve', { serverId, hash: client.snapshot.servers[serverId]?.hash ?? '' });
  await client.waitFor(state => state.servers[serverId]?.state.kind === 'running', 'the server runs');
}

/** Writes this, then stands still until the test says so. */
export function held(text: string): { readonly turn: ScriptedTurn; readonly release: () => void } {
  let release = () => {};
  const until = new Promise<void>(resolve => {
    release = resolve;
  });
  const pieces = [
    { kind: 'text', text },
    { kind: 'wait', until },
    { kind: 'text', text: ' And the rest.' },
  ] as const;
  return { turn: { pieces }, release };
}
