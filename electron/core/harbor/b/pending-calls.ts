// Calls of tools that the extension carries out itself: it fetches them and hands in what came of each. Every call is handed out once, because
// what acts must not act twice.
import { isRecord } from '../../../../contract/json.ts';
import { foreign } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { wait } from '../../platform/wait.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { ToolResult } from '../../../../contract/schemas/messages.ts';
import type { Patience, Settle } from '../../platform/wait.ts';

interface PendingCall {
  readonly serverId: string;
  readonly toolName: string;
  readonly args: unknown;
  readonly settle: Settle<ToolResult>;
  /** Asked right before the extension gets it: throws HubError where it may not go on any more. */
  readonly expectAllowed: () => void;
  isFetched: boolean;
}

export type AskedTool = Pick<PendingCall, 'serverId' | 'toolName' | 'args' | 'expectAllowed'>;

const maxPending = 100;

export class PendingCalls {
  readonly #calls = new Map<string, PendingCall>();
  #last = 0;

  /** Resolves with MCP's result. Rejects with HubError. */
  call(asked: AskedTool, { timeoutMs, signal }: Patience): Promise<ToolResult> {
    const { toolName: tool } = asked;
    if (this.#calls.size >= maxPending)
      return Promise.reject(hubError('ERR_RATE_LIMITED', { kind: 'too-many-in-flight', most: maxPending }));
    this.#last += 1;
    const id = `call-${this.#last}`;
    return wait<ToolResult>({
      signal,
      timeoutMs,
      begin: settle => {
        this.#calls.set(id, { ...asked, settle, isFetched: false });
        return () => this.#calls.delete(id);
      },
      onTimeout: () => {
        throw hubError('ERR_TOOL_TIMEOUT', { kind: 'harbor-tool-unanswered', tool, seconds: timeoutMs / 1_000 });
      },
      onAbort: () => {
        throw hubError('ERR_CANCELLED', { kind: 'cancelled-or-left' });
      },
    });
  }

  /** Those that were not fetched before, as the wire has them. */
  fetch(): readonly Record<string, unknown>[] {
    return [...this.#calls].flatMap(([id, call]) => {
      if (call.isFetched) return [];
      call.isFetched = true;
      try {
        call.expectAllowed();
      } catch (error) {
        call.settle(() => Promise.reject(error));
        return [];
      }
      const { serverId, toolName, args } = call;
      return [{ call_id: id, serverId, toolName, args }];
    });
  }

  /** An id that is not known, or was never handed out, means nothing: it is late or invented. */
  submit(id: string, result: unknown, error: string | null): void {
    const call = this.#calls.get(id);
    if (!call?.isFetched) return;
    call.settle(() => {
      if (error === null) return toolResult(result);
      throw hubError('ERR_TOOL_FAILED', foreign(error));
    });
  }

  /** The extension is gone. */
  end(error: HubError): void {
    for (const { settle } of [...this.#calls.values()]) settle(() => Promise.reject(error));
  }
}

/** The extension hands in what its own caller gets: `{ok, result?, error?}` around MCP's result. */
function toolResult(submitted: unknown): ToolResult {
  if (isRecord(submitted) && submitted.ok === false)
    return { content: [{ type: 'text', text: String(submitted.error ?? 'The tool failed.') }], isError: true };
  const result = isRecord(submitted) && submitted.ok === true ? submitted.result : submitted;
  if (isRecord(result) && Array.isArray(result.content) && result.content.every(isBlock))
    return { ...result, content: result.content };
  return { content: [{ type: 'text', text: typeof result === 'string' ? result : JSON.stringify(result ?? null) }] };
}

function isBlock(block: unknown): block is { type: string } {
  return isRecord(block) && typeof block.type === 'string';
}
