// The panel's way into the core: parses every request, answers with values, and passes on patches and trace news.

import { HubError, toErrorValue } from '../../../contract/schemas/errors.ts';
import { panelRequests } from '../../../contract/schemas/panel-requests.ts';
import { sentenceOf } from '../../../contract/schemas/zod-sentence.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { z } from 'zod';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type {
  PanelAsker,
  PanelHandlers,
  PanelReply,
  PanelRequestName,
} from '../../../contract/schemas/panel-requests.ts';
import type { PanelFrom, RuleChange } from '../../../contract/schemas/rule-changes.ts';
import type { TraceChangedSchema } from '../../../contract/schemas/trace.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { PanelConnection, PanelServer } from './panel-server.ts';

/** Hears of what panels change. */
export interface PanelWatch {
  /** What a request changes, asked for before it is done; null where it changes no rule. */
  words(name: PanelRequestName, params: unknown): string | null;
  /** It was done. */
  changed(name: PanelRequestName, words: string, from: PanelFrom, listener: object): Promise<void>;
  /** What was changed while no panel was open. */
  untold(): readonly RuleChange[];
}

interface Asking {
  readonly asker: PanelAsker;
  readonly from: PanelFrom;
}

export class PanelCore implements PanelServer {
  readonly #handlers: PanelHandlers;
  readonly #watch: PanelWatch | null;
  readonly #listeners = new Set<(event: PanelEvent) => void>();

  constructor(state: StatePublisher, handlers: PanelHandlers, watch: PanelWatch | null = null) {
    this.#handlers = handlers;
    this.#watch = watch;
    state.subscribe(patch => this.#tell({ event: 'state:patch', data: patch }));
  }

  /** Whether anybody looks: only then can the user be asked. */
  get open(): boolean {
    return this.#listeners.size > 0;
  }

  connect(listener: (event: PanelEvent) => void, from: PanelFrom = { kind: 'window' }): PanelConnection {
    // Two windows may hand in one function; each has an entry of its own.
    const own = (event: PanelEvent) => listener(event);
    this.#listeners.add(own);
    const gone = new AbortController();
    const asker: PanelAsker = { send: own, gone: gone.signal };
    return {
      request: (name, params) => this.#request(name, params, { asker, from }),
      close: () => {
        this.#listeners.delete(own);
        gone.abort();
      },
    };
  }

  traceChanged(data: z.infer<typeof TraceChangedSchema>): void {
    this.#tell({ event: 'trace:changed', data });
  }

  /** Tells every panel but the one that `except` listens for; false where there is none at all. */
  ruleChanged(data: RuleChange, except?: object): boolean {
    for (const listener of this.#listeners) if (listener !== except) listener({ event: 'rules:changed', data });
    return this.open;
  }

  serversLogged(serverIds: string[]): void {
    this.#tell({ event: 'servers:logged', data: { serverIds } });
  }

  /** One choke point: a handler sees parsed params only, and nothing that it throws leaves as a throw. */
  async #request(name: string, params: unknown, { asker, from }: Asking): Promise<PanelReply> {
    try {
      if (!isRequestName(name))
        throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'unknown-request', name: name.slice(0, 60) });
      const parsed = panelRequests[name].params.safeParse(params);
      if (!parsed.success) throw new HubError('ERR_INVALID_ARGUMENTS', `${name}: ${sentenceOf(parsed.error)}`);
      // The table pairs each name with its own handler; TypeScript cannot follow the pairing through a union of names.
      const handler = this.#handlers[name] as (params: unknown, asker: PanelAsker) => unknown;
      const words = this.#watch?.words(name, parsed.data) ?? null;
      const value = await handler(parsed.data, asker);
      if (words !== null) await this.#watch?.changed(name, words, from, asker.send);
      if (name === 'state:get')
        for (const data of this.#watch?.untold() ?? []) asker.send({ event: 'rules:changed', data });
      return { ok: true, value };
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
