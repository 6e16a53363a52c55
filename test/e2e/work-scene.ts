// A hub at work: a browser, a server that runs, two agents with tabs, one of them refused the other's, and a third whose question waits.
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { echo, runSample } from '../integration/hub/scenes.ts';
import { urlOf } from '../support/hub-process.ts';
import { holdTransport } from '../support/jitter.ts';
import { PatientClient } from '../support/patient-client.ts';
import { openTabScene } from './tab-scene.ts';
import type { Grant } from '../../contract/schemas/permissions.ts';
import type { HubView } from '../support/panel-client.ts';
import type { PanelShell } from '../support/panel-shells.ts';

export interface Work {
  close(): Promise<void>;
}

export async function work(shell: PanelShell): Promise<Work> {
  const { hub } = shell;
  await runSample(hub);
  const { claude, codex, openTab, close } = await openTabScene(shell);
  await grant(hub, 'Claude Code', { effect: 'allow', scope: 'servers:call' });
  await grant(hub, 'Codex CLI', { effect: 'deny', scope: 'browser:files' });
  const orders = await openTab(claude, '/orders');
  await openTab(claude, '/billing');
  const pulls = await openTab(codex, '/pulls');
  const call = (agent: Client, name: string, args: Record<string, unknown>) =>
    agent.callTool({ name, arguments: args });
  await call(claude, 'get_page_text', { tabId: orders });
  await call(codex, 'get_page_text', { tabId: pulls });
  await call(codex, 'read_page', { tabId: orders });
  await call(codex, 'everything__get-sum', { a: 19, b: 23 });
  await call(claude, 'computer', { tabId: orders, action: 'screenshot' });
  const cursor = await sitDownOverHttp(hub, 'Cursor');
  const asked = call(cursor, 'everything__toggle-simulated-logging', {});
  asked.catch(() => {});
  await hub.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'Cursor asks');
  await call(claude, echo, { message: 'two checks are running' });
  return {
    close: async () => {
      await cursor.close();
      await close();
    },
  };
}

/** For always and everywhere, as one makes it by hand. */
async function grant(hub: HubView, name: string, what: Pick<Grant, 'effect' | 'scope'>): Promise<void> {
  const id = Object.values(hub.snapshot.clients).find(client => client.name === name)?.id ?? '';
  await hub.request('grants:set', { subject: { kind: 'client', id }, ...what });
}

async function sitDownOverHttp(hub: HubView, name: string): Promise<Client> {
  const credential = await hub.request('clients:create', { name, start: 'ask' });
  const headers = { authorization: `Bearer ${credential.http.token}` };
  const transport = new StreamableHTTPClientTransport(new URL(urlOf(credential)), { requestInit: { headers } });
  const agent = new PatientClient({ name: name.toLowerCase(), version: '2.2.0' });
  await agent.connect(holdTransport(transport));
  return agent;
}
