// The model that the browser has itself, where it has one: whether it is there, its download when the user asks, its answers.
import { isRecord } from '../../contract/json.ts';
import { ToolError } from './tool-error.ts';

/** As far as it is used: the Prompt API (https://github.com/webmachinelearning/prompt-api). */
interface PromptApi {
  availability(): Promise<string>;
  create(options: {
    initialPrompts?: readonly Prompt[];
    signal?: AbortSignal;
    monitor?: (monitor: EventTarget) => void;
  }): Promise<PromptSession>;
}

interface PromptSession {
  promptStreaming(prompts: readonly Prompt[], options: { signal: AbortSignal }): ReadableStream<string>;
  readonly inputUsage?: number;
  destroy(): void;
}

export interface Prompt {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A message of a browser's extension has a bound, and a piece far less. */
const maxPieceChars = 60_000;

export function hasOwnModel(): boolean {
  return promptApi() !== null;
}

/** `unavailable`, `downloadable`, `downloading` or `available`, as the browser says. */
export async function ownModelState(): Promise<{ state: string }> {
  return { state: (await promptApi()?.availability()) ?? 'unavailable' };
}

/** Begins the download, which the browser goes on with by itself; resolves once the model is there. */
export async function downloadOwnModel(signal: AbortSignal): Promise<{ state: string }> {
  const session = await expectApi().create({ signal });
  session.destroy();
  return ownModelState();
}

/** Hands each piece of the answer to `tell`; resolves with what it read, where the browser counts that. */
export async function askOwnModel(
  params: unknown,
  signal: AbortSignal,
  tell: (text: string) => void,
): Promise<{ input: number | null }> {
  const prompts = promptsIn(params);
  const session = await expectApi().create({ initialPrompts: prompts.slice(0, -1), signal });
  try {
    const reader = session.promptStreaming(prompts.slice(-1), { signal }).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { input: session.inputUsage ?? null };
      for (let at = 0; at < value.length; at += maxPieceChars) tell(value.slice(at, at + maxPieceChars));
    }
  } finally {
    session.destroy();
  }
}

function promptsIn(params: unknown): Prompt[] {
  const given: readonly unknown[] = isRecord(params) && Array.isArray(params.prompts) ? params.prompts : [];
  const prompts = given.filter(isPrompt);
  if (prompts.length > 0 && prompts.length === given.length) return prompts;
  throw new ToolError('ERR_INVALID_ARGUMENTS', 'The question holds something that is no prompt.');
}

function isPrompt(value: unknown): value is Prompt {
  const roles: readonly unknown[] = ['system', 'user', 'assistant'];
  return isRecord(value) && roles.includes(value.role) && typeof value.content === 'string';
}

function expectApi(): PromptApi {
  const api = promptApi();
  if (api) return api;
  throw new ToolError('ERR_TOOL_NOT_FOUND', 'This browser has no model of its own; choose another model.');
}

function promptApi(): PromptApi | null {
  const api = (globalThis as { LanguageModel?: PromptApi }).LanguageModel;
  return typeof api?.availability === 'function' && typeof api.create === 'function' ? api : null;
}
