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

type Question = Omit<Prompt, 'id' | 'askedAt' | 'expiresAt' | 'calls'>;

interface Waiter {
  readonly question: Question;
  /** The card it waits at; another one when the answer on the first did not speak of it. */
  open: Open;
  settle(waited: Waited): void;
}

interface Open {
  prompt: Prompt;
  readonly waiters: Set<Waiter>;
  readonly timer: NodeJS.Timeout;
}

/** MCP clients give up after 60 s, so an asker is answered before that; the card stays longer. Other wires have less patience. */
const mcpPatienceMs = 50_000;
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
  async ask(question: Question, signal: AbortSignal, patienceMs = mcpPatienceMs): Promise<Waited> {
    if (signal.aborted) throw cancelled();
    const open = this.#find(question) ?? this.#create(question);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        waiter.open.waiters.delete(waiter);
        this.#count(waiter.open);
      };
      const settle = (waited: Waited) => {
        end();
        resolve(waited);
      };
      const abort = () => {
        end();
        if (waiter.open.waiters.size === 0) this.#close(waiter.open);
        reject(cancelled());
      };
      const timer = setTimeout(() => settle({ kind: 'undecided' }), patienceMs);
      const waiter: Waiter = { question, open, settle };
      signal.addEventListener('abort', abort, { once: true });
      this.#join(waiter, open);
    });
  }

  /** Throws ERR_INVALID_ARGUMENTS when the prompt has ended. A second answer to the same prompt does nothing. */
  async answer(promptId: string, answer: Answer): Promise<void> {
    const open = this.#open.get(promptId);
    if (!open) throw new HubError('ERR_INVALID_ARGUMENTS', `Prompt ${promptId} has ended; the agent may ask again.`);
    this.#close(open);
    this.#reopen(open, answer);
    try {
      await this.#options.store(open.prompt, answer);
    } catch (error) {
      this.#settle(open, { kind: 'undecided' });
      throw error;
    }
    this.#settle(open, { kind: 'answered', answer });
  }

  /** What was asked about is gone: its askers are told to call again, and will learn that it is gone. */
  serverRemoved(serverId: string): void {
    for (const open of [...this.#open.values()]) {
      const { resource } = open.prompt;
      if (resource.kind !== 'server' || resource.serverId !== serverId) continue;
      this.#close(open);
      this.#settle(open, { kind: 'undecided' });
    }
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

  #find(question: Question): Open | undefined {
    return [...this.#open.values()].find(
      ({ prompt }) =>
        prompt.clientId === question.clientId &&
        prompt.scope === question.scope &&
        sameResource(prompt.resource, question.resource),
    );
  }

  #create(question: Question): Open {
    if (this.#open.size >= maxOpen)
      throw new HubError(
        'ERR_RATE_LIMITED',
        `${maxOpen} questions wait for the user already; wait until some are answered.`,
      );
    const now = this.#options.now();
    const prompt: Prompt = { ...question, id: String(this.#nextId++), askedAt: now, expiresAt: now + cardMs, calls: 0 };
    const end = () => {
      this.#close(open);
      this.#settle(open, { kind: 'undecided' });
    };
    const open: Open = { prompt, waiters: new Set(), timer: setTimeout(end, cardMs) };
    this.#open.set(prompt.id, open);
    return open;
  }

  #join(waiter: Waiter, open: Open): void {
    waiter.open = open;
    open.waiters.add(waiter);
    this.#count(open);
  }

  /** Askers of whom the answer does not speak wait on, at a card that shows what they asked. */
  #reopen(answered: Open, answer: Answer): void {
    for (const waiter of [...answered.waiters].filter(({ question }) => !speaksOf(answered.prompt, answer, question))) {
      answered.waiters.delete(waiter);
      this.#join(waiter, this.#find(waiter.question) ?? this.#create(waiter.question));
    }
  }

  #count(open: Open): void {
    if (this.#open.get(open.prompt.id) !== open) return;
    open.prompt = { ...open.prompt, calls: open.waiters.size };
    this.#options.state.set('prompts', open.prompt.id, open.prompt);
  }

  #settle(open: Open, waited: Waited): void {
    for (const waiter of [...open.waiters]) waiter.settle(waited);
  }

  #close(open: Open): void {
    clearTimeout(open.timer);
    this.#open.delete(open.prompt.id);
    this.#options.state.remove('prompts', open.prompt.id);
  }
}

/** `use` speaks of the call that the card showed and `agent` of its agent; the other lifetimes of whoever asked. */
function speaksOf(prompt: Prompt, { lifetime }: Answer, question: Question): boolean {
  if (lifetime === 'agent') return question.agentId === prompt.agentId;
  if (lifetime !== 'use') return true;
  const { tool, argumentsText, tab } = question;
  return (
    tool === prompt.tool && argumentsText === prompt.argumentsText && JSON.stringify(tab) === JSON.stringify(prompt.tab)
  );
}

function cancelled(): HubError {
  return new HubError('ERR_CANCELLED', 'The asker cancelled this call.');
}
