// A running hub with spec 000's socket open, a browser of which a test plays the extension, and clients as the real programs are.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { companionProtocol } from '../../../contract/companion.ts';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { usePlace } from '../../support/hub-process.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

export interface Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly tabId?: number;
  readonly keptFor?: string;
  readonly maxReplyBytes?: number;
  readonly withinMs?: number;
  readonly dialogs?: string;
  readonly command?: { readonly name: string; readonly params: Record<string, unknown> };
}

interface Reported {
  readonly tabId: number;
  readonly windowId: number;
  readonly title: string;
  readonly url: string;
  readonly active: boolean;
  readonly private?: true;
}

/** The extension's side of the companion protocol: opens, closes and reports tabs as a browser does. */
interface PlayedOptions {
  readonly profile?: string;
  readonly family?: 'chromium' | 'firefox';
  readonly pairKey?: string | null;
  /** Another one after a restart. */
  readonly run?: string;
  /** Those that it has when it connects. */
  readonly tabs?: Iterable<Reported>;
  /** Whether it tells what a call would act on. */
  readonly describes?: true;
}

export class PlayedBrowser {
  readonly calls: Call[] = [];
  readonly tabs = new Map<number, Reported>();
  /** Which calls meet something that nobody expected. */
  /** Whether its user lets the extension into private windows; those have another number. */
  letsIntoPrivate = false;
  surprises: (call: Call) => boolean = () => false;
  /** Called before each answer; what it waits for delays it. */
  before: (call: Call) => Promise<void> | void = () => {};
  /** What the approval brought, for a browser that comes back. */
  pairKey: string | null = null;
  /** What the hub calls it, as its pop-up shows it. */
  name: string | null = null;
  /** Answers `describe`; undefined stays silent. */
  describe: (ask: Call) => { readonly result: unknown } | { readonly error: unknown } | undefined = () => undefined;
  readonly #channel: Pick<FrameChannel, 'send' | 'onFrame' | 'close'>;
  #nextTab = 2;

  /** `profile` tells it from another one; `family` is what its extension says. */
  constructor(
    channel: Pick<FrameChannel, 'send' | 'onFrame' | 'close'>,
    {
      profile = 'of-a-test',
      family = 'chromium',
      pairKey = null,
      run = profile,
      tabs = [],
      describes,
    }: PlayedOptions = {},
  ) {
    this.#channel = channel;
    this.pairKey = pairKey;
    for (const tab of tabs) this.tabs.set(tab.tabId, tab);
    channel.onFrame(frame => void this.#take(JSON.parse(frame.toString()) as Record<string, unknown>));
    this.#post({
      id: 1,
      method: 'hello',
      params: {
        protocol: companionProtocol,
        profileId: `profile-${profile}`,
        runId: `run-of-${run}`,
        pairKey,
        browser: { family, name: family === 'chromium' ? 'Chromium' : 'Firefox', version: '150.0', os: 'linux' },
        extensionVersion: '0.1.0',
        ...(describes && { describes }),
      },
    });
    this.report();
  }

  report(): void {
    this.#post({ method: 'tabs', params: { tabs: [...this.tabs.values()] } });
  }

  /** As the user opens one. */
  openForUser(tabId: number): void {
    this.tabs.set(tabId, { tabId, windowId: 25, title: 'Mine', url: 'https://bank.example/', active: false });
    this.report();
  }

  close(): void {
    this.#channel.close('The test ends.');
  }

  async #take({ id, method, params }: Record<string, unknown>): Promise<void> {
    const { name, pairKey } = (params ?? {}) as { name?: string; pairKey?: string };
    if (method === 'state' || method === 'name') this.name = name ?? this.name;
    if (method === 'state') this.pairKey = pairKey ?? this.pairKey;
    if (method === 'describe') {
      const answer = this.describe(params as Call);
      return answer && this.#post({ id, ...answer });
    }
    if (method !== 'call') return;
    const call = params as Call;
    this.calls.push(call);
    await this.before(call);
    const { tool, args, tabId = 0 } = call;
    if (tool === 'tabs_create') {
      const created = this.#nextTab++;
      const url = String(args.url ?? 'about:blank');
      const kind = args.private === true ? { private: true as const } : {};
      const windowId = args.private === true ? 26 : 25;
      const tab = { tabId: created, windowId, title: 'Probe', url, active: true, ...kind };
      this.tabs.set(created, tab);
      return this.#answer(id, { tabId: created, windowId, ...kind, title: tab.title, url }, tab);
    }
    if (tool === 'tabs_context') {
      const { tabIds } = args as { tabIds: number[] };
      const availableTabs = [...this.tabs.values()].filter(tab => tabIds.includes(tab.tabId));
      const text = JSON.stringify({ availableTabs });
      return this.#post({ id, result: { content: [{ type: 'text', text }], ...this.#windowFacts(call) } });
    }
    const tab = this.tabs.get(tabId);
    if (tool === 'tabs_close') {
      this.tabs.delete(tabId);
      this.#answer(id, `Closed tab ${tabId}.`);
      return this.report();
    }
    if (tool === 'navigate') return this.#answer(id, { tabId, url: args.url, title: 'Probe' });
    if (tool === 'get_page_text') return this.#answer(id, `Title: Probe\nURL: ${tab?.url ?? ''}\n\nHelloGo`);
    this.#answer(id, `${tool} done`, undefined, this.surprises(call));
  }

  #windowFacts({ command }: Call) {
    if (!command) return {};
    const windows = (command.params.windowIds as number[]).map(windowId => {
      const tabs = [...this.tabs.values()].filter(tab => tab.windowId === windowId);
      return { windowId, private: tabs[0]?.private === true, focused: windowId === 25, tabCount: tabs.length };
    });
    return { facts: { windows, privateWindowsAvailable: this.letsIntoPrivate } };
  }

  #answer(id: unknown, said: unknown, tab?: Reported, surprise = false): void {
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    const content = [{ type: 'text', text }];
    this.#post({ id, result: { content, ...(tab && { tab }), ...(surprise && { surprise }) } });
  }

  #post(message: object): void {
    this.#channel.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }
}

