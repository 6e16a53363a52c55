// Carries out an allowed call; where its tab has moved on, has it decided again, and tries again where that is safe.
import { Refused, refusalRule } from '../gates/refusal.ts';
import { askedOf } from './asked-of-call.ts';
import { timeoutOf } from './call-deadline.ts';
import { callEnd } from './call-end.ts';
import { Withdrawn } from './calls-under-way.ts';
import { decidedPage, decidedPlace } from './decided-page.ts';
import { mayTryAgain, tabMoved } from './moved-page.ts';
import { unlimited } from './plan-call.ts';
import { isDenied, passes } from './verdicts.ts';
import type { DecidedPage } from '../../../contract/companion.ts';
import type { TabMoved } from '../../../contract/schemas/companion.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { Callable } from '../tools/callable.ts';
import type { AgentCall, CallAnswer } from './agent-call.ts';
import type { Plan } from './applicant.ts';
import type { CallsUnderWay } from './calls-under-way.ts';
import type { Allowed, Clearance } from './clearance.ts';
import type { Permit } from './permit.ts';
import type { DecidedPlace } from './plan-call.ts';
import type { MayRead } from './refusal-facts.ts';

export interface Task {
  readonly callable: Callable;
  readonly call: AgentCall;
  readonly plan: Plan;
  /** A picture of what the tab shows, as the same agent would take it. */
  readonly picture: Plan;
  readonly mayRead: MayRead;
  /** An answer to the dialog of what the tab shows, as the same agent would give it. */
  readonly dialog: Plan;
  readonly isUnreadable: (tab: Parameters<Permit['hidesPage']>[0], at: DecidedPlace | undefined) => boolean;
}

export interface Carrier {
  /** Shared by all routers of a hub: a change of rules reaches every call. */
  readonly underWay: CallsUnderWay;
  readonly execute: (permit: Permit, call: AgentCall) => Promise<ToolResult>;
}

interface Attempt {
  sent: boolean;
  /** What its target makes of it, also when its asker has its answer already. */
  work: Promise<unknown>;
}

export class AllowedCall {
  readonly #task: Task;
  readonly #clearance: Clearance;
  readonly #carrier: Carrier;
  #page: Allowed;
  /** What was decided beside the page, by the origins of frames in it. */
  readonly #frames = new Map<string, Allowed>();
  #moves = 0;
  #waitedMs: number;

  constructor(task: Task, allowed: Allowed, clearance: Clearance, carrier: Carrier) {
    this.#task = task;
    this.#page = allowed;
    this.#waitedMs = allowed.waitedMs;
    this.#clearance = clearance;
    this.#carrier = carrier;
  }

