// A look at the panel of another hub that is kept open: after a loss it is begun anew, and its page is told both.
import { toErrorValue } from '../../../../contract/errors.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { RemotePanel } from './remote-panel.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { PanelEvent } from '../../../../contract/schemas/panel-events.ts';
import type { PanelReply } from '../../../../contract/schemas/panel-requests.ts';
import type { PanelConnection } from '../../panel/panel-server.ts';
import type { FleetWire } from '../link/fleet-wire.ts';

export interface KeptLookOptions {
  /** Null while there is no connection. */
  readonly wire: () => FleetWire | null;
  readonly owner: string;
  readonly version: string;
  readonly randomId: () => string;
  readonly now: () => number;
  readonly listener: (event: PanelEvent) => void;
}

/** Answered here, and never sent to the other hub. */
const lookAgain = 'fleet:look-again';
const leastWaitMs = 1_000;
const mostWaitMs = 30_000;

export class KeptLook implements PanelConnection {
  readonly #options: KeptLookOptions;
  #panel: RemotePanel | null = null;
  #lostBy: Reason | null = null;
  #attempt = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: KeptLookOptions) {
    this.#options = options;
    this.#begin();
  }

  async request(name: string, params: unknown): Promise<PanelReply> {
    if (name === lookAgain) return this.#lookAgain();
    if (this.#panel) return this.#panel.request(name, params);
    const reason = this.#lostBy ?? ({ kind: 'panel-of-hub-away', whose: this.#options.owner } as const);
    return { ok: false, error: toErrorValue(hubError('ERR_SERVER_UNAVAILABLE', reason)) };
  }

  /** Its user does not wait for the next try. */
  #lookAgain(): PanelReply {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#panel && !this.#isClosed) this.#begin();
    return { ok: true, value: {} };
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#panel?.close();
  }

  #begin(): void {
    const { wire, owner, version, randomId, listener } = this.#options;
    const current = wire();
    if (!current) return this.#lost({ kind: 'panel-of-hub-away', whose: owner });
    const panel = new RemotePanel({
      ...{ wire: current, owner, version, listener, view: randomId() },
      onLost: reason => {
        if (this.#panel === panel) this.#lost(reason);
      },
    });
    this.#panel = panel;
    void panel.opened.then(refusal => {
      if (refusal !== null || this.#panel !== panel || this.#isClosed) return;
      const wasLost = this.#attempt > 0;
      this.#attempt = 0;
      if (wasLost) listener({ event: 'fleet:look', data: { state: 'open' } });
    });
  }

  #lost(reason: Reason): void {
    if (this.#isClosed) return;
    const { now, listener } = this.#options;
    this.#panel = null;
    this.#lostBy = reason;
    this.#attempt += 1;
    const waitMs = Math.min(mostWaitMs, leastWaitMs * 2 ** (this.#attempt - 1));
    this.#timer = setTimeout(() => this.#begin(), waitMs).unref();
    const data = { state: 'lost' as const, reason, attempt: this.#attempt, retryAt: now() + waitMs };
    listener({ event: 'fleet:look', data });
  }
}
