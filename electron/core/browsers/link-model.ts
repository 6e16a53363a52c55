// The model that a browser has itself, asked through its extension.
import { CompanionModelAnswerSchema, CompanionModelStateSchema } from '../../../contract/schemas/companion.ts';
import type { CompanionModelState } from '../../../contract/schemas/companion.ts';
import type { Peer } from '../wire/peer.ts';

export interface OwnPrompt {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

const stateMs = 10_000;
/** Some gigabytes, over a line that may be slow. */
const downloadMs = 3_600_000;
const answerMs = 600_000;

export class LinkModel {
  readonly #peer: Pick<Peer, 'request'>;
  /** By the id of the question. */
  readonly #asked = new Map<string | number, (text: string) => void>();

  constructor(peer: Pick<Peer, 'request'>) {
    this.#peer = peer;
  }

  /** `unavailable` where it gave no answer that can be read. */
  async state(): Promise<CompanionModelState> {
    const answer = await this.#peer.request('model-state', {}, { parent: null, timeoutMs: stateMs }).catch(() => null);
    return CompanionModelStateSchema.safeParse(answer).data?.state ?? 'unavailable';
  }

  async download(): Promise<CompanionModelState> {
    const answer = await this.#peer.request('model-download', {}, { parent: null, timeoutMs: downloadMs });
    return CompanionModelStateSchema.safeParse(answer).data?.state ?? 'unavailable';
  }

  /** Resolves with what it read, once all pieces were told. */
  async ask(prompts: readonly OwnPrompt[], signal: AbortSignal, tell: (text: string) => void): Promise<number | null> {
    const ids: (string | number)[] = [];
    const onId = (id: string | number) => {
      ids.push(id);
      this.#asked.set(id, tell);
    };
    try {
      const answer = await this.#peer.request(
        'model-ask',
        { prompts },
        { parent: null, signal, timeoutMs: answerMs, onId },
      );
      return CompanionModelAnswerSchema.safeParse(answer).data?.input ?? null;
    } finally {
      for (const id of ids) this.#asked.delete(id);
    }
  }

  /** A piece for a question that nobody waits for any more is dropped. */
  wrote(id: string | number, text: string): void {
    this.#asked.get(id)?.(text);
  }
}
