// Agents on other machines that pages have connected: GET /agent-info and /health, POST /invoke and /message, GET /.well-known/agents. Each
// connection is its document's. No sign-in of the user's goes along.
import { isRecord } from '../../../../contract/json.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { use } from '../carry-out.ts';
import { invalid, needText } from '../page-asked.ts';
import { PageFault } from '../page-fault.ts';
import { bookOf, expectGranted } from '../page-standing.ts';
import { failed, readAnswer } from './invocation.ts';
import { askFor } from './page-reach.ts';
import type { Page } from '../page.ts';
import type { PageAsked } from '../page-asked.ts';
import type { PageServices } from '../page-services.ts';
import type { Delivery } from './agent-messages.ts';
import type { Invocation, InvocationAnswer } from './invocation.ts';

const maxRemotes = 20;
const maxFound = 100;
const maxChars = 2_000;

interface RemoteAgent {
  readonly id: string;
  readonly url: URL;
  readonly name: string;
  readonly description: string;
  readonly capabilities: readonly string[];
  reachable: boolean;
  lastPing: number;
}

/** Of one document. */
interface Owned {
  /** By id. */
  readonly agents: Map<string, RemoteAgent>;
  /** On their way. */
  connecting: number;
}

export class RemoteAgents {
  readonly #services: PageServices;
  /** By document. */
  readonly #remotes = new Map<string, Owned>();
  #lastId = 0;

  constructor(services: PageServices) {
    this.#services = services;
  }

  /** Null where no agent answers there. Rejects with ERR_PERMISSION_DENIED for an address that is not asked. */
  async connect(asked: PageAsked): Promise<unknown> {
    const url = addressIn(asked, 'url');
    const own = this.#owned(asked.page);
    if (own.agents.size + own.connecting >= maxRemotes)
      throw new PageFault('ERR_RATE_LIMITED', `This page has connected ${maxRemotes} agents; disconnect some.`);
    own.connecting += 1;
    try {
      return await this.#connect(asked, url, own);
    } finally {
      own.connecting -= 1;
    }
  }

  async #connect(asked: PageAsked, url: URL, own: Owned): Promise<unknown> {
    const answer = await this.#ask(asked, new URL('/agent-info', url), asked.request.signal);
    if (!answer || !isRecord(answer.value) || typeof answer.value.name !== 'string') return null;
    // The document may be gone since, and what it had with it.
    if (this.#remotes.get(asked.page.key) !== own) throw new PageFault('ERR_CANCELLED', 'The page is gone.');
    const { platform } = this.#services;
    this.#lastId += 1;
    const now = platform.now();
    const id = `remote-${now}-${this.#lastId}-${platform.randomBytes(6).toString('hex')}`;
    const remote: RemoteAgent = { id, url, ...readInfo(answer.value), reachable: true, lastPing: now };
    own.agents.set(id, remote);
    const { name, description, capabilities, reachable } = remote;
    return { id, name, description, capabilities, reachable };
  }

  disconnect({ key }: Page, id: string): boolean {
    return this.#remotes.get(key)?.agents.delete(id) ?? false;
  }

  list(page: Page): unknown[] {
    return [...this.#of(page).values()].map(({ url, ...remote }) => ({ ...remote, url: url.href }));
  }

  async ping(asked: PageAsked, id: string): Promise<boolean> {
    const remote = this.#of(asked.page).get(id);
    if (!remote) return false;
    const asking = this.#send(asked, new URL('/health', remote.url), asked.request.signal);
    remote.reachable = (await asking.catch(unlessRefused)) !== null;
    remote.lastPing = this.#services.platform.now();
    return remote.reachable;
  }

  /** Empty where none are named. */
  async discover(asked: PageAsked): Promise<unknown[]> {
    const answer = await this.#ask(
      asked,
      new URL('/.well-known/agents', addressIn(asked, 'baseUrl')),
      asked.request.signal,
    );
    const { agents } = answer && isRecord(answer.value) ? answer.value : {};
    return Array.isArray(agents) ? agents.slice(0, maxFound).flatMap(foundIn) : [];
  }

