// What whoever carries a call out is handed: the call as it was decided on, and how to learn what has changed since.
import type { DecidedPage } from '../../../contract/companion.ts';
import type { CompanionCovers } from '../../../contract/schemas/companion.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { GatedCall } from '../gates/gate.ts';
import type { Callable } from '../tools/callable.ts';

export interface Permit {
  readonly call: GatedCall;
  readonly callable: Callable;
  /** The page that it was decided for. */
  readonly page: DecidedPage;
  /** Aborted when the asker cancels or leaves, and when what allowed the call ends. */
  readonly signal: AbortSignal;
  /** Which of these origins the call may have content of as well. Nobody is asked: what is undecided is not covered. */
  covers(ask: Omit<CompanionCovers, 'call'>): string[];
  /** Whether this asker is denied what a tab's page at that address says; its title is a part of that. */
  hidesPage(tab: Pick<Tab, 'url'> & { readonly tabId: number | null }): boolean;
  /** Whether this asker is denied to answer dialogs on the page, or on a frame of it that was decided for; or has no tool for that. */
  deniesDialogs(): boolean;
  /** Whether this call may answer one there, in place of handle_dialog and as that may. */
  mayAnswerDialogs(): boolean;
  /** Throws when the call would be refused by now. To be asked after everything that was waited for. */
  expectAllowed(): void;
  /** To be told when the call leaves the hub: from then on its target may have begun it. */
  onSent(): void;
}
