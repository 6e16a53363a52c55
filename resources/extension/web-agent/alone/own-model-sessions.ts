// Conversations of pages with the browser's own model while no hub is there. A background may end between two questions, so they are kept in
// the browser's memory, and the model reads the conversation anew with each question.
import { isRecord } from '../../../../contract/json.ts';
import { promptText } from '../../../../contract/prompt-text.ts';
import { askOwnModel, type Prompt } from '../../own-model.ts';
import { PageFault } from '../page-fault.ts';
import { invalid } from './asked-alone.ts';

interface KeptSession {
  readonly document: string;
  readonly prompts: readonly Prompt[];
  readonly usedAt: number;
}

const key = (id: string) => `aloneSession:${id}`;
const maxChars = 100_000;
const maxSessions = 40;
const maxPrompts = 1_000;

export class OwnModelSessions {
  readonly #now: () => number;
  /** One question of a session after the other. */
  readonly #turns = new Map<string, Promise<unknown>>();

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns its id. The one that was used longest ago goes where there are too many. */
  async open(document: string, prompts: readonly Prompt[]): Promise<string> {
    expectFits(prompts);
    const all = [...(await kept())].toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
    const tooMany = all.slice(0, Math.max(0, all.length - maxSessions + 1)).map(([name]) => name);
    if (tooMany.length > 0) await chrome.storage.session.remove(tooMany);
    const id = `own-${crypto.randomUUID()}`;
    await this.#keep(id, { document, prompts });
    return id;
  }

  async clone(document: string, id: string): Promise<string> {
    return this.open(document, (await this.#expect(document, id)).prompts);
  }

  /** Nothing where there is none. */
  async destroy(document: string, id: string): Promise<void> {
    if ((await kept()).get(key(id))?.document === document) await chrome.storage.session.remove(key(id));
  }

  /** What fails leaves no trace in the conversation. */
  async ask(
    { document, id, input, signal }: { document: string; id: string; input: readonly Prompt[]; signal: AbortSignal },
    tell: (text: string) => void,
  ): Promise<string> {
    const work = (this.#turns.get(id) ?? Promise.resolve()).then(async () => {
      signal.throwIfAborted();
      const { prompts } = await this.#expect(document, id);
      const asked = [...prompts, ...input];
      expectFits(asked);
      let text = '';
      await askOwnModel({ prompts: asked }, signal, piece => {
        signal.throwIfAborted();
        text += piece;
        tell(piece);
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw modelFault(error);
      });
      signal.throwIfAborted();
      // It may have been ended meanwhile.
      await this.#expect(document, id);
      await this.#keep(id, { document, prompts: [...asked, { role: 'assistant', content: text }] });
      return text;
    });
    const over = work.catch(() => {});
    this.#turns.set(id, over);
    try {
      return await work;
    } finally {
      if (this.#turns.get(id) === over) this.#turns.delete(id);
    }
  }

  async gone(document: string): Promise<void> {
    const own = [...(await kept())].filter(([, session]) => session.document === document).map(([name]) => name);
    if (own.length > 0) await chrome.storage.session.remove(own);
  }

  async endAll(): Promise<void> {
    const all = [...(await kept()).keys()];
    if (all.length > 0) await chrome.storage.session.remove(all);
  }

  async #expect(document: string, id: string): Promise<KeptSession> {
    const { [key(id)]: session } = await chrome.storage.session.get(key(id));
    if (isKept(session) && session.document === document) return session;
    throw new PageFault('ERR_SESSION_NOT_FOUND', `There is no session ${JSON.stringify(id)}; create a new one.`);
  }

  async #keep(id: string, { document, prompts }: Omit<KeptSession, 'usedAt'>): Promise<void> {
    await chrome.storage.session.set({ [key(id)]: { document, prompts, usedAt: this.#now() } satisfies KeptSession });
  }
}

async function kept(): Promise<Map<string, KeptSession>> {
  const all: Record<string, unknown> = await chrome.storage.session.get(null);
  const sessions = Object.entries(all).filter(
    (entry): entry is [string, KeptSession] => entry[0].startsWith(key('')) && isKept(entry[1]),
  );
  return new Map(sessions);
}

/** Only this extension writes there. */
function isKept(value: unknown): value is KeptSession {
  return isRecord(value) && typeof value.document === 'string' && Array.isArray(value.prompts);
}

function expectFits(prompts: readonly Prompt[]): void {
  const chars = prompts.reduce((all, { content }) => all + content.length, 0);
  if (chars > maxChars)
    throw invalid(`The conversation has ${chars} characters; at most ${maxChars} are kept. Create a new session.`);
}

function modelFault(error: unknown): PageFault {
  const why = error instanceof Error ? error.message : String(error);
  return new PageFault('ERR_MODEL_FAILED', `The browser's own model failed: ${why.slice(0, 500)}`);
}

/** What a session begins with: `systemPrompt`, and the list of `initialPrompts`. Throws ERR_INVALID_REQUEST. */
export function firstPrompts(payload: Readonly<Record<string, unknown>>): Prompt[] {
  const { systemPrompt, initialPrompts } = payload;
  const given = initialPrompts === undefined || initialPrompts === null ? [] : readPrompts(initialPrompts);
  const system = given.filter(({ role }) => role === 'system').map(({ content }) => content);
  if (typeof systemPrompt === 'string' && systemPrompt !== '') system.unshift(systemPrompt);
  const others = given.filter(({ role }) => role !== 'system');
  // The Prompt API takes one system prompt, as the first.
  return system.length === 0 ? others : [{ role: 'system', content: system.join('\n\n') }, ...others];
}

/** What is asked now: a text, or a list of prompts. Throws ERR_INVALID_REQUEST. */
export function askedPrompts(input: unknown): Prompt[] {
  if (typeof input === 'string' && input.trim() !== '') return [{ role: 'user', content: input }];
  if (!Array.isArray(input) || input.length === 0) throw invalid('A prompt must be a text that is not empty.');
  const prompts = readPrompts(input);
  if (prompts.some(({ role }) => role === 'system'))
    throw invalid('A system prompt belongs to create(), not to prompt().');
  return prompts;
}

function readPrompts(value: unknown): Prompt[] {
  const list: readonly unknown[] = Array.isArray(value) && value.length <= maxPrompts ? value : [null];
  return list.map(one => {
    const { role, content } = isRecord(one) ? one : {};
    const text = promptText(content);
    if (text !== null && (role === 'system' || role === 'user' || role === 'assistant')) return { role, content: text };
    throw invalid(
      `Prompts are a list of at most ${maxPrompts}, each with a role (system, user or assistant) and a text as content.`,
    );
  });
}
