// The panel's way into the core: parses every request, answers with values, and passes on patches.
import { toErrorValue } from '../../../contract/errors.ts';
import { panelRequests } from '../../../contract/schemas/panel-requests.ts';
import { faultOf } from '../../../contract/schemas/value-fault.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type {
  PanelAsker,
  PanelHandlers,
  PanelReply,
  PanelRequestName,
} from '../../../contract/schemas/panel-requests.ts';
import type { PanelFrom, RuleChange } from '../../../contract/schemas/rule-changes.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { OpenPanels } from './open-panels.ts';
import type { PanelConnection, PanelServer } from './panel-server.ts';

/** Hears of what panels change. */
export interface PanelWatch {
  /** What a request changes, asked for before it is done; null where it changes no rule. */
  change(name: PanelRequestName, params: unknown, from: PanelFrom): Reason | null;
  /** It was done. */
  changed(name: PanelRequestName, change: Reason, from: PanelFrom, listener: object): Promise<void>;
  /** What was changed while no panel was open. */
  untold(): readonly RuleChange[];
}

export interface PanelCoreOptions {
  readonly panels: OpenPanels;
  readonly state: StatePublisher;
  readonly handlers: PanelHandlers;
  readonly watch?: PanelWatch | null;
  /** Opens the panel of another hub. */
  readonly look: PanelServer['look'];
}

interface Asking {
  readonly asker: PanelAsker;
  readonly from: PanelFrom;
}

export class PanelCore implements PanelServer {
  readonly #handlers: PanelHandlers;
  readonly #watch: PanelWatch | null;
  readonly #panels: OpenPanels;
  readonly look: PanelServer['look'];

  constructor({ panels, state, handlers, look, watch = null }: PanelCoreOptions) {
    this.look = look;
    this.#handlers = handlers;
    this.#watch = watch;
    this.#panels = panels;
    state.subscribe(patch => panels.tell({ event: 'state:patch', data: patch }));
  }

  connect(listener: (event: PanelEvent) => void, from: PanelFrom = { kind: 'window' }): PanelConnection {
    // Two windows may hand in one function; each has an entry of its own.
    const own = (event: PanelEvent) => listener(event);
    const remove = this.#listen(own, from);
    const gone = new AbortController();
    const asker: PanelAsker = { send: own, gone: gone.signal };
    return {
      request: (name, params) => this.#request(name, params, { asker, from }),
      close: () => {
        remove();
        this.#panels.see(own, false);
        gone.abort();
      },
    };
  }

  /** A page of the companion hears only what it has asked for, and a file nothing; another hub hears all, and is no panel in which everything can be answered. */
  #listen(own: (event: PanelEvent) => void, from: PanelFrom): () => void {
    if (from.kind === 'companion' || from.kind === 'setup') return () => {};
    return from.kind === 'hub' ? this.#panels.overhear(own, from.answers) : this.#panels.add(own);
  }

  /** One choke point: a handler sees parsed params only, and nothing that it throws leaves as a throw. */
  async #request(name: string, params: unknown, { asker, from }: Asking): Promise<PanelReply> {
    try {
      if (!isRequestName(name))
        throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'unknown-request', name: name.slice(0, 60) });
      const parsed = panelRequests[name].params.safeParse(params);
      if (!parsed.success) {
        const why = faultOf(parsed.error, params);
        throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'value-at', at: name, why });
      }
      // The table pairs each name with its own handler; TypeScript cannot follow the pairing through a union of names.
      const handler = this.#handlers[name] as (params: unknown, asker: PanelAsker) => unknown;
      const change = this.#watch?.change(name, parsed.data, from) ?? null;
      const value = await handler(parsed.data, asker);
      if (change !== null) await this.#watch?.changed(name, change, from, asker.send);
      // Who looks from elsewhere is not the user who has to hear of it.
      if (name === 'state:get' && from.kind !== 'hub' && from.kind !== 'setup')
        for (const data of this.#watch?.untold() ?? []) asker.send({ event: 'rules:changed', data });
      return { ok: true, value };
    } catch (error) {
      return { ok: false, error: toErrorValue(error) };
    }
  }
}

function isRequestName(name: string): name is PanelRequestName {
  return Object.hasOwn(panelRequests, name);
}
