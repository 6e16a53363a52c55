// Whether a call may go on: the gates, a wait while all is paused, the user's answer where one is needed; each end in trace and audit.
import { runGates } from '../gates/gates.ts';
import { limitsGate } from '../gates/limits-gate.ts';
import { permissionRequest } from '../gates/permission-request.ts';
import { Refused, refusalReason, refusalRule } from '../gates/refusal.ts';
import { asksStill, unanswered } from '../gates/unanswered.ts';
import { isSameCall } from '../permissions/answer.ts';
import { Applicant } from './applicant.ts';
import { auditLine } from './audit-lines.ts';
import { describedFacts } from './call-description.ts';
import { browserChanged, isAboutSame, isOfferedAlike, movedWhileAsked } from './decided-page.ts';
import { isPaused, refusalNow } from './decision-now.ts';
import { questionOf, wholeArguments } from './question.ts';
import { isDenied, withFacts } from './refusal-facts.ts';
import type { CallRule } from '../../../contract/call-rules.ts';
import type { GatedCall, GateVerdict } from '../gates/gate.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { CallLimiter } from '../limits/call-limits.ts';
import type { Answer, Question } from '../permissions/answer.ts';
import type { LearningMode } from '../permissions/learning-mode.ts';
import type { PromptQueue, Waited } from '../permissions/prompt-queue.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { DecidedRequest, Plan } from './applicant.ts';
import type { AuditLine } from './audit-lines.ts';
import type { BrowserBinding } from './browser-binding.ts';
import type { DescribeCall, Described } from './call-description.ts';
import type { CallEnd } from './call-end.ts';
import type { PauseQueue } from './pause-queue.ts';
import type { QuestionOptions } from './question.ts';

export interface ClearanceOptions extends QuestionOptions {
  readonly prompts: PromptQueue;
  readonly pauses: PauseQueue;
  readonly learning: Pick<LearningMode, 'on' | 'record'>;
  readonly tap: TraceTap;
  /** Whether a person can be asked: at least one window or browser page shows the panel. */
  readonly panelOpen: () => boolean;
  /** Where no panel is, and none can be opened. */
  readonly askedNowhere?: 'at-gateway';
  /** What a call would act on; absent where nobody is told. */
  readonly describe?: DescribeCall;
  readonly grantUsed: (grantId: string) => void;
  readonly limiter: Pick<CallLimiter, 'begin'>;
  /** Hears of each refusal, which its agent reads. */
  readonly binding?: Pick<BrowserBinding, 'goOn' | 'told'>;
  /** Returns the id of the entry. */
  readonly audit: (line: AuditLine) => number;
  readonly now: () => number;
}

export interface Allowed {
  readonly call: GatedCall;
  readonly rule: CallRule;
  /** Its id in the audit. */
  readonly decision: number;
  /** What it has taken of its limits; whoever carries it out gives its place back. */
  readonly begun: ReturnType<CallLimiter['begin']>;
  /** Until now, since the call came in. */
  readonly waitedMs: number;
  /** By rules, which may end; or by the user's answer to this very call, or the learning mode, which hold until it has ended. */
  readonly by: 'rules' | 'answer' | 'learning';
  /** The only document in which it may be carried out, as the user was asked about that one; null where any of its site will do. */
  readonly document: string | null;
  /** The elements that the user was shown while it waited for them, by their keys: it is carried out on no others. */
  readonly elements: Described['keys'];
  /** Why the same call would be refused now; null while it would still be allowed. */
  readonly refusal: () => Refusal | null;
}

/** What the user was asked, about which call, and the answer where there was one. */
interface AskedUser {
  readonly question: Question;
  readonly call: GatedCall;
  readonly answer: Answer | null;
}

type Settled = Exclude<GateVerdict, { kind: 'wait' }>;
type Gated = { readonly call: GatedCall; readonly said: Settled; readonly by?: Allowed['by'] };

export class Clearance {
  readonly #options: ClearanceOptions;

  constructor(options: ClearanceOptions) {
    this.#options = options;
  }

