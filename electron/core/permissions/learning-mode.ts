// The learning mode: for 15 minutes what would be asked about is allowed and written down; afterwards grants are proposed.
import { propose } from './propose.ts';
import type { Learning } from '../../contract/policy-state.ts';
import type { Proposal } from '../../contract/grants.ts';
import type { Grant } from '../../contract/permissions.ts';
import type { NewGrant } from './grant-registry.ts';
import type { LearnedCall } from './propose.ts';

export interface LearningModeOptions {
  readonly now: () => number;
  readonly show: (change: { learning: Learning | null; learned: number }) => void;
  readonly addGrants: (grants: readonly NewGrant[]) => Promise<Grant[]>;
  /** It began: what waits for an answer need not any more. */
  readonly onStarted: () => void;
}

const learnMs = 15 * 60_000;
/** Alike calls are counted as one line; beyond this many lines the mode ends. */
const maxLines = 2_000;

export class LearningMode {
  readonly #options: LearningModeOptions;
  readonly #calls = new Map<string, { readonly call: LearnedCall; count: number }>();
  #proposals: Proposal[] = [];
  #learning: Learning | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: LearningModeOptions) {
    this.#options = options;
  }

  /** Whether it is on at this moment, to the millisecond. */
  get on(): boolean {
    return this.#learning !== null && this.#options.now() < this.#learning.until;
  }

  /** Begins anew, also while it is on. What was proposed before and not answered is proposed again at the end. */
  start(): void {
    const since = this.#options.now();
    this.#learning = { since, until: since + learnMs, calls: this.#learning?.calls ?? 0 };
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), learnMs);
    this.#timer.unref();
    this.#show();
    this.#options.onStarted();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#learning) return;
    this.#learning = null;
    this.#proposals = propose([...this.#calls.values()].map(({ call, count }) => ({ ...call, times: count })));
    this.#show();
  }

  /** A call that it allowed. */
  record(call: LearnedCall): void {
    if (!this.#learning) return;
    const key = JSON.stringify(call);
    const known = this.#calls.get(key);
    if (known) known.count += 1;
    else this.#calls.set(key, { call, count: 1 });
    this.#learning = { ...this.#learning, calls: this.#learning.calls + 1 };
    this.#show();
    if (this.#calls.size >= maxLines) this.stop();
  }

  proposals(): Proposal[] {
    return this.#proposals;
  }

  /** Grants the accepted proposals for always, and forgets them and the refused ones. Ids of neither are passed over. */
  async answer(accept: readonly string[], refuse: readonly string[]): Promise<Grant[]> {
    const accepted = this.#proposals.filter(({ id }) => accept.includes(id));
    const grants = await this.#options.addGrants(accepted.map(grantOf));
    const answered = new Set([...accept, ...refuse]);
    this.#proposals = this.#proposals.filter(({ id }) => !answered.has(id));
    for (const [key, { call }] of this.#calls) {
      if (propose([call]).some(({ id }) => answered.has(id))) this.#calls.delete(key);
    }
    this.#show();
    return grants;
  }

  #show(): void {
    this.#options.show({ learning: this.#learning, learned: this.#learning ? 0 : this.#proposals.length });
  }
}

function grantOf({ subject, scope, tools, resource }: Proposal): NewGrant {
  const whole = { subject, scope, tools: [...tools], resource };
  return { ...whole, effect: 'allow', reading: false, lifetime: 'always', agentId: null, tab: null };
}
