// What calls and their errors are called as OpenTelemetry's conventions have it, alike in spans and in metrics.
import { isRecord, recordIn } from '../../../contract/json.ts';
import type { ProviderType } from '../../../contract/models.ts';
import type { TraceClose, TraceOpen } from '../trace/tap.ts';

/** Well-known values of `gen_ai.provider.name`; the others are called what they are called here. */
const providers: Partial<Record<ProviderType, string>> = {
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
  // Whose it is cannot be known; the API that it is asked by is OpenAI's.
  compatible: 'openai',
};

/** What a model is called in every span and measurement: `_OTHER` where nobody could be found to be asked. */
export function providerName({ model }: Pick<TraceOpen, 'model'>): string {
  const type = model?.provider ?? null;
  return type === null ? '_OTHER' : (providers[type] ?? type);
}

/** Of whoever speaks MCP: the number of its error, or `tool_error` for a result that says it failed. Null where all went well. */
export function mcpError(close: Pick<TraceClose, 'outcome' | 'code' | 'failed'>): string | null {
  const { code, failed } = close;
  if (typeof failed === 'number') return String(failed);
  // What the hub refused is told to the agent in a result too, and its code says more.
  if (failed === 'in-result') return code ?? 'tool_error';
  return plainError(close);
}

/** `_OTHER` as OpenTelemetry calls an error without a code. */
export function plainError({ outcome, code }: Pick<TraceClose, 'outcome' | 'code'>): string | null {
  return outcome === 'ok' ? null : (code ?? '_OTHER');
}

/** The prompt or the resource that a request is about. */
export interface Subject {
  readonly prompt?: string;
  readonly resource?: string;
}

const bySubject = new Set(['prompts/get', 'resources/read', 'resources/subscribe', 'resources/unsubscribe']);
/** A request for one is short; of another nothing is told. */
const maxChars = 16_384;

export function subjectOf({ method, message: { payload } }: Pick<TraceOpen, 'method' | 'message'>): Subject {
  if (!bySubject.has(method) || payload.length > maxChars) return {};
  const params = recordIn(payload)?.params;
  if (!isRecord(params)) return {};
  if (method === 'prompts/get') return typeof params.name === 'string' ? { prompt: params.name } : {};
  return typeof params.uri === 'string' ? { resource: params.uri } : {};
}