  /** Never rejects. What does not come to its end is in the audit, under each decision that had allowed it. */
  async carryOut(): Promise<CallAnswer<ToolResult>> {
    try {
      const result = await this.#untilDone();
      const byRules = this.#page.by === 'rules';
      return { kind: 'result', result, ...this.#decision(), byRules, refusedSince: () => this.#refusedSince() };
    } catch (error) {
      if (!(error instanceof Refused)) return { kind: 'failure', error, ...this.#decision() };
      return { kind: 'refusal', refusal: error.refusal, waitedMs: Math.max(error.waitedMs, this.#waitedMs) };
    }
  }

  #decision() {
    return { rule: this.#page.rule, waitedMs: this.#waitedMs };
  }

  async #untilDone(): Promise<ToolResult> {
    for (;;) {
      const attempt: Attempt = { sent: false, work: Promise.resolve() };
      try {
        return await this.#execute(attempt);
      } catch (error) {
        const moved = this.#toDecideOn(error);
        // Beside a frame the page stays what it was decided for.
        if (!moved?.inFrame) void this.#tellEnd(attempt, error);
        if (!moved) throw error;
        await this.#decideOn(moved).catch((refused: unknown) => {
          if (moved.inFrame) void this.#tellEnd(attempt, error);
          throw refused;
        });
      }
    }
  }

  async #execute(attempt: Attempt): Promise<ToolResult> {
    const { callable, call } = this.#task;
    const { execute, underWay } = this.#carrier;
    const work = (signal: AbortSignal) => {
      const carriedOut = execute(this.#permit(attempt, signal), call);
      attempt.work = carriedOut;
      return carriedOut;
    };
    const { signal } = call.request;
    // What a server has begun is the server's; a page is the user's, and is left at once.
    const isInTab = callable.kind === 'browser' || callable.kind === 'page';
    return isInTab ? underWay.carryOut(() => this.#refusal(), signal, work) : work(signal);
  }

  #permit(attempt: Attempt, signal: AbortSignal): Permit {
    const { callable, dialog, isUnreadable } = this.#task;
    const { call, document } = this.#page;
    const at = decidedPlace(call);
    const tabId = call.target.kind === 'browser' ? call.target.tabId : null;
    const hidesPage: Permit['hidesPage'] = tab => isUnreadable(tab, at && { ...at, tabId: tab.tabId });
    const page = { ...decidedPage(call, document), ...this.#framesDecided(), ...this.#elements() };
    return {
      call,
      callable,
      signal,
      page,
      covers: ({ origins, what }) =>
        origins.filter(origin => (what === 'words' ? !hidesPage({ tabId, url: origin }) : this.#covers(origin, what))),
      hidesPage,
      deniesDialogs: () => [page.origin, ...this.#frames.keys()].some(origin => isDenied(dialog, { origin, at })),
      mayAnswerDialogs: () => [page.origin, ...this.#frames.keys()].every(origin => this.#covers(origin, 'dialog')),
      expectAllowed: () => {
        const refused = this.#refusal();
        if (refused) throw new Withdrawn(refused);
      },
      onSent: () => {
        attempt.sent = true;
      },
    };
  }

  #covers(origin: string | null, what: 'call' | 'picture' | 'dialog'): boolean {
    const { plan, picture, dialog } = this.#task;
    const page = { origin, at: decidedPlace(this.#page.call) };
    if (what !== 'dialog') return passes(what === 'picture' ? picture : plan, page);
    const decided = [this.#page, ...this.#frames.values()];
    // The user who was asked was shown the dialog; a rule for the keyboard alone was made for no dialog.
    return decided.some(({ by }) => by === 'rules') ? passes(dialog, page) : !isDenied(dialog, page);
  }

  /** Beside the page: by their sites, and by their documents where the user was asked about those. */
  #framesDecided(): Pick<DecidedPage, 'frames' | 'frameDocuments'> {
    if (this.#frames.size === 0) return {};
    const held = [...this.#frames].flatMap(([origin, { call, by }]) => {
      const documents = call.target.kind === 'browser' ? call.target.frameDocuments : undefined;
      return by === 'answer' && documents ? [[origin, documents] as const] : [];
    });
    return { frames: [...this.#frames.keys()], ...(held.length > 0 && { frameDocuments: Object.fromEntries(held) }) };
  }

  /** Those that the user was shown last. */
  #elements(): Pick<DecidedPage, 'elements'> {
    const elements = [this.#page, ...this.#frames.values()].findLast(each => each.elements !== null)?.elements;
    return elements ? { elements } : {};
  }

  /** Why it would be refused now, by the page or by a frame in it. */
  #refusal(): Refusal | null {
    const refused = this.#page.refusal();
    if (refused || this.#frames.size === 0) return refused;
    return [...this.#frames.values()].map(({ refusal }) => refusal()).find(Boolean) ?? null;
  }

  /** For whoever still holds the answer when what allowed the call has ended. */
  #refusedSince(): Refusal | null {
    const refused = this.#refusal();
    if (!refused) return null;
    for (const decision of [this.#page, ...this.#frames.values()])
      this.#clearance.ended(decision, { outcome: 'stopped', rule: refusalRule(refused) });
    return refused;
  }

  /** What the tab shows instead, where the call may go on there once that is allowed. */
  #toDecideOn(error: unknown): TabMoved | null {
    const moved = tabMoved(error);
    const tried = { moves: this.#moves, frames: [...this.#frames.keys()] };
    return moved && mayTryAgain(moved, this.#page.call, this.#task.call.params.arguments?.['action'], tried)
      ? moved
      : null;
  }

  async #decideOn(moved: TabMoved): Promise<void> {
    const { plan, call, mayRead } = this.#task;
    const at = decidedPlace(this.#page.call);
    // This call is counted already.
    const again: Plan = (seen = moved) => ({ ...plan({ ...seen, at }), limits: unlimited });
    const allowed = await this.#clearance.obtain(again, askedOf(call), { ...call, mayRead }, this.#waitedMs);
    this.#waitedMs = allowed.waitedMs;
    if (moved.inFrame && moved.origin !== null) return void this.#frames.set(moved.origin, allowed);
    this.#page = allowed;
    this.#frames.clear();
    this.#moves += 1;
  }

  async #tellEnd({ sent, work }: Attempt, error: unknown): Promise<void> {
    const decisions = [this.#page, ...this.#frames.values()];
    const { signal } = this.#task.call.request;
    const timedOut = timeoutOf(signal);
    const cancelled = signal.aborted && !timedOut;
    // Its asker is answered at once; the browser says later how far it came.
    const isLater = (error instanceof Withdrawn || (timedOut !== null && error === timedOut)) && sent;
    const last: unknown = isLater
      ? await work.then(
          () => null,
          (end: unknown) => end,
        )
      : error;
    const end = callEnd({ error: timedOut ?? error, last, sent, cancelled });
    if (end) for (const decision of decisions) this.#clearance.ended(decision, end);
  }
}
