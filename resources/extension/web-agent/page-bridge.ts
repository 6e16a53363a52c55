// Between one document and the background: three channels of the page on one side, one port on the other, opened again with the next request where it was closed.
import { isRecord } from '../../../contract/json.ts';
import { AnsweredHere, type Declared } from './answered-here.ts';
import { OwnDialect, ownChannel } from './dialect-own.ts';
import { ProviderDialect, providerNamespace } from './dialect-provider.ts';
import { WebAgentsDialect, webAgentsChannel } from './dialect-web-agents.ts';
import { isRegistering, KeptRegistrations, withoutAgain, withoutSecret } from './kept-registrations.ts';
import { pageBounds } from './known-to-pages.ts';
import { NewestOffer } from './newest-offer.ts';
import { PageBounds, RefusalTally } from './page-bounds.ts';
import { unwritable, write } from './page-json.ts';
import { WebsiteTools, websiteToolsNamespace } from './website-tools.ts';
import type { PageError } from '../../../contract/web-agent.ts';
import type { Answer, Dialect, FromPage } from './dialect.ts';
import type { ToBackground, ToContent } from './port-messages.ts';

export interface BackgroundPort {
  post(message: ToBackground): void;
  close(): void;
}

export interface Surroundings extends Declared {
  /** To the page. */
  post(message: object): void;
  /** Throws where the extension is gone. */
  connect(heard: (message: ToContent) => void, lost: () => void): BackgroundPort;
}

interface Asked {
  readonly dialect: Dialect;
  readonly key: string;
  /** Of what is kept, once it is registered. */
  readonly registering: { readonly type: string; readonly payload: string } | null;
}

/** A background that has ended is started again after this long, where the page offers something to others or waits for something of theirs. */
const comeBackMs = 1_000;

export class PageBridge {
  readonly #around: Surroundings;
  readonly #own = new OwnDialect();
  readonly #dialects: ReadonlyMap<unknown, Dialect>;
  readonly #websiteTools: WebsiteTools;
  readonly #here: AnsweredHere;
  /** The background applies the same bounds; what exceeds them does not get that far. */
  readonly #bounds: PageBounds;
  readonly #offers: NewestOffer<unknown>;
  readonly #refused: RefusalTally;
  /** By the id that the background knows. */
  readonly #asked = new Map<number, Asked>();
  #port: BackgroundPort | null = null;
  #lastId = 0;
  /** What the page offers to agents, which every background has to hear. */
  #tools: string | null = null;
  /** What it has registered, for a background that comes anew. */
  readonly #kept = new KeptRegistrations();
  #isLeft = false;

