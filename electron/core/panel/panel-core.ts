// The panel's way into the core: parses every request, answers with values, and passes on patches and trace news.
import type { z } from 'zod';
import { HubError, toErrorValue } from '../../contract/errors.ts';
import { panelRequests } from '../../contract/panel-requests.ts';
import { sentenceOf } from '../zod-sentence.ts';
import type { PanelEvent } from '../../contract/panel-events.ts';
import type { PanelAsker, PanelHandlers, PanelReply, PanelRequestName } from '../../contract/panel-requests.ts';
import type { TraceChangedSchema } from '../../contract/trace.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { PanelConnection, PanelServer } from './panel-server.ts';

export class PanelCore implements PanelServer {
  readonly #handlers: PanelHandlers;
  readonly #listeners = new Set<(event: PanelEvent) => void>();

  constructor(state: StatePublisher, handlers: PanelHandlers) {
    this.#handlers = handlers;
    state.subscribe(patch => this.#tell({ event: 'state:patch', data: patch }));
  }

  /** Whether anybody looks: only then can the user be asked. */
  get open(): boolean {
    return this.#listeners.size > 0;
  }

  connect(listener: (event: PanelEvent) => void): PanelConnection {
    // Two windows may hand in one function; each has an entry of its own.
    const own = (event: PanelEvent) => listener(event);
    this.#listeners.add(own);
    const gone = new AbortController();
    const asker: PanelAsker = { send: own, gone: gone.signal };
    return {
      request: (name, params) => this.#request(name, params, asker),
      close: () => {
        this.#listeners.delete(own);
        gone.abort();
      },
    };
  }

  traceChanged(data: z.infer<typeof TraceChangedSchema>): void {
    this.#tell({ event: 'trace:changed', data });
  }

  serversLogged(serverIds: string[]): void {
    this.#tell({ event: 'servers:logged', data: { serverIds } });
  }

  /** One choke point: a handler sees parsed params only, and nothing that it throws leaves as a throw. */
  async #request(name: string, params: unknown, asker: PanelAsker): Promise<PanelReply> {
    try {
      if (!isRequestName(name))
        throw new HubError(
          'ERR_INVALID_ARGUMENTS',
          `The panel asked for ${JSON.stringify(name.slice(0, 60))}, which the core does not know. Reload the panel.`,
        );
      const parsed = panelRequests[name].params.safeParse(params);
      if (!parsed.success) throw new HubError('ERR_INVALID_ARGUMENTS', `${name}: ${sentenceOf(parsed.error)}`);
      // The table pairs each name with its own handler; TypeScript cannot follow the pairing through a union of names.
      const handler = this.#handlers[name] as (params: unknown, asker: PanelAsker) => unknown;
      return { ok: true, value: await handler(parsed.data, asker) };
    } catch (error) {
      return { ok: false, error: toErrorValue(error) };
    }
  }

  #tell(event: PanelEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function isRequestName(name: string): name is PanelRequestName {
  return Object.hasOwn(panelRequests, name);
}
