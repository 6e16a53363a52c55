// The questions that wait for the user. Identical asks of one client join one prompt; every asker gets exactly one answer.
import { HubError } from '../../contract/errors.ts';
import { sameResource } from './decide.ts';
import type { Lifetime, Prompt } from '../../contract/permissions.ts';
import type { StateWriter } from '../state/publisher.ts';

export interface Answer {
  readonly effect: 'allow' | 'deny';
  readonly lifetime: Lifetime;
}

/** How a wait ended: answered, or the asker's patience ran out while the prompt stays. */
export type Waited = { readonly kind: 'answered'; readonly answer: Answer } | { readonly kind: 'undecided' };

export interface PromptQueueOptions {
  readonly state: StateWriter;
  readonly now: () => number;
  /** Stores the grant that the answer stands for; the answer takes effect when this has resolved. */
  readonly store: (prompt: Prompt, answer: Answer) => Promise<void>;
}

interface Open {
  prompt: Prompt;
  readonly waiters: Set<(waited: Waited) => void>;
  readonly timer: NodeJS.Timeout;
}

/** MCP clients give up after 60 s, so an asker is answered before that; the card stays longer. */
const patienceMs = 50_000;
const cardMs = 120_000;
const maxOpen = 200;

export class PromptQueue {
  readonly #options: PromptQueueOptions;
  readonly #open = new Map<string, Open>();
  #nextId = 1;

  constructor(options: PromptQueueOptions) {
    this.#options = options;
  }

  /** Waits for the user's answer. Rejects with ERR_CANCELLED when the asker leaves; its call is then never executed. */
  ask(question: Omit<Prompt, 'id' | 'askedAt' | 'expiresAt' | 'calls'>, signal: AbortSignal): Promise<Waited> {
    if (signal.aborted) return Promise.reject(cancelled());
    const open = this.#find(question) ?? this.#create(question);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        open.waiters.delete(settle);
      };
      const settle = (waited: Waited) => {
        end();
        resolve(waited);
      };
      const abort = () => {
        end();
        this.#count(open);
        if (open.waiters.size === 0) this.#close(open);
        reject(cancelled());
      };
      const timer = setTimeout(() => {
        settle({ kind: 'undecided' });
        this.#count(open);
      }, patienceMs);
      signal.addEventListener('abort', abort, { once: true });
      open.waiters.add(settle);
      this.#count(open);
    });
  }

  /** Throws ERR_INVALID_ARGUMENTS when the prompt has ended. A second answer to the same prompt does nothing. */
  async answer(promptId: string, answer: Answer): Promise<void> {
    const open = this.#open.get(promptId);
    if (!open) throw new HubError('ERR_INVALID_ARGUMENTS', `Prompt ${promptId} has ended; the agent may ask again.`);
    this.#close(open);
    try {
      await this.#options.store(open.prompt, answer);
    } catch (error) {
      this.#settle(open, { kind: 'undecided' });
      throw error;
    }
    this.#settle(open, { kind: 'answered', answer });
  }

  agentLeft(agentId: string): void {
    for (const open of [...this.#open.values()])
      if (open.prompt.agentId === agentId && open.waiters.size === 0) this.#close(open);
  }

  stop(): void {
    for (const open of [...this.#open.values()]) {
      this.#close(open);
      this.#settle(open, { kind: 'undecided' });
    }
  }

  #find(question: Omit<Prompt, 'id' | 'askedAt' | 'expiresAt' | 'calls'>): Open | undefined {
    return [...this.#open.values()].find(
      ({ prompt }) =>
        prompt.clientId === question.clientId &&
        prompt.scope === question.scope &&
        sameResource(prompt.resource, question.resource),
    );
  }

  #create(question: Omit<Prompt, 'id' | 'askedAt' | 'expiresAt' | 'calls'>): Open {
    if (this.#open.size >= maxOpen)
      throw new HubError(
        'ERR_RATE_LIMITED',
        `${maxOpen} questions wait for the user already; wait until some are answered.`,
      );
    const now = this.#options.now();
    const prompt: Prompt = { ...question, id: String(this.#nextId++), askedAt: now, expiresAt: now + cardMs, calls: 0 };
    const open: Open = { prompt, waiters: new Set(), timer: setTimeout(() => this.#close(open), cardMs) };
    this.#open.set(prompt.id, open);
    return open;
  }

  #count(open: Open): void {
    if (this.#open.get(open.prompt.id) !== open) return;
    open.prompt = { ...open.prompt, calls: open.waiters.size };
    this.#options.state.set('prompts', open.prompt.id, open.prompt);
  }

  #settle(open: Open, waited: Waited): void {
    for (const waiter of [...open.waiters]) waiter(waited);
  }

  #close(open: Open): void {
    clearTimeout(open.timer);
    this.#open.delete(open.prompt.id);
    this.#options.state.remove('prompts', open.prompt.id);
  }
}

function cancelled(): HubError {
  return new HubError('ERR_CANCELLED', 'The asker cancelled this call.');
}
