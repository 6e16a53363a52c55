// One request of a page, as those who answer it see it: its payload read with care, its time, and how it was decided.
import { isRecord } from '../../../contract/json.ts';
import { requestReply } from '../agent-connections/mcp-reply.ts';
import { asPageFault, PageFault } from './page-fault.ts';
import type { PageMember, PageMemberName } from '../../../contract/web-agent.ts';
import type { CallAnswer } from '../router/agent-call.ts';
import type { Verdict } from '../trace/tap.ts';
import type { CallPolicy, IncomingRequest } from '../wire/incoming-request.ts';
import type { CallTime } from './call-time.ts';
import type { Page } from './page.ts';

export type Payload = Readonly<Record<string, unknown>>;

export interface PageAsked {
  readonly type: PageMemberName;
  readonly payload: Payload;
  readonly page: Page;
  /** Its signal is also aborted when its time is up. */
  readonly request: IncomingRequest;
  /** Stands still while the user is asked. */
  readonly time: CallTime;
  readonly policy: CallPolicy;
  /** An event of a request that streams. */
  readonly stream: (event: unknown) => void;
  /** How what it asked for was decided; it stands in the trace. */
  readonly decided: (verdict: Verdict) => void;
}

export type PageHandler = (asked: PageAsked) => unknown;

/** Those who answer some members, and what becomes of what they keep for a document that is gone. */
export interface PageFamily {
  readonly handlers: Partial<Readonly<Record<PageMemberName, PageHandler>>>;
  /** Throws where something that the request names, such as a session, does not allow it. */
  readonly expect?: (asked: PageAsked, member: PageMember) => void;
  readonly gone?: (page: Page) => void;
  /** Resolves when what goes with documents that are gone is gone. */
  readonly settled?: () => Promise<void>;
  /** What a page may do without the scopes of its member, because it uses only what it has brought itself. */
  readonly isOwn?: (asked: Pick<PageAsked, 'type' | 'payload' | 'page'>) => boolean;
  /** What a document tells without being asked. */
  readonly notified?: (page: Page, method: string, params: unknown) => void;
}

/** What the router answered, noted in the trace too. Throws the refusal or failure, as told to the page. */
export function resultOf<T>(asked: Pick<PageAsked, 'decided'>, answer: CallAnswer<T>): T {
  const reply = requestReply(answer);
  if (reply.verdict) asked.decided(reply.verdict);
  if (answer.kind === 'result') return answer.result;
  throw asPageFault('error' in reply ? reply.error : undefined);
}

export function invalid(message: string): PageFault {
  return new PageFault('ERR_INVALID_REQUEST', message);
}

/** The text of a required field. */
export function needText({ payload, type }: PageAsked, name: string, most = 100_000): string {
  const value = payload[name];
  if (typeof value === 'string' && value !== '' && value.length <= most) return value;
  throw invalid(`${type} needs "${name}", a text of 1 to ${most} characters.`);
}

export function textIn(payload: Payload, name: string, most = 100_000): string | undefined {
  const value = payload[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, most) : undefined;
}

export function numberIn(payload: Payload, name: string): number | undefined {
  const value = payload[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function recordIn(payload: Payload, name: string): Payload | undefined {
  const value = payload[name];
  return isRecord(value) ? value : undefined;
}

/** The texts of a list; undefined where there is none. Throws for a list of anything else. */
export function textsIn(
  { payload, type }: Pick<PageAsked, 'payload' | 'type'>,
  name: string,
  most = 500,
): string[] | undefined {
  const value = payload[name];
  if (value === undefined || value === null) return undefined;
  const isTexts = Array.isArray(value) && value.every(one => typeof one === 'string' && one.length <= maxItemChars);
  if (isTexts && value.length <= most) return [...value];
  throw invalid(`"${name}" of ${type} must be a list of at most ${most} texts.`);
}

const maxItemChars = 500;
