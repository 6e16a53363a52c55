// How much of an answer has come, which has a bound, and what it has used: as its provider says, else estimated by its characters.
import { hubError } from '../../../words/hub-error.ts';
import { tokensOfChars, tokensOfRequest } from './token-estimate.ts';
import type { HubError } from '../../../contract/errors.ts';
import type { ModelEvent, ModelRequest, ModelUsage } from './model-answer.ts';

/** Of its text, its reasoning and the arguments of its calls; no model writes as much that has not lost its way. */
export const maxAnswerChars = 4 * 1024 * 1024;

export function answerTooLong(provider: string): HubError {
  return hubError('ERR_MODEL_FAILED', { kind: 'model-answer-too-long', provider, most: maxAnswerChars });
}

export class AnswerTally {
  readonly #provider: string;
  readonly #request: ModelRequest;
  #chars = 0;
  #said: ModelUsage = { input: null, output: null };

  constructor(provider: string, request: ModelRequest) {
    this.#provider = provider;
    this.#request = request;
  }

  /** Whether the model has said anything. */
  get hasBegun(): boolean {
    return this.#chars > 0;
  }

  /** Throws HubError where it is too much: the answer ends there. */
  saw(event: ModelEvent): void {
    if (event.kind === 'end') this.#said = event.usage;
    this.#chars += charsOf(event);
    if (this.#chars > maxAnswerChars) throw answerTooLong(this.#provider);
  }

  used(): { readonly input: number; readonly output: number } {
    const { input, output } = this.#said;
    return { input: input ?? tokensOfRequest(this.#request), output: output ?? tokensOfChars(this.#chars) };
  }
}

function charsOf(event: ModelEvent): number {
  if (event.kind === 'text' || event.kind === 'reasoning') return event.text.length;
  if (event.kind !== 'tool-call') return 0;
  const { name, arguments: args } = event.call;
  return name.length + (typeof args === 'string' ? args : (JSON.stringify(args) ?? '')).length;
}
