// The demo's two agents: one over stdio, one over HTTP. Each works in a tab of its own, and once one tries the other's.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { PanelClient } from '../support/panel-client.ts';

export interface DemoAgents {
  /** Works until it is closed. */
  work(): Promise<void>;
  close(): Promise<void>;
}

type Call = readonly [pause: number, name: string, args: Record<string, unknown>];

export async function openAgents(panel: PanelClient, origin: string): Promise<DemoAgents> {
  const claude = await openStdioAgent(panel, 'Claude Code', { name: 'claude-code', version: '2.1.330' });
  const codex = await openHttpAgent(panel, 'Codex CLI', { name: 'codex-cli', version: '0.64.1' });
  const closed = new AbortController();
  // "Work in tabs it opens" covers the browser; servers are asked for, and somebody has to answer in a demo.
  const answering = answerPrompts(panel, closed.signal);
  const call = async (agent: Client, [pause, name, args]: Call) => {
    await sleep(pause, undefined, { signal: closed.signal });
    return agent.callTool({ name, arguments: args });
  };
  const work = async () => {
    const first = await openTab(claude, `${origin}/billing`);
    const second = await openTab(codex, `${origin}/ledger`);
    await call(codex, [1_000, 'navigate', { url: `${origin}/orders`, tabId: first }]);
    while (!closed.signal.aborted) {
      for (const step of claudeRound(origin, first)) await call(claude, step);
      for (const step of codexRound(origin, second)) await call(codex, step);
    }
  };
  return {
    work: () => work().catch((error: unknown) => (closed.signal.aborted ? undefined : Promise.reject(error))),
    close: async () => {
      closed.abort();
      await Promise.allSettled([claude.close(), codex.close(), answering]);
    },
  };
}

function claudeRound(origin: string, tabId: number): Call[] {
  return [
    [900, 'read_page', { tabId, filter: 'interactive' }],
    [700, 'computer', { tabId, action: 'screenshot' }],
    [1_100, 'everything__get-sum', { a: 19, b: 23 }],
    [1_400, 'navigate', { tabId, url: `${origin}/orders` }],
    [800, 'get_page_text', { tabId }],
    [
      1_000,
      'everything__gzip-file-as-resource',
      { name: 'orders.gz', data: 'data:text/plain,42%20orders', outputType: 'resource' },
    ],
    [1_600, 'navigate', { tabId, url: `${origin}/billing` }],
  ];
}

function codexRound(origin: string, tabId: number): Call[] {
  return [
    [600, 'everything__echo', { message: 'two checks are running' }],
    [1_200, 'get_page_text', { tabId }],
    [900, 'navigate', { tabId, url: `${origin}/ledger` }],
  ];
}

async function openStdioAgent(
  panel: PanelClient,
  name: string,
  info: { name: string; version: string },
): Promise<Client> {
  const { stdio } = await panel.request('clients:create', { name, start: 'own-tabs' });
  const client = new Client(info);
  await client.connect(new StdioClientTransport({ command: stdio.command, args: stdio.args }));
  return client;
}

async function openHttpAgent(
  panel: PanelClient,
  name: string,
  info: { name: string; version: string },
): Promise<Client> {
  const { http } = await panel.request('clients:create', { name, start: 'own-tabs' });
  if (http.url === null) throw new Error('MCP over HTTP is not open.');
  const client = new Client(info);
  const headers = { authorization: `Bearer ${http.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url), { requestInit: { headers } }));
  return client;
}

async function openTab(agent: Client, url: string): Promise<number> {
  const { content } = await agent.callTool({ name: 'tabs_create', arguments: { url } });
  const [block] = content as { text?: string }[];
  const { tabId } = JSON.parse(block?.text ?? '{}') as { tabId?: number };
  if (tabId === undefined) throw new Error(`The browser opened no tab: ${block?.text ?? 'no answer'}`);
  return tabId;
}

/** Long enough to be seen in the panel, and to be answered there first. */
const lookMs = 4_000;

async function answerPrompts(panel: PanelClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(500, undefined, { signal }).catch(() => {});
    for (const prompt of Object.values(panel.snapshot.prompts)) {
      if (Date.now() - prompt.askedAt < lookMs) continue;
      await panel
        .request('prompts:answer', { promptId: prompt.id, effect: 'allow', lifetime: 'always' })
        .catch(() => {});
    }
  }
}
