// What the tests of web pages begin with: a real hub, servers and a model behind it, and a companion that speaks for documents as the real one does.
import { onTestFinished } from 'vitest';
import { companionProtocol } from '../../../contract/companion.ts';
import { isRecord } from '../../../contract/json.ts';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { Rpc } from '../../../resources/extension/rpc.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { openScene } from '../gateway/scene.ts';
import type { SiteQuestion } from '../../../contract/schemas/web-agent.ts';
import type { PageFlags, PageScope } from '../../../contract/web-agent.ts';
import type { FrameChannel } from '../../../native-host/framing/frame-channel.ts';
import type { CliOptions } from '../../support/hub-process.ts';
import type { ModelServer } from '../../support/models/model-server.ts';
import type { PanelClient } from '../../support/panel-client.ts';
import type { Scene } from '../gateway/scene.ts';

export const shop = 'https://shop.example';

type Value = Readonly<Record<string, unknown>>;

/** An error as the document gets it. */
export interface Told {
  readonly code: string;
  readonly message: string;
  readonly details?: Value;
}

export interface PageOptions {
  readonly origin?: string;
  readonly tabId?: number;
  readonly document?: string;
  readonly title?: string;
  /** It is the companion's panel of a chat, within that document. */
  readonly chatIn?: string;
  /** It is a frame in a page of that origin. */
  readonly embeddedIn?: string;
  readonly frameId?: number;
  /** What the hub asks of the document. */
  readonly serve?: (method: string, params: unknown) => unknown;
}

/** A document, at the hub's end of its wire. */
export class PlayedPage {
  readonly id: string;
  readonly streamed: Value[] = [];
  readonly told: { method: string; params: unknown }[] = [];
  readonly #browser: PlayedCompanion;
  #nextId = 1;
  readonly #waiting = new Map<unknown, (answer: Value) => void>();
  readonly #serve: NonNullable<PageOptions['serve']>;

  constructor(browser: PlayedCompanion, id: string, options: PageOptions) {
    const { origin = shop, tabId = 7, document = `doc-${id}`, title = 'The shop', serve = () => null } = options;
    this.id = id;
    this.#browser = browser;
    this.#serve = serve;
    const { chatIn, embeddedIn } = options;
    const isFrame = chatIn !== undefined || embeddedIn !== undefined;
    const frame = { frameId: options.frameId ?? (isFrame ? 5 : 0), ...(chatIn !== undefined && { chatIn }) };
    const opened = { tabId, ...frame, embeddedIn, document, origin, url: `${origin}/`, title };
    browser.post({ kind: 'open', page: id, opened });
  }

  /** Rejects with what the document would be told. */
  async ask(type: string, payload: unknown = {}, onId: (id: number) => void = () => {}): Promise<unknown> {
    const answer = await this.answer(type, payload, onId);
    if (!isRecord(answer.error)) return answer.result;
    const data = isRecord(answer.error.data) ? answer.error.data : {};
    throw Object.assign(new Error(String(answer.error.message)), data);
  }

  /** What it is refused with. */
  async refusal(type: string, payload: unknown = {}): Promise<Told> {
    const answer = await this.answer(type, payload);
    if (!isRecord(answer.error)) throw new Error(`${type} was answered: ${JSON.stringify(answer.result)}`);
    return { message: String(answer.error.message), ...(answer.error.data as Omit<Told, 'message'>) };
  }

  answer(type: string, payload: unknown, onId: (id: number) => void = () => {}): Promise<Value> {
    const id = this.#nextId++;
    onId(id);
    return new Promise(resolve => {
      this.#waiting.set(id, resolve);
      this.say({ jsonrpc: '2.0', id, method: type, params: payload });
    });
  }

  cancel(id: number): void {
    this.say({ jsonrpc: '2.0', method: 'cancel', params: { id } });
  }

  say(rpc: unknown): void {
    this.#browser.post({ kind: 'rpc', page: this.id, rpc });
  }

  leave(): void {
    this.#browser.post({ kind: 'close', page: this.id });
  }

  async receive(message: Value): Promise<void> {
    const { id, method, params } = message;
    if (typeof method !== 'string') {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    } else if (id === undefined) {
      this.told.push({ method, params });
      if (method === 'stream' && isRecord(params)) this.streamed.push(params);
    } else {
      const answer = await Promise.resolve(this.#serve(method, params)).then(
        result => ({ result }),
        (error: unknown) => ({ error: { code: -32_000, message: String(error), data: { code: 'ERR_TOOL_FAILED' } } }),
      );
      this.say({ jsonrpc: '2.0', id, ...answer });
    }
  }
}

/** Our extension in a browser. */
export class PlayedCompanion {
  readonly channel: FrameChannel;
  readonly closed: string[] = [];
  /** What it was told of where pages are offered the API. */
  readonly sites: unknown[] = [];
  readonly #notices: { readonly method: string; readonly params: unknown }[] = [];
  readonly #rpc: Rpc;
  readonly #pages = new Map<string, PlayedPage>();
  #nextPage = 1;
  #tabs: Value[] = [];

