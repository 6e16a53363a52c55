// What a page writes to a model, in the forms of its interfaces (a text, or messages with roles), in the one form of the hub. Pure.
import { isRecord } from '../../../contract/json.ts';
import { promptText } from '../../../contract/prompt-text.ts';
import { invalid } from './page-asked.ts';
import type { ModelMessage } from '../models/model-answer.ts';

export interface Prompts {
  readonly system: readonly string[];
  readonly others: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
}

const maxPrompts = 1_000;

/** A list of `{role, content}`; none is an empty one. Throws ERR_INVALID_REQUEST. */
export function readPrompts(value: unknown, name: string): Prompts {
  if (value === undefined || value === null) return { system: [], others: [] };
  if (!Array.isArray(value) || value.length > maxPrompts)
    throw invalid(`"${name}" must be a list of at most ${maxPrompts} prompts {role, content}.`);
  const read = value.map(one => readPrompt(one, name));
  return {
    system: read.flatMap(({ role, text }) => (role === 'system' ? [text] : [])),
    others: read.flatMap(({ role, text }) => (role === 'system' ? [] : [{ role, text }])),
  };
}

function readPrompt(value: unknown, name: string): { role: 'system' | 'user' | 'assistant'; text: string } {
  const { role, content } = isRecord(value) ? value : {};
  const text = promptText(content);
  if (text === null || (role !== 'system' && role !== 'user' && role !== 'assistant'))
    throw invalid(`Each of "${name}" needs a role (system, user or assistant) and a text as content.`);
  return { role, text };
}

export function addedPrompts({ others }: Prompts): ModelMessage[] {
  return others.map(({ role, text }) =>
    role === 'user' ? { role, parts: [{ kind: 'text', text }] } : { role, text, toolCalls: [] },
  );
}

/** What is asked now. Throws ERR_INVALID_REQUEST where it is empty. */
export function readInput(input: unknown): ModelMessage[] {
  if (typeof input === 'string' && input.trim() !== '')
    return [{ role: 'user', parts: [{ kind: 'text', text: input }] }];
  if (!Array.isArray(input) || input.length === 0) throw invalid('A prompt must be a text that is not empty.');
  const prompts = readPrompts(input, 'input');
  if (prompts.system.length > 0) throw invalid('A system prompt belongs to create(), not to prompt().');
  return addedPrompts(prompts);
}
