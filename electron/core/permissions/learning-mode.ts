// The learning mode: for 15 minutes what would be asked about is allowed and written down; afterwards grants are proposed.
import { z } from 'zod';
import { ResourceSchema, ScopeSchema, SubjectSchema } from '../../../contract/schemas/permissions.ts';
import { propose } from './propose.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Proposal } from '../../../contract/schemas/grants.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { Learning } from '../../../contract/schemas/policy-state.ts';
import type { NewGrant } from './grant-registry.ts';
import type { LearnedCall } from './propose.ts';

const CallSchema = z.object({
  subject: SubjectSchema,
  scope: ScopeSchema,
  tool: z.string(),
  resource: ResourceSchema,
});

/** What outlives the hub: the calls that were not answered yet, and until when it was on. */
export const KeptLearningSchema = z.object({
  until: z.number().nullable(),
  calls: z.array(z.object({ call: CallSchema, count: z.number() })),
});
export type KeptLearning = z.infer<typeof KeptLearningSchema>;

export interface LearningModeOptions {
  /** What an earlier hub has kept. */
  readonly kept: KeptLearning | null;
  /** Resolves when it is on the disk. */
  readonly keep: (kept: KeptLearning) => Promise<void>;
  /** What the user should know, until it is taken back by null. */
  readonly tell: (reason: Reason | null) => void;
  readonly now: () => number;
  readonly show: (change: { learning: Learning | null; learned: number }) => void;
  readonly addGrants: (grants: readonly NewGrant[]) => Promise<Grant[]>;
  /** It began: what waits for an answer need not any more. */
  readonly onStarted: () => void;
}

const learnMs = 15 * 60_000;
/** Alike calls are counted as one line; beyond this many lines the mode ends. */
const maxLines = 2_000;
/** Calls that come together are kept together. */
const keepMs = 250;

export class LearningMode {
  readonly #options: LearningModeOptions;
  readonly #calls = new Map<string, { readonly call: LearnedCall; count: number }>();
  #proposals: Proposal[] = [];
  #learning: Learning | null = null;
  #timer: NodeJS.Timeout | null = null;
  #keeping: NodeJS.Timeout | null = null;

  /** It is off at the start of a hub: nobody who starts one expects that agents are not asked about. */
  constructor(options: LearningModeOptions) {
    this.#options = options;
    const { until = null, calls = [] } = options.kept ?? {};
    for (const { call, count } of calls) this.#calls.set(JSON.stringify(call), { call, count });
    this.#proposals = this.#propose();
    this.#show();
    if (until !== null && options.now() < until) options.tell({ kind: 'learning-ended' });
    if (until !== null) void this.#keep();
  }

  /** Whether it is on at this moment, to the millisecond. */
  get on(): boolean {
    return this.#learning !== null && this.#options.now() < this.#learning.until;
  }

  /** Begins anew, also while it is on. What was proposed before and not answered is proposed again at the end. */
  start(): Promise<void> {
    const since = this.#options.now();
    this.#learning = { since, until: since + learnMs, calls: this.#learning?.calls ?? 0 };
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.stop(), learnMs);
    this.#timer.unref();
    this.#show();
    this.#options.tell(null);
    this.#options.onStarted();
    return this.#keep();
  }

  /** Ends it, if it is on. Resolves when what it saw outlives the hub. */
  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#learning) return;
    this.#learning = null;
    this.#proposals = this.#propose();
    this.#show();
    await this.#keep();
  }

  /** The hub ends: what is known by now is kept, and that it was on. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#keeping) await this.#keep();
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
    this.#keeping ??= setTimeout(() => void this.#keep(), keepMs);
    this.#keeping.unref();
    if (this.#calls.size < maxLines) return;
    void this.stop();
    this.#options.tell({ kind: 'learning-full', calls: maxLines });
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
    await this.#keep();
    if (this.#proposals.length === 0) this.#options.tell(null);
    return grants;
  }

  #propose(): Proposal[] {
    return propose([...this.#calls.values()].map(({ call, count }) => ({ ...call, times: count })));
  }

  #keep(): Promise<void> {
    if (this.#keeping) clearTimeout(this.#keeping);
    this.#keeping = null;
    return this.#options.keep({ until: this.#learning?.until ?? null, calls: [...this.#calls.values()] });
  }

  #show(): void {
    this.#options.show({ learning: this.#learning, learned: this.#learning ? 0 : this.#proposals.length });
  }
}

function grantOf({ subject, scope, tools, resource }: Proposal): NewGrant {
  const whole = { subject, scope, tools: [...tools], resource };
  return { ...whole, effect: 'allow', reading: false, lifetime: 'always', agentId: null, tab: null };
}
