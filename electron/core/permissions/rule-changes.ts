// Every change of what is allowed: written to the audit with who asked for it, told to the panels, and, where it widens access from
// outside of them, held until the user confirms it there.
import { HubError } from '../../../contract/errors.ts';
import { hubError } from '../../../words/hub-error.ts';
import { wait } from '../platform/wait.ts';
import { askerWords } from './rule-asker.ts';
import { wideningWords } from './widening-words.ts';
import type { AuditEntry } from '../../../contract/schemas/audit.ts';
import type { Confirmation, RuleAsker, RuleChange, Widening } from '../../../contract/schemas/rule-changes.ts';
import type { StateWriter } from '../state/publisher.ts';

export interface RuleChangesOptions {
  readonly state: StateWriter;
  readonly audit: (entry: Omit<AuditEntry, 'id'>) => void;
  readonly now: () => number;
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
  readonly told: (sentence: string) => void;
}

type Outcome = 'allow' | 'deny' | 'late' | 'left';

interface Open {
  readonly confirmation: Confirmation;
  settle(outcome: Outcome): void;
}

const waitMs = 120_000;
const maxOpen = 20;
const maxUntold = 20;

export const addressGiven = 'a fresh address of the panel was given out';

const requests = { grant: 'grants:set', revoke: 'grants:revoke', panel: 'panel:open' } as const;

export class RuleChanges {
  readonly #options: RuleChangesOptions;
  readonly #open = new Map<string, Open>();
  #untold: RuleChange[] = [];
  #nextId = 1;

  constructor(options: RuleChangesOptions) {
    this.#options = options;
  }

  /** It has been made. `except` made it and needs no telling; `note` says why nobody was asked. */
  made(asker: RuleAsker, what: string, words: string, { note = '', except }: { note?: string; except?: object } = {}) {
    this.#record({ at: this.#options.now(), asker, what, words, outcome: 'changed' }, note, except);
  }

  /** It was asked for and not done, without a question. */
  refused(asker: RuleAsker, what: string, words: string): void {
    this.#record({ at: this.#options.now(), asker, what, words, outcome: 'deny' });
  }

  /** Whoever started the hub was given an address of the panel, and was told so by that. */
  started(): void {
    const asker: RuleAsker = { via: 'start', processes: [] };
    this.#write({ at: this.#options.now(), asker, what: requests.panel, words: addressGiven, outcome: 'changed' }, '');
  }

  /** What was made while no panel was open, for the first one that opens. */
  untold(): readonly RuleChange[] {
    return this.#untold.splice(0);
  }

  /**
   * Resolves with how it came to be allowed, for `made`. Rejects with ERR_PERMISSION_DENIED when the user refuses it or does not
   * answer in time, and with ERR_CANCELLED when the asker leaves.
   */
  async confirm(change: Widening, { asker, signal, told }: Waiting): Promise<string> {
    if (this.#options.alone()) return 'the command line may widen alone';
    if (this.#open.size >= maxOpen) throw hubError('ERR_RATE_LIMITED', { kind: 'too-many-changes', most: maxOpen });
    const words = wideningWords(change);
    told(`It waits for your confirmation in the panel, for at most ${waitMs / 60_000} minutes: ${words}.`);
    const outcome = await this.#ask(change, asker, signal);
    if (outcome === 'allow') return 'confirmed in the panel';
    const at = this.#options.now();
    this.#record({ at, asker, what: requests[change.kind], words, outcome: outcome === 'deny' ? 'deny' : 'undecided' });
    if (outcome === 'left') throw new HubError('ERR_CANCELLED', 'Whoever asked for it has left.');
    throw new HubError('ERR_PERMISSION_DENIED', refusals[outcome](words));
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

  #record(change: RuleChange, note = '', except?: object): void {
    this.#write(change, note);
    if (this.#options.tell(change, except)) return;
    this.#untold = [...this.#untold, change].slice(-maxUntold);
    const { asker, words } = change;
    if (asker.via === 'cli' || asker.via === 'file') this.#options.say(`${askerWords(asker)}: ${words}.`);
  }

  #write({ at, asker, what, words, outcome }: RuleChange, note: string): void {
    const by = askerWords(asker);
    const changedBy = note === '' ? by : `${by}; ${note}`;
    const nobody = { clientId: null, agentId: null, scope: null, rule: null };
    this.#options.audit({ ...nobody, at, what, where: words, outcome, changedBy });
  }
}

const refusals = {
  deny: (words: string) => `It was refused in the panel: ${words}. Nothing was changed.`,
  late: (words: string) =>
    `Nobody confirmed it in the panel within ${waitMs / 60_000} minutes: ${words}. Nothing was changed; open the panel (pilothouse open), then try again.`,
};