  constructor(around: Surroundings) {
    this.#around = around;
    const now = () => performance.now();
    this.#bounds = new PageBounds(now);
    this.#offers = new NewestOffer({ now, pauseMs: pageBounds.toolsPauseMs, tell: tools => this.#offer(tools) });
    this.#refused = new RefusalTally(count => this.#tellRefused(count));
    this.#websiteTools = new WebsiteTools(message => around.post(message));
    this.#here = new AnsweredHere(around, this.#websiteTools);
    this.#dialects = new Map<unknown, Dialect>([
      [ownChannel, this.#own],
      [webAgentsChannel, new WebAgentsDialect()],
      [providerNamespace, new ProviderDialect()],
    ]);
  }

  /** A message that the page posted to itself. */
  receive(data: unknown): void {
    if (!isRecord(data)) return;
    if (data.namespace === websiteToolsNamespace) return this.#websiteTools.receive(data);
    const dialect = this.#dialects.get(data.channel ?? data.namespace);
    const said = dialect?.read(data);
    if (dialect && said) this.#take(dialect, said);
  }

  /** The document is left, and may come back as it is. What it waits for is answered then: a message to a hidden page is dropped. */
  left(): void {
    this.#isLeft = true;
    this.#refused.flush();
    this.#port?.close();
    this.#port = null;
  }

  returned(): void {
    this.#isLeft = false;
    this.#port?.close();
    this.#lost();
    if (this.#isExpected) this.#open();
  }

  /** Others count on the page although it asks for nothing. */
  get #isExpected(): boolean {
    return this.#tools !== null || this.#kept.size > 0;
  }

  #take(dialect: Dialect, said: FromPage): void {
    switch (said.kind) {
      case 'request':
        return this.#request(dialect, said);
      case 'abort':
        return this.#abort(dialect, said.key);
      case 'discover':
        return this.#say(dialect.answer(said.key, { ok: true, result: { servers: this.#around.servers() } }));
      case 'tools':
        return this.#offers.take(said.tools);
      case 'answer':
        return this.#answerAsk(said.ask, said.answer);
      case 'reply':
        return this.#say(said.messages);
    }
  }

  #request(dialect: Dialect, { key, type, payload }: Extract<FromPage, { kind: 'request' }>): void {
    const written = write(withoutAgain(type, payload));
    if (written === null) return this.#refuse(dialect, key, unwritable(type));
    // It may be about a tool that was just added.
    this.#offers.flush();
    const refused = this.#bounds.take(written.length);
    if (refused) {
      this.#refused.add();
      return this.#refuse(dialect, key, refused);
    }
    this.#lastId += 1;
    const id = this.#lastId;
    this.#asked.set(id, { dialect, key, registering: isRegistering(type) ? { type, payload: written } : null });
    const error = this.#send({ kind: 'request', id, type, payload: written });
    if (error) this.#settle(id, { ok: false, error });
  }

  /** A document that is left opens no port for it. */
  #tellRefused(count: number): void {
    const message = { kind: 'refused', count } as const;
    if (this.#isLeft) this.#port?.post(message);
    else this.#send(message);
  }

  #abort(dialect: Dialect, key: string): void {
    for (const [id, asked] of this.#asked)
      if (asked.dialect === dialect && asked.key === key) this.#port?.post({ kind: 'abort', id });
  }

  /** What is no list, or too large a one, is not offered. False where it is too much for now. */
  #offer(tools: unknown): boolean {
    const written = Array.isArray(tools) ? write(tools.slice(0, pageBounds.tools)) : null;
    if (written === null || written.length > pageBounds.requestBytes) return true;
    if (!this.#bounds.takeBytes(written.length)) return false;
    this.#tools = written === '[]' ? null : written;
    if (this.#port) this.#port.post({ kind: 'tools', tools: written });
    else if (this.#tools !== null && !this.#isLeft) this.#open();
    return true;
  }

  #answerAsk(id: number, answer: Answer): void {
    const said = answer.ok ? answer.result : answer.error;
    const value = write(said);
    if (value !== null) this.#port?.post({ kind: 'answer', id, ok: answer.ok, value });
    else
      this.#port?.post({ kind: 'answer', id, ok: false, value: JSON.stringify(unwritable('An answer of the page')) });
  }

  /** Null once it is on its way. */
  #send(message: ToBackground): PageError | null {
    try {
      if (!this.#port && !this.#open()) return gone;
      this.#port?.post(message);
      return null;
    } catch {
      return gone;
    }
  }

  #open(): boolean {
    if (this.#port) return true;
    try {
      const port = this.#around.connect(
        message => this.#port === port && this.#hear(message),
        () => this.#port === port && this.#lost(),
      );
      this.#port = port;
      // First: with its tools it may be opened at the hub, which is told what is known of it by then.
      if (this.#kept.size > 0) port.post({ kind: 'kept', kept: JSON.stringify(this.#kept.all()) });
      if (this.#tools !== null) port.post({ kind: 'tools', tools: this.#tools });
      return true;
    } catch {
      this.#port = null;
      return false;
    }
  }

  #lost(): void {
    this.#port = null;
    if (this.#isLeft) return;
    for (const id of [...this.#asked.keys()]) this.#settle(id, { ok: false, error: connectionLost });
    if (this.#isExpected)
      setTimeout(() => {
        if (!this.#isLeft) this.#open();
      }, comeBackMs);
  }

  #hear(message: ToContent): void {
    switch (message.kind) {
      case 'response':
        return this.#settle(message.id, message);
      case 'event': {
        const asked = this.#asked.get(message.id);
        if (asked) this.#say(asked.dialect.event(asked.key, message.event));
        return;
      }
      case 'agentEvent':
        return this.#say([...this.#dialects.values()].flatMap(dialect => dialect.agentEvent(message.event)));
      case 'flags':
        return this.#say([{ channel: ownChannel, flags: message.flags }]);
      case 'lost':
        this.#kept.lost(message.lost);
        return this.#say([{ channel: ownChannel, lost: message.lost }]);
      case 'ask':
        return this.#ask(message);
    }
  }

  #ask(ask: Extract<ToContent, { kind: 'ask' }>): void {
    if (this.#here.take(ask, answer => this.#answerAsk(ask.id, answer))) return;
    // What was handed over on a channel of an older generation is asked for on that channel.
    for (const dialect of [...this.#dialects.values()].filter(one => one !== this.#own)) {
      const messages = dialect.ask(ask);
      if (messages) return this.#say(messages);
    }
    this.#say(this.#own.ask(ask));
  }

  #settle(id: number, answer: Answer): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    this.#bounds.done();
    this.#say(asked.dialect.answer(asked.key, answer.ok ? this.#registered(asked, answer) : answer));
  }

  #registered({ registering }: Asked, answer: Extract<Answer, { ok: true }>): Answer {
    if (!registering) return answer;
    const payload: unknown = JSON.parse(registering.payload);
    this.#kept.answered(registering.type, isRecord(payload) ? payload : {}, answer.result);
    return { ok: true, result: withoutSecret(registering.type, answer.result) };
  }

  #refuse(dialect: Dialect, key: string, error: PageError): void {
    this.#say(dialect.answer(key, { ok: false, error }));
  }

  #say(messages: readonly object[]): void {
    for (const message of messages) this.#around.post(message);
  }
}

const connectionLost: PageError = { code: 'ERR_INTERNAL', message: 'Background connection lost' };
const gone: PageError = {
  code: 'ERR_INTERNAL',
  message: 'Background connection lost: the companion was updated or switched off; reload this page.',
};
