// Calls of tools that the user makes from a form: what acts is asked about first, and each can be cancelled while it runs.
import { hubError } from '../../../words/hub-error.ts';
import type { PanelAsker } from '../../../contract/schemas/panel-requests.ts';
import type { ToolCallAsk } from '../../../contract/schemas/tools.ts';
import type { UserAnswer, UserAsk } from '../agent-connections/user-calls.ts';

export interface PanelToolCallsOptions {
  readonly calls: { call(ask: UserAsk): Promise<UserAnswer> };
  /** Whether this call changes something. */
  readonly acts: (params: { readonly name: string; readonly arguments: Record<string, unknown> }) => boolean;
  readonly mask: { value<T>(value: T): T };
}

/** One panel has no more calls under way than this. */
export const maxCallsOfPanel = 16;

export class PanelToolCalls {
  readonly #options: PanelToolCallsOptions;
  readonly #running = new WeakMap<PanelAsker, Map<string, AbortController>>();

  constructor(options: PanelToolCallsOptions) {
    this.#options = options;
  }

  /** Null for what acts and was not confirmed: nothing was sent. What a gate or the target says is in the answer. */
  async call({ callId, toolId, browserId, confirmed, ...ask }: ToolCallAsk, asker: PanelAsker) {
    const { calls, acts, mask } = this.#options;
    const params = { name: toolId, arguments: ask.arguments };
    if (!confirmed && acts(params)) return null;
    const own = this.#of(asker);
    if (own.has(callId)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'call-id-in-use', call: callId });
    if (own.size >= maxCallsOfPanel)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'too-many-calls-of-window', most: maxCallsOfPanel });
    const controller = new AbortController();
    own.set(callId, controller);
    try {
      const answer = await calls.call({
        method: 'tools/call',
        params,
        browserId: browserId ?? null,
        signal: asker.gone,
        cancelled: controller.signal,
      });
      return { ...answer, result: mask.value(answer.result ?? null) };
    } finally {
      own.delete(callId);
    }
  }

  /** Only a call of the same panel; one that has ended is left as it is. */
  cancel(callId: string, asker: PanelAsker): void {
    this.#of(asker).get(callId)?.abort();
  }

  #of(asker: PanelAsker): Map<string, AbortController> {
    const known = this.#running.get(asker) ?? new Map<string, AbortController>();
    this.#running.set(asker, known);
    return known;
  }
}
