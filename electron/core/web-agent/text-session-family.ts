// ai.createTextSession and languageModel.create: conversations of a page with a model. They are the document's, and end with it.

import { useModel } from '../agent-connections/use-model.ts';
import { use } from './carry-out.ts';
import { invalid, needText, numberIn, resultOf, textIn } from './page-asked.ts';
import { PageFault } from './page-fault.ts';
import { modelForPage } from './page-model.ts';
import { addedPrompts, readInput, readPrompts } from './prompts.ts';
import { textTerms } from './sessions/page-session.ts';
import type { ModelEvent, ModelMessage } from '../models/model-answer.ts';
import type { Page } from './page.ts';
import type { PageAsked, PageFamily, Payload } from './page-asked.ts';
import type { PageServices } from './page-services.ts';
import type { PageSession, TextOptions } from './sessions/page-session.ts';
import type { PageSessions } from './sessions/page-sessions.ts';

/** One that has a model. */
type TextSession = PageSession & { readonly terms: { readonly text: TextOptions } };

function hasText(session: PageSession): session is TextSession {
  return session.terms.text !== null;
}

class TextSessions {
  readonly #services: PageServices;
  readonly #sessions: PageSessions;

  constructor(services: PageServices, sessions: PageSessions) {
    this.#services = services;
    this.#sessions = sessions;
  }

  open(page: Page, options: TextOptions, messages = options.initial): TextSession {
    return this.#sessions.open(page, textTerms(options), messages) as TextSession;
  }

  /** Throws ERR_SESSION_NOT_FOUND, also for those of other documents, and ERR_PERMISSION_DENIED for one without a model. */
  expect(page: Page, id: string): TextSession {
    const session = this.#sessions.expect(page, id);
    if (hasText(session)) return session;
    throw new PageFault(
      'ERR_PERMISSION_DENIED',
      'Permission denied: this session was created without a model; give it {capabilities: {llm: {}}}.',
    );
  }

  /** Asks the model, one question of a session after the other. What fails leaves no trace in the conversation. */
  async ask(asked: PageAsked, session: TextSession, input: unknown, onText: (text: string) => void): Promise<string> {
    const work = session.turn
      .then(() => this.#ask(asked, session, input, onText))
      .catch((error: unknown) => {
        throw session.ended.signal.aborted ? session.ended.signal.reason : error;
      });
    session.turn = work.catch(() => {});
    return work;
  }

  /** Its signal ends with the session, too. */
  async #ask(asked: PageAsked, session: TextSession, input: unknown, onText: (text: string) => void): Promise<string> {
    const signal = AbortSignal.any([asked.request.signal, session.ended.signal]);
    signal.throwIfAborted();
    this.#sessions.used(session);
    const messages = [...session.messages, ...readInput(input)];
    this.#sessions.expectRoom(session, messages);
    const { model, system, temperature, topP, topK } = session.terms.text;
    session.promptCount += 1;
    const wanted = { model, system, messages, temperature, topP, topK };
    const use = { agent: asked.page.agentOf, params: asked.payload, policy: asked.policy };
    const request = { ...asked.request, signal };
    const answer = await useModel(
      this.#services,
      { ...use, request },
      withoutUndefined(wanted),
      (events, expectAllowed) => readText(events, expectAllowed, onText),
    );
    const text = resultOf(asked, answer);
    signal.throwIfAborted();
    this.#sessions.used(session);
    const answered: ModelMessage[] = [...messages, { role: 'assistant', text, toolCalls: [] }];
    // Others of its page may have grown meanwhile.
    this.#sessions.expectRoom(session, answered);
    session.messages = answered;
    return text;
  }
}

export function textSessionFamily(services: PageServices, all: PageSessions): PageFamily {
  const sessions = new TextSessions(services, all);
  const make = (asked: PageAsked, open: () => TextSession) =>
    use(services, asked, {}, async expectAllowed => {
      expectAllowed();
      return open().id;
    });
  const create = (asked: PageAsked) => make(asked, () => sessions.open(asked.page, readOptions(services, asked)));
  const sessionOf = (asked: PageAsked) => sessions.expect(asked.page, needText(asked, 'sessionId', 200));
  return {
    handlers: {
      'ai.createTextSession': create,
      'ai.languageModel.create': create,
      'session.prompt': asked => sessions.ask(asked, sessionOf(asked), asked.payload.input, () => {}),
      'session.promptStreaming': async asked => {
        await sessions.ask(asked, sessionOf(asked), asked.payload.input, token =>
          asked.stream({ type: 'token', token }),
        );
        return null;
      },
      'session.clone': asked =>
        make(asked, () => {
          const { terms, messages } = sessionOf(asked);
          return sessions.open(asked.page, terms.text, messages);
        }),
      'session.destroy': asked => all.destroy(asked.page, needText(asked, 'sessionId', 200)),
    },
    gone: page => all.gone(page),
  };
}

/** Whether it may still be told is asked for each piece: a model writes for long. */
export async function readText(
  events: AsyncIterable<ModelEvent>,
  expectAllowed: () => void,
  onText: (text: string) => void,
): Promise<string> {
  let text = '';
  for await (const event of events) {
    expectAllowed();
    if (event.kind === 'text') {
      text += event.text;
      onText(event.text);
    }
    if (event.kind === 'end') return text;
  }
  throw new PageFault('ERR_MODEL_FAILED', 'The model ended its answer without saying so.');
}

export function readOptions(
  services: PageServices,
  { payload, page }: Pick<PageAsked, 'payload' | 'page'>,
): TextOptions {
  const prompts = readPrompts(payload.initialPrompts, 'initialPrompts');
  const system = [textIn(payload, 'systemPrompt'), ...prompts.system].filter(text => text !== undefined).join('\n\n');
  return {
    model: modelForPage(services, page, textIn(payload, 'provider', 100), textIn(payload, 'model', 300)),
    system: system === '' ? undefined : system,
    temperature: within(payload, 'temperature', 0, 2),
    topP: within(payload, 'top_p', 0, 1) ?? within(payload, 'topP', 0, 1),
    topK: within(payload, 'topK', 1, 1_000),
    initial: addedPrompts(prompts),
  };
}

function within(payload: Payload, name: string, least: number, most: number): number | undefined {
  const value = numberIn(payload, name);
  if (value === undefined || (value >= least && value <= most)) return value;
  throw invalid(`"${name}" must be between ${least} and ${most}, not ${value}.`);
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
