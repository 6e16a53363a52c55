// What the companion's own pages and its background say to each other over a port.
import type {
  CompanionAct,
  CompanionChatEvent,
  CompanionView,
  CompanionViewEnded,
} from '../../../contract/schemas/companion-pages.ts';
import type { ActFault } from './act-refused.ts';

export const viewPortName = 'own page';

/**
 * Of a page: which tab it shows, null for the questions of the browser; an act, answered under its id; the text of the tab that it shows. Of the
 * window for questions also: which one it shows, and that it has none to show but those that it is done with, by their ids and versions.
 * Of a side panel: the questions that were left are to be shown again.
 */
export type FromPage =
  | { readonly kind: 'show'; readonly tabId: number | null }
  | { readonly kind: 'seen'; readonly id: string; readonly version: number }
  | { readonly kind: 'done'; readonly done: Readonly<Record<string, number>> }
  | { readonly kind: 'again' }
  | { readonly kind: 'act'; readonly id: number; readonly act: CompanionAct }
  | { readonly kind: 'read'; readonly id: number };

/** What the background says of the hub: `away` with what there is without it. */
export type HubState =
  | { readonly kind: 'here' }
  | { readonly kind: 'away'; readonly why: 'connecting' | 'hub-away' | 'not-let-in' };

/** The text of the page in front, or why there is none. */
export type PageReading =
  | { readonly kind: 'read'; readonly origin: string; readonly text: string }
  | { readonly kind: 'unreadable'; readonly why: 'browser-page' | 'private' | 'failed' };

export type ToPage =
  | { readonly kind: 'hub'; readonly hub: HubState }
  | { readonly kind: 'view'; readonly view: CompanionView }
  | { readonly kind: 'changed'; readonly changes: Partial<CompanionView> }
  | { readonly kind: 'chat'; readonly event: CompanionChatEvent }
  | { readonly kind: 'ended'; readonly ended: CompanionViewEnded }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly ok: false;
      readonly fault: ActFault;
    };
