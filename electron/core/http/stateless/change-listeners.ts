// The open `subscriptions/listen` streams of one stateless agent: which changes each asked for, and how they are told (MCP 2026-07-28).
import { isRecord } from '../../../../contract/json.ts';
import { taskIdOf } from '../../tasks/task-words.ts';
import { envelopeKeys } from '../../wire/envelope-keys.ts';
import type { MessageId } from '../../../../contract/schemas/messages.ts';
import type { ChangeFilter } from '../../servers/stateless/change-stream.ts';
import type { ChangeWriter } from './stateless-request.ts';

interface Listener {
  readonly id: MessageId;
  /** What it asked for, as far as it can be had. */
  readonly filter: ChangeFilter;
  readonly stream: ChangeWriter;
}

/** What says how a task stands belongs to no call of this era. */
export const taskNews = 'notifications/tasks';

const filterOf = new Map<string, Exclude<keyof ChangeFilter, 'resourceSubscriptions' | 'taskIds'>>([
  ['notifications/tools/list_changed', 'toolsListChanged'],
  ['notifications/prompts/list_changed', 'promptsListChanged'],
  ['notifications/resources/list_changed', 'resourcesListChanged'],
]);
const maxNames = 1_000;

export class ChangeListeners {
  readonly #listeners = new Set<Listener>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Acknowledges the filter, then tells changes until the stream ends. Returns the function by which the listener leaves. */
  add(listener: Listener): () => void {
    this.#tell(listener, 'notifications/subscriptions/acknowledged', { notifications: listener.filter });
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A notification that belongs to no request. */
  tell(method: string, params: unknown): void {
    const key = filterOf.get(method);
    const uri = isRecord(params) && typeof params.uri === 'string' ? params.uri : null;
    for (const listener of this.#listeners) {
      const { filter } = listener;
      const isUpdate = method === 'notifications/resources/updated' && uri !== null;
      const isOfTask = method === taskNews && filter.taskIds?.includes(taskIdOf(params) ?? '');
      if (isOfTask || (isUpdate ? filter.resourceSubscriptions?.includes(uri) : key && filter[key]))
        this.#tell(listener, method, params);
    }
  }

  /** Whether a listener still waits for changes of this resource. */
  wants(uri: string): boolean {
    return [...this.#listeners].some(({ filter }) => filter.resourceSubscriptions?.includes(uri));
  }

  /** Each stream ends with the result of its request. */
  endAll(serverInfo: unknown): void {
    for (const { id, stream } of this.#listeners) endListening(id, stream, serverInfo);
    this.#listeners.clear();
  }

  #tell({ id, stream }: Listener, method: string, params: unknown): void {
    const own = isRecord(params) ? params : {};
    const meta = { ...(isRecord(own._meta) ? own._meta : {}), [envelopeKeys.subscriptionId]: id };
    stream.event('message', JSON.stringify({ jsonrpc: '2.0', method, params: { ...own, _meta: meta } }));
  }
}

/** The result that ends a stream from our side. */
export function endListening(id: MessageId, stream: ChangeWriter, serverInfo: unknown): void {
  const meta = { [envelopeKeys.subscriptionId]: id, [envelopeKeys.serverInfo]: serverInfo };
  stream.event('message', JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: meta } }));
  stream.end();
}

/** The part of the asked filter that these capabilities allow, with all names; null when no filter was asked with. */
export function grantedFilter(params: unknown, capabilities: unknown): ChangeFilter | null {
  const asked = isRecord(params) ? params.notifications : undefined;
  if (!isRecord(asked)) return null;
  const can = (list: string, what: string) => {
    const capability = isRecord(capabilities) ? capabilities[list] : undefined;
    return isRecord(capability) && capability[what] === true;
  };
  const uris = namesIn(asked.resourceSubscriptions);
  const taskIds = namesIn(asked.taskIds);
  return {
    ...(asked.toolsListChanged === true && can('tools', 'listChanged') && { toolsListChanged: true }),
    ...(asked.promptsListChanged === true && can('prompts', 'listChanged') && { promptsListChanged: true }),
    ...(asked.resourcesListChanged === true && can('resources', 'listChanged') && { resourcesListChanged: true }),
    ...(uris.length > 0 && can('resources', 'subscribe') && { resourceSubscriptions: uris }),
    ...(taskIds.length > 0 && { taskIds }),
  };
}

function namesIn(asked: unknown): string[] {
  const names = Array.isArray(asked) ? asked.slice(0, maxNames) : [];
  return [...new Set(names.filter(name => typeof name === 'string'))];
}
