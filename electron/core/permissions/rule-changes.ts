// Every change of what is allowed: written to the audit with who asked for it, told to the panels, and, where it widens access from
// outside of them, held until the user confirms it there.

import { inEnglish } from '../../../words/english.ts';
import { hubError } from '../../../words/hub-error.ts';
import { wait } from '../platform/wait.ts';
import { askerReason, wideningReason, withNames } from './change-reasons.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { AuditEntry } from '../../../contract/schemas/audit.ts';
import type { Confirmation, RuleAsker, RuleChange, Widening } from '../../../contract/schemas/rule-changes.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { Note } from './change-reasons.ts';

export interface RuleChangesOptions {
  readonly state: StateWriter;
  readonly audit: (entry: Omit<AuditEntry, 'id'>) => void;
  readonly now: () => number;
  /** What a client is called; null for one that is gone. */
  readonly nameOf: (clientId: string) => string | null;
  /** Whether the user lets the command line widen access without a question. */
  readonly alone: () => boolean;
  /** Tells every panel but `except`; false while there is none. */
  readonly tell: (change: RuleChange, except?: object) => boolean;
  /** Tells the person who started the hub, for want of a panel. */
  readonly say: (sentence: string) => void;
}

/** Whoever waits: told once what for, and gone when the signal says so. */
export interface Waiting {
  readonly asker: RuleAsker;
  readonly signal: AbortSignal;
  readonly told: (reason: Reason) => void;
}

type Outcome = 'allow' | 'deny' | 'late' | 'left';

interface Open {
  readonly confirmation: Confirmation;
  settle(outcome: Outcome): void;
}

const waitMs = 120_000;
const minutes = waitMs / 60_000;
const maxOpen = 20;
const maxUntold = 20;

export const addressGiven: Reason = { kind: 'address-given' };

const openRequest = 'panel:open';
const requests = { grant: 'grants:set', revoke: 'grants:revoke', panel: openRequest } as const;

export class RuleChanges {
  readonly #options: RuleChangesOptions;
  readonly #open = new Map<string, Open>();
  #untold: RuleChange[] = [];
  #nextId = 1;

  constructor(options: RuleChangesOptions) {
    this.#options = options;
  }

  /** It has been made. `except` made it and needs no telling; `note` says why nobody was asked. */
  made(asker: RuleAsker, what: string, why: Reason, { note = null, except }: { note?: Note; except?: object } = {}) {
    this.#record({ at: this.#options.now(), asker, what, why, outcome: 'changed' }, note, except);
  }

  /** It was asked for and not done, without a question. */
  refused(asker: RuleAsker, what: string, why: Reason): void {
    this.#record({ at: this.#options.now(), asker, what, why, outcome: 'deny' });
  }

  /** Whoever started the hub was given an address of the panel, and was told so by that. */
  started(): void {
    const asker: RuleAsker = { via: 'start', processes: [] };
    this.#write({ at: this.#options.now(), asker, what: openRequest, why: addressGiven, outcome: 'changed' }, null);
  }

  /** What was made while no panel was open, for the first one that opens. */
  untold(): readonly RuleChange[] {
    return this.#untold.splice(0);
  }

  /**
   * Resolves with how it came to be allowed, for `made`. Rejects with ERR_PERMISSION_DENIED when the user refuses it or does not
   * answer in time, and with ERR_CANCELLED when the asker leaves.
   */
  async confirm(change: Widening, { asker, signal, told }: Waiting): Promise<Note> {
    // That one is for the command line: what a program says beside it waits for its user all the same.
    if (asker.via === 'cli' && this.#options.alone()) return 'alone';
    if (this.#open.size >= maxOpen) throw hubError('ERR_RATE_LIMITED', { kind: 'too-many-changes', most: maxOpen });
    const why = wideningReason(change);
    const what = this.#named(why);
    told({ kind: 'change-waits', minutes, what });
    const outcome = await this.#ask(change, asker, signal);
    if (outcome === 'allow') return 'confirmed';
    const at = this.#options.now();
    const request = change.kind === 'request' ? change.request : requests[change.kind];
    this.#record({ at, asker, what: request, why, outcome: outcome === 'deny' ? 'deny' : 'undecided' });
    if (outcome === 'left') throw hubError('ERR_CANCELLED', { kind: 'asker-left' });
    if (outcome === 'deny') throw hubError('ERR_PERMISSION_DENIED', { kind: 'change-refused', what });
    throw hubError('ERR_PERMISSION_DENIED', { kind: 'change-not-confirmed', minutes, what });
  }

  /** Throws ERR_INVALID_ARGUMENTS for one that has ended. */
  answer(id: string, effect: 'allow' | 'deny'): void {
    const open = this.#open.get(id);
    if (!open) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'change-ended' });
    open.settle(effect);
  }

  stop(): void {
    for (const open of [...this.#open.values()]) open.settle('left');
  }

  #ask(change: Widening, asker: RuleAsker, signal: AbortSignal): Promise<Outcome> {
    const id = String(this.#nextId++);
    const askedAt = this.#options.now();
    const confirmation: Confirmation = { id, asker, change, askedAt, expiresAt: askedAt + waitMs };
    return wait<Outcome>({
      signal,
      timeoutMs: waitMs,
      begin: settle => {
        this.#open.set(id, { confirmation, settle: outcome => settle(() => outcome) });
        this.#options.state.set('confirmations', id, confirmation);
        return () => {
          this.#open.delete(id);
          this.#options.state.remove('confirmations', id);
        };
      },
      onTimeout: () => 'late',
      onAbort: () => 'left',
    });
  }

  #record(change: RuleChange, note: Note = null, except?: object): void {
    this.#write(change, note);
    if (this.#options.tell(change, except)) return;
    this.#untold = [...this.#untold, change].slice(-maxUntold);
    const { asker } = change;
    if (asker.via === 'cli' || asker.via === 'file') this.#options.say(`${inEnglish(this.#named(saidOf(change)))}.`);
  }

  #named(reason: Reason): Reason {
    return withNames(reason, this.#options.nameOf);
  }

  #write({ at, asker, what, why, outcome }: RuleChange, note: Note): void {
    const by = askerReason(asker, note);
    const changed = {
      why: { kind: 'rule-change', what: why, by },
      where: inEnglish(this.#named(why)),
      changedBy: inEnglish(by),
    } as const;
    const nobody = { clientId: null, agentId: null, scope: null, rule: null };
    this.#options.audit({ ...nobody, at, what, ...changed, outcome });
  }
}

function saidOf({ asker, why: what, outcome }: RuleChange): Reason {
  const by = askerReason(asker, null);
  if (outcome === 'changed') return { kind: 'rule-change', what, by };
  return { kind: 'rule-change-not-made', what, by, so: outcome === 'deny' ? 'refused' : 'unanswered' };
}
