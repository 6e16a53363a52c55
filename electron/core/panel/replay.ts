// Sending a call of the trace again, as the user's own: through every gate, past no deny, and with a confirmation where it acts.
import { hubError } from '../../../words/hub-error.ts';
import { subjectsOf } from '../gates/permission-request.ts';
import { actsOn, countMasked, planReplay } from './replay-plan.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { Replayed, ReplayPlan } from '../../../contract/schemas/trace-tools.ts';
import type { UserCalls } from '../agent-connections/user-calls.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { Callable } from '../tools/callable.ts';
import type { TraceLog } from '../trace/trace-log.ts';
import type { FoundCall } from '../trace/trace-messages.ts';

export interface ReplayOptions {
  readonly trace: Pick<TraceLog, 'query'>;
  readonly calls: UserCalls;
  readonly agentOf: (id: string) => Agent | null;
  /** Null for a tool that there is not. */
  readonly callableOf: (name: string) => Callable | null;
  readonly mask: Pick<SecretMask, 'value'>;
}

export interface ReplayAsk {
  readonly seq: number;
  readonly params?: Record<string, unknown> | undefined;
  readonly confirmed: boolean;
}

export class Replay {
  readonly #options: ReplayOptions;

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  async plan(seq: number): Promise<ReplayPlan> {
    return planReplay(await this.#find(seq), this.#options.callableOf);
  }

  /** Rejects with ERR_INVALID_ARGUMENTS where it cannot be sent; what a gate or the target says is in the answer. */
  async send({ seq, params, confirmed }: ReplayAsk, signal: AbortSignal): Promise<Replayed> {
    const { calls, callableOf, mask } = this.#options;
    const found = await this.#find(seq);
    const plan = planReplay(found, callableOf);
    if (plan.refusal !== null) throw hubError('ERR_INVALID_ARGUMENTS', plan.refusal);
    const sent = params ?? plan.params;
    if (countMasked(sent) > 0) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'masked-values' });
    if (!confirmed && actsOn(plan.method, sent, callableOf))
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'replay-acts', tool: plan.tool ?? plan.method });
    const answer = await calls.call({
      method: plan.method,
      params: sent,
      subjects: this.#subjects(found),
      browserId: found.target?.kind === 'browser' ? found.target.id : null,
      signal,
    });
    return { ...answer, result: mask.value(answer.result ?? null) };
  }

  /** Whose call it was: what is denied to them stays denied. */
  #subjects({ entry: { from } }: FoundCall) {
    const { agentOf, calls } = this.#options;
    if (from.kind !== 'agent' || calls.isOwn(from.id)) return [];
    const agent = agentOf(from.id);
    if (agent) return subjectsOf(agent);
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'replay-unknown-agent', agent: from.label });
  }

  async #find(seq: number): Promise<FoundCall> {
    const found = await this.#options.trace.query('call', { seq });
    if (found) return found;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'entry-not-kept', entry: seq });
  }
}
