// A server of the stateless era (MCP 2026-07-28) in the words of the one with a handshake, which the hub speaks inside.
import { HubError } from '../../../../contract/errors.ts';
import { isRecord } from '../../../../contract/json.ts';
import { withTasks } from '../../wire/tasks-extension.ts';
import { ChangeStream } from './change-stream.ts';
import { enveloped } from './envelope.ts';
import type { RequestOptions } from '../../wire/outgoing.ts';
import type { Peer } from '../../wire/peer.ts';
import type { Handshake } from '../client/handshake.ts';
import type { ChangeFilter } from './change-stream.ts';
import type { Sender } from './envelope.ts';

export interface StatelessServerOptions {
  readonly peer: Pick<Peer, 'request' | 'notify'>;
  readonly sender: Omit<Sender, 'logLevel'>;
  readonly handshake: Handshake;
  readonly label: string;
  /** Changes may have been missed: these notifications stand for them. */
  onMissed(methods: readonly string[]): void;
  onJunk(line: string): void;
}

export interface StatelessRequestOptions extends RequestOptions {
  /** What the asker of this one request can, where that is not what the run was told. */
  readonly declares?: Readonly<Record<string, unknown>> | undefined;
}

const changes = {
  tools: ['toolsListChanged', 'notifications/tools/list_changed'],
  prompts: ['promptsListChanged', 'notifications/prompts/list_changed'],
  resources: ['resourcesListChanged', 'notifications/resources/list_changed'],
} as const;

export class StatelessServer {
  readonly #options: StatelessServerOptions;
  readonly #stream: ChangeStream;
  readonly #watched = new Set<string>();
  #taskIds: readonly string[] = [];
  #granted: Promise<ChangeFilter | null> = Promise.resolve(null);
  #logLevel: string | null = null;

  constructor(options: StatelessServerOptions) {
    this.#options = options;
    this.#stream = new ChangeStream({
      listen: (notifications, how) => {
        // News of tasks need the extension; a run that all agents share was told of nothing.
        const declares = notifications.taskIds && { declares: withTasks(options.sender.declares) };
        return this.#send('subscriptions/listen', { notifications }, { ...how, ...declares });
      },
      onReopened: () => options.onMissed(this.#announced().map(what => changes[what][1])),
      onJunk: options.onJunk,
    });
    // Whether it is granted shows in what comes; a server that cannot says so.
    void this.#stream.listen(this.#filter());
  }

  /** How many of our requests stand open for as long as the run. */
  get standing(): number {
    return this.#stream.open;
  }

  /** Rejects with HubError. */
  async request(method: string, params: unknown, options: StatelessRequestOptions): Promise<unknown> {
    switch (method) {
      case 'ping':
        return this.#send('server/discover', {}, options);
      case 'logging/setLevel':
        this.#logLevel = isRecord(params) && typeof params.level === 'string' ? params.level : null;
        return {};
      case 'resources/subscribe':
        return this.#watch(params);
      case 'resources/unsubscribe':
        return this.#unwatch(params);
      default:
        return this.#send(method, params, options);
    }
  }

  /** News of these tasks and of no others are wanted from now on. Resolves with those that it tells of; never rejects. */
  async listenToTasks(taskIds: readonly string[]): Promise<readonly string[]> {
    if (JSON.stringify(taskIds) !== JSON.stringify(this.#taskIds)) {
      this.#taskIds = taskIds;
      this.#granted = this.#stream.listen(this.#filter());
    }
    const granted: unknown = (await this.#granted)?.taskIds;
    return Array.isArray(granted) ? taskIds.filter(id => granted.includes(id)) : [];
  }

  /** This era knows no notifications of clients but the one that cancels, which goes its own way. */
  notify(): void {}

  /** What is to be told of a notification, or null. */
  heard(method: string, params: unknown): { readonly params: unknown } | null {
    return this.#stream.take(method, params);
  }

  close(): void {
    this.#stream.close();
  }

  #send(method: string, params: unknown, { declares, ...options }: StatelessRequestOptions): Promise<unknown> {
    const { peer, sender } = this.#options;
    const logLevel = method === 'subscriptions/listen' ? null : this.#logLevel;
    const from = { clientInfo: sender.clientInfo, declares: declares ?? sender.declares, logLevel };
    return peer.request(method, enveloped(params, from), options);
  }

  async #watch(params: unknown): Promise<unknown> {
    const uri = uriIn(params);
    if (this.#watched.has(uri)) return {};
    this.#watched.add(uri);
    const granted = await this.#stream.listen(this.#filter());
    if (granted?.resourceSubscriptions?.includes(uri)) return {};
    this.#watched.delete(uri);
    throw new HubError('ERR_TOOL_FAILED', `${this.#options.label} does not tell of changes of ${JSON.stringify(uri)}.`);
  }

  async #unwatch(params: unknown): Promise<unknown> {
    if (this.#watched.delete(uriIn(params))) await this.#stream.listen(this.#filter());
    return {};
  }

  #filter(): ChangeFilter {
    const lists = Object.fromEntries(this.#announced().map(what => [changes[what][0], true]));
    return {
      ...lists,
      ...(this.#watched.size > 0 && { resourceSubscriptions: [...this.#watched] }),
      ...(this.#taskIds.length > 0 && { taskIds: this.#taskIds }),
    };
  }

  /** The lists whose changes it announces. */
  #announced(): (keyof typeof changes)[] {
    const { capabilities } = this.#options.handshake;
    const kinds = ['tools', 'prompts', 'resources'] as const;
    return kinds.filter(what => {
      const capability = capabilities[what];
      return isRecord(capability) && capability.listChanged === true;
    });
  }
}

function uriIn(params: unknown): string {
  if (isRecord(params) && typeof params.uri === 'string') return params.uri;
  throw new HubError('ERR_INVALID_ARGUMENTS', 'params.uri is missing; say which resource is meant.');
}
