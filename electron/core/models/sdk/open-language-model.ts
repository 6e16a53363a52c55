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

export async function openLanguageModel(access: ModelAccess, model: string): Promise<LanguageModelV3> {
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
