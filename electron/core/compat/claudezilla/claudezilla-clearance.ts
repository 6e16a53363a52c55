// Whether a command of spec 000's wire that is answered beside the router may go on: it waits through a pause as a call does, and keeps to the user's mode.
import { HubError } from '../../../../contract/errors.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { refusalError, toolVerdict } from '../../agent-connections/mcp-reply.ts';
import { approvedGate } from '../../gates/approved-gate.ts';
import { modeGate } from '../../gates/mode-gate.ts';
import { mcpPatienceMs } from '../../permissions/prompt-queue.ts';
import { cancelled } from '../../platform/wait.ts';
import type { RunMode } from '../../../../contract/entities.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';
import type { GateVerdict } from '../../gates/gate.ts';
import type { Refusal } from '../../gates/refusal.ts';
import type { PauseQueue } from '../../router/pause-queue.ts';
import type { TraceTap } from '../../trace/tap.ts';
import type { ClaudezillaAgents } from './claudezilla-agents.ts';
import type { CommandCall } from './claudezilla-calls.ts';

export interface ClaudezillaClearanceOptions {
  readonly agents: Pick<ClaudezillaAgents, 'agent'>;
  readonly pauses: Pick<PauseQueue, 'wait'>;
  readonly tap: Pick<TraceTap, 'waiting'>;
  readonly mode: () => RunMode;
  /** Under which all who speak this wire are known; null when it was revoked. */
  readonly client: () => Client | null;
}

export class ClaudezillaClearance {
  readonly #options: ClaudezillaClearanceOptions;

  constructor(options: ClaudezillaClearanceOptions) {
    this.#options = options;
  }

  /** Throws HubError where the user has not let this wire in. */
  expectLetIn(asked: CommandCall): void {
    const said = this.#approved(asked);
    if (said.kind === 'deny') refuse(asked, said.refusal);
  }

  /**
   * Resolves once nothing is paused, at once where nothing is. What it carries out goes through the gates by calls of its own, so what
   * else the user's mode forbids is refused there. Rejects with ERR_CANCELLED where its asker leaves, else with HubError: the pause
   * outlasts the time that calls wait, or the client was shut out meanwhile.
   */
  async awaitPause(asked: CommandCall): Promise<void> {
    const since = performance.now();
    for (;;) {
      const said = this.#mode(asked, true);
      if (said.kind !== 'wait') return this.#afterWait(asked);
      if (await this.#wait(asked, since)) continue;
      refuse(asked, said.refusal);
    }
  }

  /** The same for what is carried out without a call, which has to keep to the mode by itself. `acts`: it changes what others see. */
  async obtain(asked: CommandCall, acts: boolean): Promise<void> {
    await this.awaitPause(asked);
    const said = this.#mode(asked, acts);
    if ('refusal' in said) refuse(asked, said.refusal);
  }

  /** The client may have been revoked while its command waited. */
  #afterWait(asked: CommandCall): void {
    if (asked.request.signal.aborted) throw cancelled();
    this.expectLetIn(asked);
  }

  /** False where the patience of calls has ended. Throws ERR_TOOL_TIMEOUT when the time that the asker named has. */
  async #wait(asked: CommandCall, since: number): Promise<boolean> {
    const { pauses, tap } = this.#options;
    const { asker, request, wanted, until } = asked;
    tap.waiting(request.seq);
    const end = until ?? since + mcpPatienceMs;
    const isOver = () => !this.#isPaused(asked);
    const began = performance.now();
    const over = await pauses.wait(request.signal, Math.max(0, end - began), isOver, asker.agentId);
    asked.onWaited(performance.now() - began);
    if (over || until === null || performance.now() < until) return over;
    const facts = {
      tool: wanted.command,
      seconds: Math.round(wanted.timeoutMs / 100) / 10,
      waitsFor: 'pause',
    } as const;
    const data = { timeoutMs: wanted.timeoutMs, forUser: true };
    throw hubError('ERR_TOOL_TIMEOUT', { kind: 'call-timed-out', ...facts }, data);
  }

  /** An agent that is not known any more goes on, to be refused with the reason. */
  #isPaused(asked: CommandCall): boolean {
    try {
      return this.#mode(asked, true).kind === 'wait';
    } catch {
      return false;
    }
  }

  #mode({ asker, wanted }: CommandCall, acts: boolean): GateVerdict {
    const { agents, mode } = this.#options;
    return modeGate({ mode: mode(), agent: agents.agent(asker), readOnly: !acts, tool: wanted.command });
  }

  #approved({ asker }: CommandCall): GateVerdict {
    const { agents, client } = this.#options;
    return approvedGate({ client: client(), agent: agents.agent(asker) });
  }
}

function refuse({ wanted, onVerdict }: CommandCall, refusal: Refusal): never {
  const { code, message } = refusalError(refusal);
  const isReading = refusal.kind === 'mode' && refusal.mode === 'read-only';
  const reason = isReading
    ? `${wanted.command} acts, and the user allows reading only now. Use a reading command, or call again later.`
    : message;
  onVerdict({ ...toolVerdict({ kind: 'refusal', refusal, waitedMs: 0 }), reason });
  throw new HubError(code, reason);
}
