// What the hub asks the plugins of one browser, and their answers: each is matched by its request id and its sender, once.
import { HubError } from '../../../contract/errors.ts';
import { pluginBounds } from '../../../contract/plugins.ts';
import { answersAsk, writeEnvelope } from '../../../native-host/dialects/plugins/plugin-envelope.ts';
import { hubError } from '../../../words/hub-error.ts';
import { seen } from '../trace/excerpt.ts';
import { cancelledBy } from '../wire/cancellation.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { PluginAsk, PluginEnvelope, PluginTold } from '../../../native-host/dialects/plugins/plugin-envelope.ts';
import type { Seen } from '../trace/excerpt.ts';
import type { TraceTap, Verdict } from '../trace/tap.ts';

export interface PluginExchangeOptions {
  readonly hub: Party;
  readonly tap: TraceTap;
  readonly now: () => number;
  /** Never the same twice, and nobody can guess one. */
  readonly requestId: () => string;
  readonly party: (pluginId: string) => Party;
  readonly send: (to: string, message: Record<string, unknown>) => void;
}

export interface AskOptions<T> {
  readonly payload: Readonly<Record<string, unknown>>;
  /** The trace entry that causes it. */
  readonly parent: number | null;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly tool?: string;
  /** What the answer comes to; what it throws is the error of the request. */
  readonly read: (answer: PluginEnvelope) => T;
}

interface Waiting {
  readonly pluginId: string;
  readonly ask: PluginAsk;
  readonly take: (answer: PluginEnvelope, shown: Seen) => void;
  readonly fail: (error: HubError) => void;
}

export class PluginExchange {
  readonly #options: PluginExchangeOptions;
  readonly #waiting = new Map<string, Waiting>();

  constructor(options: PluginExchangeOptions) {
    this.#options = options;
  }

  /** How many calls of this plugin's tools wait for their answers. */
  callsOf(pluginId: string): number {
    let calls = 0;
    for (const waiting of this.#waiting.values())
      if (waiting.pluginId === pluginId && waiting.ask === 'PLUGIN_TOOL_CALL') calls += 1;
    return calls;
  }

  /** Rejects with HubError: what `read` throws, TIMEOUT, a cancellation, or why nothing could be sent. */
  ask<T>(pluginId: string, ask: PluginAsk, options: AskOptions<T>): Promise<T> {
    const { payload, parent, timeoutMs, signal, tool = null, read } = options;
    if (signal?.aborted) return Promise.reject(cancelledBy(signal));
    const { hub, tap, now, requestId, party, send } = this.#options;
    const id = requestId();
    const message = writeEnvelope(ask, id, payload, now());
    const shown = this.#fitting(pluginId, message);
    return new Promise((resolve, reject) => {
      send(pluginId, message);
      const about = { rpcId: id, tool, parent, message: shown };
      const seq = tap.open({ dir: 'out', from: hub, to: party(pluginId), kind: 'request', method: ask, ...about });
      const end = (verdict: Verdict, answer: Seen | null) => {
        this.#waiting.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        tap.close(seq, { ...verdict, message: answer });
      };
      const fail = (error: unknown, answer: Seen | null = null) => {
        end(verdictOf(error), answer);
        reject(error);
      };
      const cancel = () => fail(cancelledBy(signal));
      const unanswered = { plugin: pluginId, tool: tool ?? ask, seconds: timeoutMs / 1_000 };
      const late = () => fail(hubError('TIMEOUT', { kind: 'plugin-unanswered', ...unanswered }));
      const timer = setTimeout(late, timeoutMs);
      signal?.addEventListener('abort', cancel, { once: true });
      const take = (answer: PluginEnvelope, answered: Seen) => {
        try {
          const value = read(answer);
          end(passed, answered);
          resolve(value);
        } catch (error) {
          fail(error, answered);
        }
      };
      this.#waiting.set(id, { pluginId, ask, take, fail });
    });
  }

  /** False for what answers nothing that is asked: it is late, doubled, of another kind, or not from whom it was asked. */
  take(from: string, answer: PluginEnvelope, shown: Seen): boolean {
    const waiting = this.#waiting.get(answer.requestId);
    if (waiting?.pluginId !== from || !answersAsk(waiting.ask, answer.type)) return false;
    waiting.take(answer, shown);
    return true;
  }

  /** Says something that is not answered, with the id of what it answers where it is itself an answer. Returns what was sent. */
  tell(pluginId: string, type: PluginTold, payload: Readonly<Record<string, unknown>>, requestId?: string): Seen {
    const { hub, tap, now, party, send } = this.#options;
    const message = writeEnvelope(type, requestId ?? this.#options.requestId(), payload, now());
    const shown = seen(JSON.stringify(message), message);
    send(pluginId, message);
    if (requestId === undefined) {
      const to = party(pluginId);
      tap.open({
        dir: 'out',
        from: hub,
        to,
        kind: 'notification',
        method: type,
        tool: null,
        parent: null,
        message: shown,
      });
    }
    return shown;
  }

  /** The browser could not hand it on, or what came back was too large: nothing else will come. */
  failed(pluginId: string, requestId: string, error: HubError): void {
    const waiting = this.#waiting.get(requestId);
    if (waiting?.pluginId === pluginId) waiting.fail(error);
  }

  /** Ends all that this plugin was asked. */
  failPlugin(pluginId: string, error: HubError): void {
    for (const waiting of [...this.#waiting.values()]) if (waiting.pluginId === pluginId) waiting.fail(error);
  }

  /** Ends all that was asked, each with an error of its own plugin. */
  failAll(errorOf: (pluginId: string) => HubError): void {
    for (const waiting of [...this.#waiting.values()]) waiting.fail(errorOf(waiting.pluginId));
  }

  #fitting(plugin: string, message: Record<string, unknown>): Seen {
    const shown = seen(JSON.stringify(message), message);
    const { bytes } = shown;
    const { envelopeBytes: most } = pluginBounds;
    if (bytes > most) throw hubError('ERR_TOO_LARGE', { kind: 'plugin-message-large', plugin, bytes, most });
    return shown;
  }
}

const plain = { code: null, reason: null, rule: null, waitedMs: 0 };
const passed: Verdict = { ...plain, outcome: 'ok' };

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof HubError)) return { ...plain, outcome: 'error', reason: String(error) };
  const { code, message, reason } = error;
  const outcome = code === 'ERR_CANCELLED' ? 'cancelled' : 'error';
  return { ...plain, outcome, code, reason: message, ...(reason && { why: reason }) };
}