export interface Scene {
  readonly place: HubPlace;
  readonly panel: PanelClient;
  readonly browser: PlayedBrowser;
  readonly browserId: string;
  readonly socket: string;
  readonly tokenFile: string;
  readonly token: () => string;
  readonly pid: number;
  /** One command in the real form over a connection of its own, as the MCP server does it: read one line, destroy. */
  ask(command: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** The folder of the socket, beneath HOME, which is the well-known root too. */
export function claudezillaFiles(place: HubPlace): { socket: string; tokenFile: string } {
  const folder = path.join(place.folder, '.claudezilla');
  return { socket: path.join(folder, 'claudezilla.sock'), tokenFile: path.join(folder, 'claudezilla-auth.token') };
}

export async function openScene(): Promise<Scene> {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const files = claudezillaFiles(place);
  await switchOn(panel);
  await panel.waitFor(({ endpoints }) => endpoints['claudezilla']?.state.kind === 'listening', 'the socket is open');
  await panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
  const argv = [`chrome-extension://${extensionIds.chromium}/`];
  const browser = new PlayedBrowser(
    await connectToHub({ home: place.home, role: 'relay', hello: { argv, pid: process.pid } }),
  );
  onTestFinished(() => browser.close());
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is approved');
  const token = () => fs.readFileSync(files.tokenFile, 'utf8');
  const ask: Scene['ask'] = async (command, params = {}) => {
    const [reply] = await exchange(files.socket, [{ command, params, authToken: token() }]);
    return reply ?? {};
  };
  return { place, panel, browser, browserId, ...files, token, ask, pid: hub.pid };
}

export function switchOn(panel: PanelClient): Promise<unknown> {
  return panel.request('endpoints:set', { endpointId: 'claudezilla', on: true });
}

/** Writes lines over one connection and resolves with `replies` of its answers, or fewer when it is closed. */
/** An agent of this wire that may work in tabs of its own, in a hub that runs already. Each call answers with the reply's line as a value. */
export async function namedAgent(panel: PanelClient, place: HubPlace) {
  await switchOn(panel);
  await panel.waitFor(({ endpoints }) => endpoints['claudezilla']?.state.kind === 'listening', 'it listens');
  await panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
  const { socket, tokenFile } = claudezillaFiles(place);
  const authToken = fs.readFileSync(tokenFile, 'utf8');
  const agentId = `agent_7c10653f804e7443c6cd9550bb4ce881_${process.pid}`;
  return async (command: string, params: object = {}) =>
    (await exchange(socket, [{ command, params: { agentId, ...params }, authToken }]))[0];
}

export function exchange(
  socketPath: string,
  lines: readonly (object | string | Buffer)[],
  replies = lines.length,
): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    const got: Record<string, unknown>[] = [];
    let rest = '';
    const socket = net.connect(socketPath, () => {
      for (const line of lines) {
        socket.write(typeof line === 'string' || Buffer.isBuffer(line) ? line : JSON.stringify(line));
        socket.write('\n');
      }
    });
    socket.on('data', chunk => {
      const parts = (rest + chunk.toString()).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) got.push(JSON.parse(part) as Record<string, unknown>);
      if (got.length >= replies) socket.destroy();
    });
    socket.on('close', () => resolve(got));
    // The other side may close before it has read all: what it said until then counts.
    socket.on(
      'error',
      (error: NodeJS.ErrnoException) => /^(EPIPE|ECONNRESET)$/.test(error.code ?? '') || reject(error),
    );
  });
}
