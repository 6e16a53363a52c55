// Tools that a site runs in its own page: called and answered by messages of the namespace `harbor-website-tools`.
import { callMs } from './known-to-pages.ts';
import type { Answer } from './dialect.ts';

export const websiteToolsNamespace = 'harbor-website-tools';

interface Pending {
  readonly settle: (answer: Answer) => void;
  readonly late: ReturnType<typeof setTimeout>;
}

export class WebsiteTools {
  readonly #post: (message: object) => void;
  readonly #calls = new Map<string, Pending>();

  constructor(post: (message: object) => void) {
    this.#post = post;
  }

  /** Answered once, with ERR_TOOL_TIMEOUT after 30 seconds at the latest. */
  call(toolName: string, args: unknown, settle: (answer: Answer) => void): void {
    const callId = crypto.getRandomValues(new Uint32Array(4)).join('-');
    const late = setTimeout(() => {
      const message = `The page did not answer its tool ${toolName} within ${callMs / 1_000} seconds; call again, or reload the page.`;
      this.#end(callId, { ok: false, error: { code: 'ERR_TOOL_TIMEOUT', message } });
    }, callMs);
    this.#calls.set(callId, { settle, late });
    this.#post({ namespace: websiteToolsNamespace, type: 'tool_call', callId, toolName, args });
  }

  receive({ type, callId, result, error }: Readonly<Record<string, unknown>>): void {
    if (type !== 'tool_result' || typeof callId !== 'string') return;
    const message = error instanceof Error ? error.message : String(error);
    this.#end(callId, error ? { ok: false, error: { code: 'ERR_TOOL_FAILED', message } } : { ok: true, result });
  }

  #end(callId: string, answer: Answer): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    this.#calls.delete(callId);
    clearTimeout(call.late);
    call.settle(answer);
  }
}
