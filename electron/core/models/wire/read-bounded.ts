// One small JSON answer of a provider.
import { jsonIn } from '../../../../contract/json.ts';
import { hubError } from '../../../../words/hub-error.ts';
import type { ListedModel } from '../../../../contract/schemas/model-records.ts';
import type { ModelAccess } from '../sdk/open-language-model.ts';

/** What a provider lists. */
export interface Listed {
  readonly models: readonly ListedModel[];
  readonly version: string | null;
}

/** OpenRouter's list has about 1 MB. */
const maxBytes = 16 * 1024 * 1024;

/** `path` begins with a slash and follows the provider's address. Rejects with HubError, also for what is no JSON. */
export async function readBounded(
  { baseUrl, fetch, provider }: Pick<ModelAccess, 'baseUrl' | 'fetch' | 'provider'>,
  path: string,
  init: RequestInit,
): Promise<unknown> {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, init);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  const value = bytes > maxBytes ? undefined : jsonIn(Buffer.concat(chunks).toString('utf8'));
  if (value !== undefined) return value;
  throw hubError('ERR_MODEL_FAILED', { kind: 'model-unreadable', provider });
}
