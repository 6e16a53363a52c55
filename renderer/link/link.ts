// What both ways to the hub have in common: a request, events, and how the line is doing.
import type { PanelEvent } from '../../contract/schemas/panel-events.ts';
import type { PanelParams, PanelRequestName, PanelResult } from '../../contract/schemas/panel-requests.ts';

export type LinkStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** `since` is when it was lost, `retryAt` when the next attempt starts, both in milliseconds since the epoch. */
  | {
      readonly kind: 'lost';
      readonly since: number;
      readonly attempt: number;
      readonly retryAt: number;
      readonly why?: string;
    }
  /** The hub does not take this page's token or key; only a fresh address helps. */
  | { readonly kind: 'refused'; readonly sentence: string };

export interface Link {
  /** Rejects with a `PanelError`. */
  request<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<PanelResult<N>>;
  onEvent(listener: (event: PanelEvent) => void): () => void;
  /** Calls the listener with the present status at once. */
  onStatus(listener: (status: LinkStatus) => void): () => void;
  /** Tries again now instead of when the wait is over; does nothing while the line is open. */
  retryNow(): void;
}
