// Tells each hub that comes of what the page had registered with the one before, and the page of what the new one refuses for good.
import { parseJson } from '../../../contract/json.ts';
import { passingCauses } from '../../../contract/web-agent.ts';
import { KeptRegistrations, keptChars } from './kept-registrations.ts';
import { toPageError } from './page-fault.ts';
import type { PageError, PageErrorCode } from '../../../contract/web-agent.ts';
import type { RegisteredName, Registration } from './kept-registrations.ts';
import type { ToContent } from './port-messages.ts';

/** The hub that is told. */
export interface NextHub {
  ask(type: string, payload: unknown): Promise<unknown>;
  /** Whether it still is; what it has not answered by then is for the next one. */
  isThere(): boolean;
}

export class RegistrationsAgain {
  readonly #post: (message: ToContent) => void;
  readonly #kept = new KeptRegistrations();

  constructor(post: (message: ToContent) => void) {
    this.#post = post;
  }

  get isNeeded(): boolean {
    return this.#kept.size > 0;
  }

  answered(type: string, payload: Record<string, unknown>, result: unknown): void {
    this.#kept.answered(type, payload, result);
  }

  /** What the content script has kept, as JSON; what cannot be read is nothing. */
  load(written: string): void {
    try {
      // How deep each of them nests was judged when it was registered.
      this.#kept.load(parseJson(written));
    } catch {
      // What no JSON may hold was never registered.
    }
  }

  /** Of all at once. Never rejects. Resolves with what that hub does not take for now. */
  async tell(hub: NextHub): Promise<RegisteredName[]> {
    const all = this.#kept.all();
    const refused = await Promise.all(all.map(registration => this.#tellOne(hub, registration)));
    return all.filter((_, at) => refused[at]);
  }

  /** The same of what it has not taken before, one by one, so that it is no burden; where agents may do nothing now, of the first alone. */
  async tellRest(hub: NextHub, rest: readonly RegisteredName[]): Promise<RegisteredName[]> {
    const stillRest: RegisteredName[] = [];
    for (const [at, name] of rest.entries()) {
      if (!hub.isThere()) return [];
      // The page may have registered it anew by then, or taken it away.
      const registration = this.#kept.get(name);
      const refused = registration && (await this.#tellOne(hub, registration));
      if (refused && isOfMode(refused)) return [...stillRest, ...rest.slice(at)];
      if (refused) stillRest.push(name);
    }
    return stillRest;
  }

  /** The page may register nothing any more. */
  refused(error: unknown): void {
    const told = toPageError(error);
    if (isForGood(told)) for (const registration of this.#kept.all()) this.#lose(registration, told);
  }

  /** Null where the hub took it, or it is lost; else why that hub does not take it for now. */
  async #tellOne(hub: NextHub, registration: Registration): Promise<PageError | null> {
    if (!registration.payload) return this.#lose(registration, tooLarge);
    try {
      await hub.ask(registration.type, registration.payload);
      return null;
    } catch (error) {
      const told = toPageError(error);
      if (!hub.isThere() || !isForGood(told)) return told;
      return this.#lose(registration, told);
    }
  }

  #lose({ type, id }: RegisteredName, error: PageError): null {
    this.#kept.lost({ type, id });
    this.#post({ kind: 'lost', lost: { type, id, error } });
    return null;
  }
}

const tooLarge: PageError = {
  code: 'ERR_INVALID_REQUEST',
  message: `Pilothouse has begun anew, and this was too large to be registered again by the companion, which keeps ${keptChars} characters of a page; register it again.`,
};

const forGood: ReadonlySet<PageErrorCode> = new Set<PageErrorCode>([
  'ERR_PERMISSION_DENIED',
  'ERR_SCOPE_REQUIRED',
  'ERR_FEATURE_DISABLED',
  'ERR_INVALID_REQUEST',
]);

/** What the user or the hub has decided on it. What came in between, such as a pause or too much at once, passes. */
function isForGood(error: PageError): boolean {
  return forGood.has(error.code) && !isOfMode(error);
}

/** All agents are paused, stopped, or only read. */
function isOfMode({ details }: PageError): boolean {
  return passingCauses.some(cause => cause === details?.cause);
}