  /**
   * Rejects with Refused, and with HubError where its asker has left. `plan` is asked anew whenever something may have changed.
   * `waitedBefore` is how long the same call has waited for earlier decisions.
   */
  async obtain(plan: Plan, asked: unknown, request: DecidedRequest, waitedBefore = 0): Promise<Allowed> {
    const applicant = new Applicant(plan, asked, request, waitedBefore, this.#options.now);
    applicant.expectAsker();
    const first = await this.#describe(applicant, await this.#gate(applicant, null));
    if (first.said.kind !== 'ask') return this.#settle(applicant, first);
    if (this.#options.learning.on) return this.#learn(applicant, first.call);
    applicant.askAbout(first.call);
    const question = questionOf(first.call, asked, this.#options, applicant.described, applicant.document);
    const waited = await this.#ask(applicant, first.call, question);
    applicant.noteWait();
    applicant.onWait('target');
    if (waited.kind === 'undecided') return this.#refuse(applicant, first.call, unanswered(first.call, 'not-answered'));
    applicant.expectAsker();
    // Everything may have changed while the user thought: the tab closed, all was paused, the credential revoked.
    const answer = waited.kind === 'answered' ? waited.answer : null;
    const second = await this.#gate(applicant, { question, answer, call: first.call });
    if (second.said.kind === 'ask' && this.#options.learning.on) return this.#learn(applicant, second.call);
    return this.#settle(applicant, second);
  }

  /**
   * What is asked about is looked at first, and decided on again after that; what came to be about another page meanwhile is asked about
   * unseen. What a rule denies stays denied, and is looked at for the one who reads of it.
   */
  async #describe(applicant: Applicant, gated: Gated): Promise<Gated> {
    const { panelOpen, describe, learning } = this.#options;
    const { args, request } = applicant;
    if (!describe || args === null) return gated;
    if (isDenied(gated.said)) {
      applicant.show(await describe(gated.call, args, request, 'words'), gated.call);
      return gated;
    }
    if (gated.said.kind !== 'ask' || learning.on || !panelOpen()) return gated;
    const described = await describe(gated.call, args, request, 'picture');
    applicant.expectAsker();
    const again = await this.#gate(applicant, null);
    const isNamed = again.said.kind === 'ask' || isDenied(again.said);
    if (isNamed && isAboutSame(gated.call, again.call)) applicant.show(described, gated.call);
    return again;
  }

  /** The verdict of the gates, once nothing is paused or the asker's patience has ended. `asked` is what the user was asked meanwhile. */
  async #gate(applicant: Applicant, asked: AskedUser | null): Promise<Gated> {
    const { plan, request, onWait } = applicant;
    for (;;) {
      const call = plan();
      const changed = browserChanged(applicant.firstOr(call), call);
      if (changed) return { call, said: { kind: 'deny', refusal: changed } };
      const answer = asked?.answer && this.#speaksOf(applicant, asked, call) ? byAnswer(call, asked.answer) : null;
      const said = runGates(call, answer);
      if (said.kind === 'ask' && asked && !isAboutSame(asked.call, call))
        return { call, said: { kind: 'deny', refusal: movedWhileAsked(asked.call, call) } };
      if (said.kind !== 'wait') return { call, said, by: said.kind === 'pass' && said === answer ? 'answer' : 'rules' };
      this.#options.tap.waiting(request.seq);
      onWait('pause');
      const isOver = () => !isPaused(plan);
      const over = await this.#options.pauses.wait(request.signal, applicant.patienceMs, isOver, call.agent.id);
      applicant.expectAsker();
      onWait('target');
      applicant.noteWait();
      if (!over) return { call, said: { ...said, kind: 'deny' } };
    }
  }

  /**
   * Whether an answer speaks of the call as it is now. One for this use is for exactly what the card showed: meanwhile its tab may have
   * gone to another site, or the call to another tab. Every other answer is kept as grants, and those decide.
   */
  #speaksOf(
    { asked, described, document }: Applicant,
    { question, call: before, answer }: AskedUser,
    call: GatedCall,
  ): boolean {
    if (answer?.lifetime !== 'use') return false;
    // What was refused is refused wherever its tab went meanwhile.
    if (answer.effect === 'deny') return true;
    if (!isAboutSame(before, call)) return false;
    return isSameCall(question, questionOf(call, asked, this.#options, described, document));
  }

  #ask(applicant: Applicant, call: GatedCall, question: Question): Promise<Waited> {
    const { plan, asked, request, onWait, described } = applicant;
    if (!this.#options.panelOpen())
      this.#refuse(applicant, call, unanswered(call, this.#options.askedNowhere ?? 'no-panel'));
    this.#options.tap.waiting(request.seq);
    onWait('question');
    const still = {
      asks: () => !this.#options.learning.on && asksStill(plan) && browserChanged(call, plan()) === null,
      isIt: () => isOfferedAlike(call, plan()),
    };
    const behind = { whole: () => wholeArguments(asked, this.#options.mask), picture: described?.picture ?? null };
    return applicant.whileAsked(patienceMs =>
      this.#options.prompts.ask(question, request.signal, patienceMs, still, behind),
    );
  }

  #learn(applicant: Applicant, call: GatedCall): Allowed {
    const { subjects, scope, tool, resources } = permissionRequest(call);
    const [subject] = subjects.slice(-1);
    const resource = resources.find(({ kind }) => kind === 'server' || kind === 'plugin' || kind === 'site') ?? {
      kind: 'any',
    };
    // The gates behind the permission have their say.
    const said = runGates(call, { kind: 'pass', rule: { kind: 'learning' } });
    if (subject && said.kind === 'pass') this.#options.learning.record({ subject, scope, tool, resource });
    return this.#settle(applicant, { call, said: said.kind === 'wait' ? { kind: 'ask' } : said, by: 'learning' });
  }

  #settle(applicant: Applicant, { call, said, by = 'rules' }: Gated): Allowed {
    if (said.kind === 'deny') return this.#refuse(applicant, call, said.refusal);
    if (said.kind === 'ask') return this.#refuse(applicant, call, unanswered(call, 'rules-changed'));
    const begun = this.#begin(applicant, call);
    const rule = said.rule ?? { kind: 'gates-passed' };
    if (said.grant) this.#options.grantUsed(said.grant.id);
    const { waitedMs, plan, described, request } = applicant;
    const decision = this.#options.audit(this.#line(applicant, call, rule, 'allow'));
    this.#options.tap.audited?.(request.seq, decision);
    const document = by === 'answer' ? applicant.document : null;
    const refusal = () => refusalNow(plan, call, by === 'rules');
    return { call, rule, decision, begun, waitedMs, by, document, elements: described?.keys ?? null, refusal };
  }

  /** Looked at and taken in one turn: calls that come together have all met the gates before the first of them is here. */
  #begin(applicant: Applicant, call: GatedCall): Allowed['begun'] {
    const isLimited = call.limits.run !== null || call.limits.origin !== null;
    const limits = isLimited ? applicant.plan().limits : call.limits;
    const said = limitsGate({ ...call, limits });
    if (said.kind === 'deny') return this.#refuse(applicant, call, said.refusal);
    return this.#options.limiter.begin(call.agent.id, limits);
  }

  /** Writes down that a call which had been allowed was not carried out, or not to its end. */
  ended({ call, decision }: Allowed, { rule, outcome }: CallEnd): void {
    this.#options.audit(auditLine(call, this.#options.now(), rule, outcome, decision));
  }

  #line(applicant: Applicant, call: GatedCall, rule: CallRule, outcome: AuditLine['outcome']): AuditLine {
    const line = auditLine(call, this.#options.now(), rule, outcome);
    const facts = describedFacts(applicant.shownOf(call));
    return line.place?.kind === 'at-tab' ? { ...line, place: { ...line.place, ...facts } } : line;
  }

  #refuse(applicant: Applicant, call: GatedCall, why: Refusal): never {
    const { waitedMs, described, mayRead, request } = applicant;
    const refusal = withFacts({ described, shown: applicant.shownOf(call), mayRead }, call, why);
    const rule = refusalRule(refusal);
    if (rule.kind === 'grant') this.#options.grantUsed(rule.id);
    const isOpen = rule.kind === 'not-answered' || rule.kind === 'rules-changed';
    const line = this.#line(applicant, call, rule, isOpen ? 'undecided' : 'deny');
    const decision = this.#options.audit({ ...line, why: refusalReason(refusal) });
    this.#options.tap.audited?.(request.seq, decision);
    this.#options.binding?.told(call, refusal);
    throw new Refused(refusal, waitedMs);
  }
}

/** "This use only" leaves no grant behind, so the answer itself decides. */
function byAnswer({ tool, scope }: GatedCall, { effect }: Answer): GateVerdict {
  if (effect === 'allow') return { kind: 'pass', rule: { kind: 'this-use' } };
  return { kind: 'deny', refusal: { kind: 'this-use', tool, scope } };
}