  async invoke(
    asked: PageAsked,
    { agentId, task, input, timeoutMs }: Invocation,
    signal: AbortSignal,
  ): Promise<InvocationAnswer> {
    const remote = this.#of(asked.page).get(agentId);
    if (!remote)
      return failed(
        'ERR_AGENT_NOT_FOUND',
        `There is no agent ${JSON.stringify(agentId.slice(0, 100))}; agent.agents.discover() tells which there are.`,
      );
    const over = AbortSignal.timeout(Math.max(1, Math.min(timeoutMs, asked.time.leftMs)));
    const waiting = AbortSignal.any([signal, over]);
    try {
      const answer = await this.#ask(asked, new URL('/invoke', remote.url), waiting, { task, input: input ?? null });
      remote.reachable = answer !== null;
      return answer
        ? readAnswer(answer.value)
        : failed('ERR_SEND_FAILED', `${remote.name} did not answer as an agent does.`);
    } catch (error) {
      if (!over.aborted || signal.aborted) throw error;
      return failed('ERR_TIMEOUT', `The agent ${remote.name} did not answer within ${timeoutMs} ms.`);
    }
  }

  /** Null where the page has connected none of that id. */
  async send(asked: PageAsked, agentId: string, payload: unknown): Promise<Delivery | null> {
    const remote = this.#of(asked.page).get(agentId);
    if (!remote) return null;
    const url = new URL('/message', remote.url);
    remote.reachable = (await this.#send(asked, url, asked.request.signal, { payload: payload ?? null })) !== null;
    return remote.reachable ? { delivered: true } : { delivered: false, error: `${remote.name} did not take it.` };
  }

  find(page: Page, id: string): { readonly capabilities: readonly string[]; readonly acceptsInvocations: true } | null {
    const remote = this.#of(page).get(id);
    return remote ? { capabilities: remote.capabilities, acceptsInvocations: true } : null;
  }

  gone({ key }: Page): void {
    this.#remotes.delete(key);
  }

  #of({ key }: Page): ReadonlyMap<string, RemoteAgent> {
    return this.#remotes.get(key)?.agents ?? new Map<string, RemoteAgent>();
  }

  #owned({ key }: Page): Owned {
    const own = this.#remotes.get(key) ?? { agents: new Map<string, RemoteAgent>(), connecting: 0 };
    this.#remotes.set(key, own);
    return own;
  }

  async #ask(
    asked: PageAsked,
    url: URL,
    signal: AbortSignal,
    body?: unknown,
  ): Promise<{ readonly value: unknown } | null> {
    return this.#reach(asked, url, signal, body, true);
  }

  /** The same where only success matters. */
  async #send(
    asked: PageAsked,
    url: URL,
    signal: AbortSignal,
    body?: unknown,
  ): Promise<{ readonly value: unknown } | null> {
    return this.#reach(asked, url, signal, body, false);
  }

  async #reach(
    asked: PageAsked,
    url: URL,
    signal: AbortSignal,
    body: unknown,
    readsJson: boolean,
  ): Promise<{ readonly value: unknown } | null> {
    const { origin } = asked.page;
    expectGranted(bookOf(this.#services), asked.page, ['agents:remote']);
    const about = { scope: 'agents:remote', site: url.origin } as const;
    return use(this.#services, asked, about, async (expectAllowed, whileAllowed) => {
      expectAllowed();
      const answer = await askFor({
        ...{ origin, url, readsJson, signal: AbortSignal.any([signal, whileAllowed]) },
        ...(body !== undefined && { body }),
      });
      expectAllowed();
      return answer;
    });
  }
}

function addressIn(asked: PageAsked, name: string): URL {
  const text = needText(asked, name, maxChars);
  if (URL.canParse(text)) return new URL(text);
  throw invalid(`"${name}" must be the address of a server, not ${JSON.stringify(text.slice(0, 200))}.`);
}

function readInfo({ name, description, capabilities }: Readonly<Record<string, unknown>>) {
  return {
    name: textOf(name),
    description: textOf(description),
    capabilities: Array.isArray(capabilities) ? capabilities.slice(0, 100).filter(isText).map(textOf) : [],
  };
}

function foundIn(value: unknown): { name: string; url: string; description?: string }[] {
  const { name, url, description } = isRecord(value) ? value : {};
  if (!isText(name) || !isText(url)) return [];
  return [
    {
      name: textOf(name),
      url: url.slice(0, maxChars),
      ...(isText(description) && { description: textOf(description) }),
    },
  ];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function textOf(value: unknown): string {
  return visibleText(isText(value) ? value.slice(0, maxChars) : '');
}

function unlessRefused(error: unknown): null {
  if (error instanceof PageFault && error.code === 'ERR_PERMISSION_DENIED') throw error;
  return null;
}
