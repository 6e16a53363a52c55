// The AI SDK's model for a provider of each type. Each package is loaded with the first call that needs it.
import { loadPart } from '../../platform/load-part.ts';
import { withCheckedLines } from '../wire/ollama-lines.ts';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ProviderType } from '../../../../contract/models.ts';

export interface ModelAccess {
  readonly type: Exclude<ProviderType, 'chrome'>;
  /** What it is called in errors. */
  readonly provider: string;
  readonly baseUrl: string;
  readonly key: string | null;
  readonly fetch: typeof fetch;
}

/** The packages look for a key in the environment where they are given none; one that is empty is a key to them. */
const noKey = 'none';

/** Made once for each address, key and model: the parser that a package makes for itself becomes fast with its use alone. */
const opened = new WeakMap<typeof fetch, Map<string, { key: string | null; model: Promise<LanguageModelV3> }>>();
/** Of an address. */
const maxOpened = 100;

export function openLanguageModel(access: ModelAccess, model: string): Promise<LanguageModelV3> {
  const { type, baseUrl, key, fetch } = access;
  const kept = opened.get(fetch) ?? new Map<string, { key: string | null; model: Promise<LanguageModelV3> }>();
  opened.set(fetch, kept);
  const id = JSON.stringify([type, baseUrl, model]);
  const known = kept.get(id);
  if (known && known.key === key) return known.model;
  if (kept.size >= maxOpened) kept.clear();
  const made = makeLanguageModel(access, model);
  kept.set(id, { key, model: made });
  made.catch(() => kept.delete(id));
  return made;
}

async function makeLanguageModel(access: ModelAccess, model: string): Promise<LanguageModelV3> {
  const { baseUrl: baseURL, key, fetch } = access;
  const common = { baseURL, apiKey: key ?? noKey, fetch };
  switch (access.type) {
    case 'ollama':
      return openOllama(access, model);
    case 'openai': {
      const { createOpenAI } = await loadPart(() => import('@ai-sdk/openai'));
      return createOpenAI(common).chat(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await loadPart(() => import('@ai-sdk/anthropic'));
      return createAnthropic(common)(model);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await loadPart(() => import('@ai-sdk/google'));
      return createGoogleGenerativeAI(common)(model);
    }
    case 'mistral': {
      const { createMistral } = await loadPart(() => import('@ai-sdk/mistral'));
      return createMistral(common)(model);
    }
    case 'groq': {
      const { createGroq } = await loadPart(() => import('@ai-sdk/groq'));
      return createGroq(common)(model);
    }
    default: {
      const { createOpenAICompatible } = await loadPart(() => import('@ai-sdk/openai-compatible'));
      const own = { name: access.type, baseURL, fetch, includeUsage: true, ...(key !== null && { apiKey: key }) };
      return createOpenAICompatible(own).chatModel(model);
    }
  }
}

async function openOllama({ baseUrl, key, fetch, provider }: ModelAccess, model: string): Promise<LanguageModelV3> {
  const { createOllama } = await loadPart(() => import('ollama-ai-provider-v2'));
  return createOllama({
    baseURL: `${baseUrl.replace(/\/$/, '')}/api`,
    fetch: withCheckedLines(fetch, provider),
    // One on another machine may stand behind a proxy that asks for a key.
    ...(key !== null && { headers: { authorization: `Bearer ${key}` } }),
  }).chat(model);
}
