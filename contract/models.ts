// The words of models: which providers there are, where each of them usually listens, and for what models are used.

/** Also the first part of a model's id: `ollama:qwen2.5:14b`. */
export const providerTypes = [
  'ollama',
  'llamafile',
  'lmstudio',
  'compatible',
  'openai',
  'anthropic',
  'google',
  'mistral',
  'groq',
  'openrouter',
  'chrome',
] as const;
export type ProviderType = (typeof providerTypes)[number];

interface ProviderFacts {
  /** What it is called; names are not translated. */
  readonly name: string;
  /** Null where every one has an address of its own. */
  readonly baseUrl: string | null;
  /** `needed`: it answers nobody without one. */
  readonly key: 'needed' | 'possible' | 'none';
}

/** What is known of each type without asking it. */
export const providerFacts: { readonly [T in ProviderType]: ProviderFacts } = {
  ollama: { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434', key: 'possible' },
  llamafile: { name: 'llamafile', baseUrl: 'http://127.0.0.1:8080/v1', key: 'possible' },
  lmstudio: { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', key: 'possible' },
  compatible: { name: 'OpenAI-compatible', baseUrl: null, key: 'possible' },
  openai: { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', key: 'needed' },
  anthropic: { name: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', key: 'needed' },
  google: { name: 'Google', baseUrl: 'https://generativelanguage.googleapis.com/v1beta', key: 'needed' },
  mistral: { name: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', key: 'needed' },
  groq: { name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', key: 'needed' },
  openrouter: { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', key: 'needed' },
  chrome: { name: 'Chrome', baseUrl: null, key: 'none' },
};

/** Where programs on this machine are looked for, on 127.0.0.1 alone. */
export const localModelPorts = [
  { type: 'ollama', name: 'Ollama', port: 11434 },
  { type: 'lmstudio', name: 'LM Studio', port: 1234 },
  { type: 'llamafile', name: 'llamafile', port: 8080 },
  { type: 'compatible', name: 'vLLM', port: 8000 },
] as const satisfies readonly { type: ProviderType; name: string; port: number }[];

/** Who uses a model that nobody named. */
export const modelUses = ['chat', 'sites'] as const;
export type ModelUse = (typeof modelUses)[number];

/** Who asked for a model: see `ModelAsker`. */
export const modelAskerKinds = ['user', 'client', 'origin', 'server'] as const;

/** How a model calls tools: by its own protocol, only as text that is read, not at all; null while nobody knows. */
export const toolWays = ['native', 'text', 'none'] as const;

export const maxProviders = 60;
/** What one lists beyond that is left out: each of them is kept and shown. */
export const maxModelsOfProvider = 2_000;
export const maxAliases = 200;

/** Key of a choice in the snapshot: `use:chat`, `type:openai`, `alias:fast`. */
export function modelChoiceId(
  key:
    | { readonly kind: 'use'; readonly use: ModelUse }
    | { readonly kind: 'type'; readonly type: ProviderType }
    | { readonly kind: 'alias'; readonly name: string },
): string {
  if (key.kind === 'use') return `use:${key.use}`;
  return key.kind === 'type' ? `type:${key.type}` : `alias:${key.name}`;
}

export function isProviderId(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,39}$/.test(text);
}

/** No colon and no slash, which lead to a provider. */
export function isAliasName(text: string): boolean {
  return /^[a-zA-Z0-9][\w.-]{0,59}$/.test(text);
}
