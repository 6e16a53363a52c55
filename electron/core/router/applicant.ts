// A call that is decided on: who waits for it and how long, and what its user was shown, which holds for the page that it was about then.
import { mcpPatienceMs } from '../permissions/prompt-queue.ts';
import { cancelled } from '../platform/wait.ts';
import { documentShown, isAboutSame } from './decided-page.ts';
import type { GatedCall } from '../gates/gate.ts';
import type { AgentCall } from './agent-call.ts';
import type { Described } from './call-description.ts';
import type { PageSeen } from './plan-call.ts';
import type { MayRead } from './refusal-facts.ts';

/** The call as it would be decided on now, or as it would be for a page that a browser has told of. */
export type Plan = (page?: PageSeen) => GatedCall;

/** What is decided on: a call of a tool, or another request of an agent. */
export type DecidedRequest = Pick<AgentCall, 'request' | 'onWait'> &
  Partial<Pick<AgentCall, 'policy' | 'params'>> & { readonly mayRead?: MayRead };

export class Applicant {
  readonly plan: Plan;
  /** All that it carries and the user may read. */
  readonly asked: unknown;
  /** Its arguments alone; null for what is no call of a tool. */
  readonly args: Readonly<Record<string, unknown>> | null;
  readonly request: AgentCall['request'];
  readonly onWait: NonNullable<AgentCall['onWait']>;
  readonly mayRead: MayRead;
  /** In which document of its tab the question is about it; null where that is nobody's to say. */
  document: string | null = null;
  readonly #patienceMs: number;
  readonly #questionMs: number | null;
  /** For how long its user was asked, where that is apart from its patience. */
  #askedMs = 0;
  readonly #now: () => number;
  /** When it would have come in, had it not waited for earlier decisions. */
  readonly #since: number;
  #waitedMs: number;
  #first: GatedCall | null = null;
  #shown: { readonly described: Described | null; readonly of: GatedCall } | null = null;

  /** `waitedBefore` is how long the same call has waited for earlier decisions, in milliseconds. */
  constructor(
    plan: Plan,
    asked: unknown,
    { request, policy, params, onWait = request.onWait ?? (() => {}), mayRead = () => false }: DecidedRequest,
    waitedBefore: number,
    now: () => number,
  ) {
    this.plan = plan;
    this.asked = asked;
    this.args = params ? (params.arguments ?? {}) : null;
    this.request = request;
    this.onWait = onWait;
    this.mayRead = mayRead;
    this.#patienceMs = policy?.patienceMs ?? mcpPatienceMs;
    this.#questionMs = policy?.questionMs ?? null;
    this.#now = now;
    this.#since = now() - waitedBefore;
    this.#waitedMs = waitedBefore;
  }

  /** As it was when it began to wait; that is `now` where this is asked for the first time. */
  firstOr(now: GatedCall): GatedCall {
    return (this.#first ??= now);
  }

  /** How long it has waited for the user in all, as of the last wait that ended. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** What is left of it: pauses and questions are waited for together, unless questions have a time of their own. */
  get patienceMs(): number {
    return Math.max(0, this.#patienceMs - (this.#elapsed() - this.#askedMs));
  }

  /** How long it waits for its user's answer. */
  async whileAsked<T>(ask: (patienceMs: number) => Promise<T>): Promise<T> {
    if (this.#questionMs === null) return ask(this.patienceMs);
    const since = this.#now();
    try {
      return await ask(Math.max(0, this.#questionMs - this.#askedMs));
    } finally {
      this.#askedMs += this.#now() - since;
    }
  }

  /** A wait has ended. */
  noteWait(): void {
    this.#waitedMs = this.#elapsed();
  }

  /** A call whose asker was cancelled or has left is never executed. */
  expectAsker(): void {
    if (this.request.signal.aborted) throw cancelled();
  }

  /** `of` is the call as it was about the page that is described. */
  show(described: Described | null, of: GatedCall): void {
    this.#shown = { described, of };
  }

  /** What was shown of the page, wherever its tab is by now. */
  get described(): Described | null {
    return this.#shown?.described ?? null;
  }

  /** What was shown of the page that the call is about; null where its tab has gone to another one since. */
  shownOf(call: GatedCall): Described | null {
    return this.#shown && isAboutSame(this.#shown.of, call) ? this.#shown.described : null;
  }

  /** The question is about the document that was looked at, or about the one that the companion last told of. */
  askAbout(call: GatedCall): void {
    this.document = this.described ? this.described.document : documentShown(call);
  }

  #elapsed(): number {
    return this.#now() - this.#since;
  }
}