  constructor(channel: FrameChannel) {
    this.channel = channel;
    this.#rpc = new Rpc({
      post: message => this.post(message),
      notified: (method, params) => {
        this.#notices.push({ method, params });
        if (method === 'sites') this.sites.push(params);
      },
      serve: () => Promise.resolve({}),
    });
    channel.onFrame(frame => this.#take(JSON.parse(frame.toString()) as Value));
  }

  /** `pairKey`: from when it was approved. */
  async hello(profileId = 'profile-of-pages', pairKey: string | null = null): Promise<void> {
    const browser = { family: 'chromium', name: 'Chromium', version: '150.0', os: 'linux' };
    const said = { protocol: companionProtocol, profileId, runId: `run-of-${profileId}`, pairKey };
    await this.#rpc.request('hello', { ...said, browser, extensionVersion: '0.1.0' });
  }

  tell(method: string, params: unknown): void {
    this.#rpc.notify(method, params);
  }

  /** The params of all notices of that name. */
  told(method: string): unknown[] {
    return this.#notices.filter(notice => notice.method === method).map(({ params }) => params);
  }

  /** A request of the companion itself, beside its documents. Rejects with what it is refused with. */
  request(method: string, params: unknown): Promise<unknown> {
    return this.#rpc.request(method, params);
  }

  post(message: object): void {
    this.channel.send(JSON.stringify(message));
  }

  /** The tab shows this now. */
  show(tabId: number, url: string, title = 'A page'): void {
    const tab = { tabId, windowId: 1, title, url, active: true, document: `doc-of-${tabId}` };
    this.#tabs = [...this.#tabs.filter(known => known.tabId !== tabId), tab];
    this.#rpc.notify('tabs', { tabs: this.#tabs });
  }

  closeTab(tabId: number): void {
    this.#tabs = this.#tabs.filter(known => known.tabId !== tabId);
    this.#rpc.notify('tabs', { tabs: this.#tabs });
  }

  page(options: PageOptions = {}): PlayedPage {
    const page = new PlayedPage(this, `p${this.#nextPage++}`, options);
    this.#pages.set(page.id, page);
    return page;
  }

  #take(message: Value): void {
    const { kind, page } = message;
    if (kind === 'rpc' && typeof page === 'string' && isRecord(message.rpc))
      void this.#pages.get(page)?.receive(message.rpc);
    else if (kind === 'close' && typeof page === 'string') this.closed.push(page);
    else this.#rpc.receive(message);
  }
}

export interface PagesScene {
  readonly scene: Scene;
  readonly panel: Scene['panel'];
  readonly browser: PlayedCompanion;
  readonly browserId: string;
}

/** A hub of this test alone with an approved browser. */
export async function openPages(options: CliOptions = {}): Promise<PagesScene> {
  const scene = await openScene(options);
  onTestFinished(() => scene.end());
  return { scene, panel: scene.panel, ...(await connectBrowser(scene)) };
}

/** Another browser on the same hub, of that profile. */
export async function connectBrowser(
  { panel, place }: Pick<Scene, 'panel' | 'place'>,
  profileId?: string,
): Promise<Pick<PagesScene, 'browser' | 'browserId'>> {
  const known = new Set(Object.keys(panel.snapshot.browsers));
  const hello = { argv: [`chrome-extension://${extensionIds.chromium}/`], pid: process.pid };
  const channel = await connectToHub({ home: place.home, role: 'relay', hello });
  onTestFinished(() => channel.close('The test ends.'));
  const browser = new PlayedCompanion(channel);
  await browser.hello(profileId);
  const waits = () => Object.keys(panel.snapshot.browsers).find(id => !known.has(id)) ?? '';
  await panel.waitFor(() => waits() !== '', 'the browser waits');
  const browserId = waits();
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is let in');
  return { browser, browserId };
}

/** A model that answers by a script, and is used for sites. */
export async function addModel({ panel }: PagesScene): Promise<ModelServer> {
  const server = await addModelServer(panel);
  onTestFinished(() => server.close());
  return server;
}

/** The same for whoever ends it. */
export async function addModelServer(panel: Scene['panel']): Promise<ModelServer> {
  const server = await startModelServer();
  const {
    provider: { id },
  } = await panel.request('models:add', { type: 'compatible', name: 'Scripted', baseUrl: server.openai });
  await panel.waitFor(({ modelProviders }) => modelProviders[id]?.state.kind === 'ready', 'the model is ready');
  return server;
}

export async function setFlags({ panel }: PagesScene, flags: Partial<PageFlags>): Promise<void> {
  await panel.request('sites:rules', { change: { flags } });
}

interface Answer {
  readonly effect?: 'allow' | 'deny';
  readonly lifetime?: 'once' | 'always';
  /** All that are asked for when absent. */
  readonly scopes?: readonly PageScope[];
  readonly tools?: readonly string[];
}

/** The user answers the next question of a page. */
export async function answerNext({ panel }: Pick<PagesScene, 'panel'>, answer: Answer = {}): Promise<void> {
  await panel.waitFor(({ siteQuestions }) => Object.keys(siteQuestions).length > 0, 'a page asks');
  const [question] = Object.values(panel.snapshot.siteQuestions);
  if (!question) throw new Error('No page asks.');
  await answerQuestion(panel, question, answer);
  // Whoever answers the next one finds that, and not this.
  await panel.waitFor(({ siteQuestions }) => siteQuestions[question.id] === undefined, 'the question has gone');
}

/** Rejects where it has ended. */
export async function answerQuestion(panel: PanelClient, question: SiteQuestion, answer: Answer = {}): Promise<void> {
  const { id, version } = question;
  const { effect = 'allow', lifetime = 'always', scopes = question.scopes.map(({ scope }) => scope) } = answer;
  const tools = [...(answer.tools ?? [])];
  await panel.request('sites:answer', { id, version, effect, lifetime, scopes: [...scopes], tools });
}

/** Asks for scopes and has the user allow them. */
export async function grantTo(
  scene: PagesScene,
  page: PlayedPage,
  scopes: readonly PageScope[],
  tools?: readonly string[],
): Promise<unknown> {
  const asked = page.ask('agent.requestPermissions', { scopes, ...(tools && { tools }) });
  await answerNext(scene, { tools: tools ?? [] });
  return asked;
}
