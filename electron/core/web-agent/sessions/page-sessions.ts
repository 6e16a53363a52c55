// The sessions of all pages, in one table. Each is its document's, and ends with it.
import { invalid } from '../page-asked.ts';
import { PageFault } from '../page-fault.ts';
import { summaryOf } from './page-session.ts';
import type { ModelMessage } from '../../models/model-answer.ts';
import type { HubPlatform } from '../../platform/platform.ts';
import type { Page } from '../page.ts';
import type { PageSession, SessionSummary, SessionTerms } from './page-session.ts';

const maxSessions = 100;
/** What conversations are kept of, in characters. */
const maxChars = { session: 4_000_000, document: 16_000_000, origin: 32_000_000 } as const;
/** One with capabilities of its own ends when nothing was done in it for so long; a conversation alone stays as long as its page. */
export const idleMs = 60 * 60_000;

export class PageSessions {
  readonly #platform: Pick<HubPlatform, 'now' | 'randomBytes'>;
  /** By document, then by id. */
  readonly #sessions = new Map<string, Map<string, PageSession>>();
  readonly #timers = new Map<PageSession, NodeJS.Timeout>();
  #lastId = 0;

  constructor(platform: Pick<HubPlatform, 'now' | 'randomBytes'>) {
    this.#platform = platform;
  }

  /** Throws ERR_RATE_LIMITED where its document has as many as are kept, and ERR_INVALID_REQUEST where they would hold too much. */
  open(page: Page, terms: SessionTerms, messages = terms.text?.initial ?? []): PageSession {
    const own = this.#sessions.get(page.key) ?? new Map<string, PageSession>();
    if (own.size >= maxSessions)
      throw new PageFault('ERR_RATE_LIMITED', `This page has ${maxSessions} sessions open; destroy some.`);
    this.#expectFits({ terms, document: page.key, origin: page.origin, messages });
    const now = this.#platform.now();
    const session: PageSession = {
      ...{ id: this.#newId(), terms, document: page.key, origin: page.origin, browserId: page.tab.browserId },
      ...{ createdAt: now, lastActiveAt: now, promptCount: 0, toolCallCount: 0 },
      ...{ messages, turn: Promise.resolve(), ended: new AbortController() },
    };
    this.#sessions.set(page.key, own.set(session.id, session));
    this.#watch(session);
    return session;
  }

  /** Throws ERR_SESSION_NOT_FOUND, also for those of other documents and for one whose time is over. */
  expect({ key }: Page, id: string): PageSession {
    const session = this.#sessions.get(key)?.get(id);
    if (session && !this.#isOver(session)) return session;
    if (session) this.#end(session);
    throw new PageFault(
      'ERR_SESSION_NOT_FOUND',
      `There is no session ${JSON.stringify(id.slice(0, 100))} in this page.`,
    );
  }

  /** Throws ERR_INVALID_REQUEST where these are more than is kept of one conversation, or of all of its document or origin. */
  expectRoom(session: PageSession, messages: readonly ModelMessage[]): void {
    this.#expectFits({ ...session, messages }, session);
  }

  #expectFits(wanted: Held, instead?: PageSession): void {
    const chars = charsOf(wanted);
    const others = [...this.#sessions.values()].flatMap(own => [...own.values()]).filter(one => one !== instead);
    const sumOf = (some: readonly PageSession[]) => some.reduce((sum, one) => sum + charsOf(one), chars);
    if (chars > maxChars.session)
      throw invalid(
        `The conversation has ${chars} characters; at most ${maxChars.session} are kept. Create a new session.`,
      );
    const ofOrigin = others.filter(({ origin }) => origin === wanted.origin);
    const all = sumOf(ofOrigin);
    const ofDocument = sumOf(ofOrigin.filter(({ document }) => document === wanted.document));
    if (ofDocument > maxChars.document || all > maxChars.origin)
      throw invalid(
        `The sessions of this page have ${ofDocument} characters, those of its site ${all}; at most ${maxChars.document} and ${maxChars.origin} are kept. Destroy some.`,
      );
  }

  used(session: PageSession): void {
    session.lastActiveAt = this.#platform.now();
  }

  /** Those of the page's origin in its browser, the latest first. */
  list({ origin, tab }: Page): SessionSummary[] {
    const own = [...this.#sessions.values()].flatMap(ofDocument => [...ofDocument.values()]);
    return own
      .filter(one => one.origin === origin && one.browserId === tab.browserId && !this.#isOver(one))
      .toReversed()
      .toSorted((a, b) => b.createdAt - a.createdAt)
      .map(summaryOf);
  }

  /** False where there is none of that id among those that `list` tells of. */
  terminate(page: Page, id: string): boolean {
    const isShown = this.list(page).some(({ sessionId }) => sessionId === id);
    const session = [...this.#sessions.values()].flatMap(own => own.get(id) ?? [])[0];
    if (!isShown || !session) return false;
    this.#end(session);
    return true;
  }

  /** One of the page's own. */
  destroy({ key }: Page, id: string): void {
    const session = this.#sessions.get(key)?.get(id);
    if (session) this.#end(session);
  }

  gone({ key }: Page): void {
    for (const session of [...(this.#sessions.get(key)?.values() ?? [])]) this.#end(session);
  }

  #newId(): string {
    this.#lastId += 1;
    const { now, randomBytes } = { now: this.#platform.now(), randomBytes: this.#platform.randomBytes(12) };
    return `session-${now}-${this.#lastId}-${randomBytes.toString('hex')}`;
  }

  #isOver(session: PageSession): boolean {
    return this.#leftMs(session) <= 0;
  }

  #leftMs({ terms: { kind, expiresAt }, lastActiveAt }: PageSession): number {
    const now = this.#platform.now();
    const idle = kind === 'explicit' ? lastActiveAt + idleMs - now : Number.POSITIVE_INFINITY;
    return Math.min(idle, (expiresAt ?? Number.POSITIVE_INFINITY) - now);
  }

  /** Whatever waits in it, for instance for the user, ends with it. */
  #watch(session: PageSession): void {
    const leftMs = this.#leftMs(session);
    if (leftMs === Number.POSITIVE_INFINITY) return;
    if (leftMs <= 0) return this.#end(session);
    const timer = setTimeout(() => this.#watch(session), Math.max(1, leftMs)).unref();
    this.#timers.set(session, timer);
  }

  #end(session: PageSession): void {
    clearTimeout(this.#timers.get(session));
    this.#timers.delete(session);
    const own = this.#sessions.get(session.document);
    own?.delete(session.id);
    if (own?.size === 0) this.#sessions.delete(session.document);
    session.ended.abort(new PageFault('ERR_SESSION_NOT_FOUND', 'The session has ended.'));
  }
}

/** What is counted of a session. */
type Held = Pick<PageSession, 'terms' | 'document' | 'origin' | 'messages'>;

/** Counted once: messages do not change. */
const counted = new WeakMap<readonly ModelMessage[], number>();

function charsOf({ terms, messages }: Held): number {
  const known = counted.get(messages) ?? messages.reduce((sum, message) => sum + charsOfMessage(message), 0);
  counted.set(messages, known);
  return known + (terms.text?.system?.length ?? 0);
}

function charsOfMessage(message: ModelMessage): number {
  if (message.role !== 'user') return message.text.length;
  return message.parts.reduce((all, part) => all + (part.kind === 'text' ? part.text.length : part.data.length), 0);
}
