// What the background and the page that hosts the boxes say to each other. A service worker cannot start workers itself.
import type { PageError } from '../../../contract/web-agent.ts';
import type { ServerToRun } from './box.ts';

export const hostPage = 'boxes.html';
export const hostPortName = 'boxes';

export type ToHost =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly server: ServerToRun;
      readonly tool: string;
      readonly args: object;
      /** Who calls. */
      readonly origin: string;
    }
  /** Nobody waits for it any more. */
  | { readonly kind: 'abort'; readonly id: number };

export type FromHost =
  | { readonly kind: 'answer'; readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: false; readonly error: PageError }
  /** No server runs any more. */
  | { readonly kind: 'idle' };
