// What tests of the questions begin with: a hub with a real browser behind it, the panel in a second one, agents that ask.
import path from 'node:path';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { confirmed } from '../support/confirmed.ts';
import { type Credential, type HubPlace, openPlace, urlOf } from '../support/hub-process.ts';
import { holdTransport } from '../support/jitter.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { Panel } from '../support/panel-page.ts';
import { PatientClient } from '../support/patient-client.ts';
import { repositoryRoot } from '../support/provided.ts';
import { type Site, servePage } from '../support/site.ts';
import { connectBrowser } from './tab-scene.ts';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import type { Prompt } from '../../contract/schemas/permissions.ts';
import type { PanelClient } from '../support/panel-client.ts';

export interface Asker {
  readonly credential: Credential;
  /** The text of the answer; of a refusal its sentence. */
  call(name: string, args?: Record<string, unknown>): Promise<string>;
}

export interface PromptScene {
  readonly place: HubPlace;
  /** The same hub as a program sees it. */
  readonly hub: PanelClient;
  /** Address of the site, whose pages have `title` as theirs. */
  readonly origin: string;
  /** The agent under this credential's name, calling itself `claimed`. */
  asker(name: string, claimed?: string): Promise<Asker>;
  /** Questions that wait, the oldest first. */
  waiting(): Prompt[];
  waitFor(count: number): Promise<void>;
  /** Denies what waits, for this use, until nothing does. */
  denyAll(): Promise<void>;
  /** The panel in a page of its own; `prepare` comes before it is loaded. */
  openPanel(prepare?: (page: Page) => Promise<void>): Promise<PromptPage>;
  end(): Promise<void>;
}

/** The panel's Permissions, by what a person sees of the questions. */
export interface PromptPage {
  readonly page: Page;
  readonly panel: Panel;
  readonly card: Locator;
  readonly allow: Locator;
  readonly deny: Locator;
  /** The rows of the queue, in order. */
  readonly rows: Locator;
  /** What the page asked of the hub so far to answer questions. */
  readonly answers: readonly { readonly name: string; readonly params: Record<string, unknown> }[];
}

export async function openPromptScene(title: string, body = '<h1>Orders</h1>'): Promise<PromptScene> {
  const site = await servePage(`<title>${title.replaceAll('<', '&lt;')}</title>${body}`);
  const place = openPlace();
  const hub = await place.panel(await place.serve());
  await runNotes(hub);
  const driven = await connectBrowser({ hub, home: place.home, folder: place.folder });
  // Playwright would dismiss each of them by itself.
  driven.on('dialog', () => {});
  const viewer = await launchPanelBrowser();
  const clients: Client[] = [];
  const waiting = () =>
    Object.values(hub.snapshot.prompts).sort((a, b) => a.askedAt - b.askedAt || Number(a.id) - Number(b.id));
  return {
    place,
    hub,
    origin: site.origin,
    waiting,
    waitFor: count => hub.waitFor(() => waiting().length === count, `${count} questions wait`),
    denyAll: async () => {
      await hub.catchUp();
      // What an answer does not speak of is asked again.
      while (waiting().length > 0) {
        const promptIds = waiting().map(({ id }) => id);
        await hub.request('prompts:answer-all', { promptIds, effect: 'deny', lifetime: 'use', breadth: 'tool' });
        await hub.waitFor(({ prompts }) => promptIds.every(id => !(id in prompts)), 'the denied are gone');
        await hub.catchUp();
      }
    },
    asker: async (name, claimed = 'a test') => {
      const credential = await hub.request('clients:create', { name, start: 'ask' });
      const client = new PatientClient({ name: claimed, version: '1.0.0' });
      clients.push(client);
      const headers = { authorization: `Bearer ${credential.http.token}` };
      const options = { requestInit: { headers } };
      await client.connect(holdTransport(new StreamableHTTPClientTransport(new URL(urlOf(credential)), options)));
      return { credential, call: (tool, args = {}) => called(client, tool, args) };
    },
    openPanel: prepare => openPanel(place, hub, viewer, prepare),
    end: async () => {
      await Promise.all(clients.map(client => client.close()));
      await endAll(viewer, driven, site, place);
    },
  };
}

/** A server whose tools are asked about. */
async function runNotes(hub: PanelClient): Promise<void> {
  const program = path.join(repositoryRoot, 'test/fixtures/servers/notes.mjs');
  const text = JSON.stringify({ mcpServers: { notes: { command: process.execPath, args: [program] } } });
  await hub.request('servers:add', { kind: 'json', text });
  await hub.waitFor(({ servers }) => 'notes' in servers, 'the server is shown');
  await hub.request('servers:approve', { serverId: 'notes', hash: hub.snapshot.servers['notes']?.hash ?? '' });
  await hub.waitFor(({ servers }) => servers['notes']?.state.kind === 'running', 'the server runs');
}

async function openPanel(
  place: HubPlace,
  hub: PanelClient,
  viewer: Browser,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<PromptPage> {
  const context = await viewer.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  const page = await context.newPage();
  const answers: { name: string; params: Record<string, unknown> }[] = [];
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      const frame = JSON.parse(String(payload)) as { name?: string; params: Record<string, unknown> };
      if (frame.name?.startsWith('prompts:')) answers.push({ name: frame.name, params: frame.params });
    }),
  );
  const panel = new Panel(page);
  await prepare(page);
  await panel.open((await confirmed(hub, place.run(['open']))).stdout.trim());
  await panel.go('Permissions');
  const card = page.getByRole('region', { name: 'Waiting for you' }).getByRole('group');
  return {
    page,
    panel,
    card,
    allow: card.getByRole('button', { name: /^Allow/ }),
    deny: card.getByRole('button', { name: /^Deny/ }),
    rows: page.getByRole('list', { name: 'All that wait' }).getByRole('button', { name: / wants to / }),
    answers,
  };
}

function called(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const answer = textOf(client.callTool({ name, arguments: args }));
  // Whoever does not wait for it hears of its failure elsewhere.
  answer.catch(() => {});
  return answer;
}

async function textOf(answer: Promise<unknown>): Promise<string> {
  const { content } = (await answer) as { content: { type: string; text?: string }[] };
  return content.find(block => block.type === 'text')?.text ?? '';
}

async function endAll(viewer: Browser, driven: BrowserContext, site: Site, place: HubPlace): Promise<void> {
  await viewer.close();
  await driven.close();
  await place.end();
  await site.close();
}
