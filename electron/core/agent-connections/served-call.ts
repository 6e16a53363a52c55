// A call of an agent that is being served: what its connection keeps of it until it is answered.
import { refusalResult } from './mcp-reply.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { ToolNames } from '../agents/agent-wire.ts';
import type { Refusal } from '../gates/refusal.ts';
import type { Verdict } from '../trace/tap.ts';
import type { GoesOn } from '../wire/incoming-request.ts';

export class ServedCall {
  isBegun = false;
  /** Its agent as it was when it came in. */
  arrivedAs: Agent | undefined;
  /** Of the part of it that was carried out last. */
  verdict: Verdict | undefined;
  /** Where that goes on as a task. */
  goesOn: GoesOn | undefined;
  readonly #held: (() => Refusal | null)[] = [];

  /** A part of it begins. Its answer will be of this one, and name no task of the one before. */
  begins(): void {
    this.isBegun = false;
    this.goesOn?.abandon();
    this.goesOn = undefined;
  }

  /** A part of it has its result; `refusedSince` says why it would be refused by now. */
  hold(refusedSince: (() => Refusal | null) | undefined): void {
    if (refusedSince) this.#held.push(refusedSince);
  }

  /** Why its answer would not be given any more, as its agent is answered; null while it would. */
  refusedSince(toolName: ToolNames | undefined): ToolResult | null {
    for (const refusedSince of this.#held) {
      const refusal = refusedSince();
      if (refusal) return refusalResult(refusal, toolName);
    }
    return null;
  }
}
