// The wire of one document: its requests are checked against flags and permissions, then answered side by side, each within its time.
import { isRecord } from '../../../contract/json.ts';
import { untilAborted } from '../../../contract/until-aborted.ts';
import { callMs, pageMember, pageNews, pageTells } from '../../../contract/web-agent.ts';
import { partyOf } from '../agent-connections/agent-connection.ts';
import { Peer } from '../wire/peer.ts';
import { expectAsked } from './ask-scopes.ts';
import { CallTime } from './call-time.ts';
import { expectOffered, followOffer } from './offered.ts';
import { asPageFault, PageFault } from './page-fault.ts';
import { bookOf, expectGranted } from './page-standing.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { PageMember, PageMemberName } from '../../../contract/web-agent.ts';
import type { PageWire } from '../browsers/page-links.ts';
import type { Verdict } from '../trace/tap.ts';
import type { IncomingRequest, Reply } from '../wire/incoming-request.ts';
import type { CancelForm } from '../wire/peer.ts';
import type { PageFamilies } from './families.ts';
import type { Page } from './page.ts';
import type { PageAsked } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

const pageCancel: CancelForm = { method: 'cancel', params: id => ({ id }), idOf: params => params.id };

/** How long a page waits while everything is paused; a question to its user stays open as long as its card (`prompt-queue.ts`). */
const policy = { patienceMs: 25_000, questionMs: 120_000 } as const;

/** How long a site that asked for too much at once is shown as doing so. */
const overRateMs = 10_000;
/** More than a page can reach in the time between two reports. */
const maxRefused = 1_000_000;

export interface PageConnectionOptions {
  readonly services: PageServices;
  readonly page: Page;
  readonly wire: PageWire;
  readonly families: Pick<PageFamilies, 'handlers' | 'arrive' | 'expect' | 'notified' | 'isOwn'>;
}

/** Serves the document until its wire ends. */
export function connectPage(options: PageConnectionOptions): Peer {
  const { services, page, wire, families } = options;
  const { hub, tap } = services.agentServices;
  const peer: Peer = new Peer({
    hub,
    tap,
    other: () => partyOfPage(page),
    cancel: pageCancel,
    send: (text, message) => wire.send(text, message),
    handle: request => handle(options, peer, request),
    notified: (method, params) => {
      if (method === pageTells.refused) refusedBefore(options, params);
      else families.notified(page, method, params);
    },
  });
  return peer;
}

/** Requests that the companion refused, so they never came here. */
function refusedBefore({ services, page }: PageConnectionOptions, params: unknown): void {
  const count = isRecord(params) ? params.count : null;
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1) return;
  services.rules.refusedByRate(page.origin, services.platform.now() + overRateMs, Math.min(count, maxRefused));
}

function partyOfPage(page: Page): Party {
  try {
    return partyOf(page.agentOf());
  } catch {
    // The user shut pages out: each request is refused with that.
    return { kind: 'agent', id: 'page', label: page.origin };
  }
}

async function handle(options: PageConnectionOptions, peer: Peer, request: IncomingRequest): Promise<Reply> {
  const { services } = options;
  const { page, end } = options.families.arrive(options.page);
  let verdict: Verdict | undefined;
  const member = pageMember(request.method);
  const time = new CallTime(member?.withinMs ?? callMs, () => timedOut(request.method));
  const offer = followOffer(services, page, member);
  const signal = AbortSignal.any([request.signal, time.signal, offer.signal]);
  const asked: PageAsked = {
    type: request.method as PageMemberName,
    payload: isRecord(request.params) ? request.params : {},
    page,
    request: { ...ownOf(request), signal },
    time,
    policy,
    stream: event => peer.notify(pageNews.stream, { id: request.id, event }, { parent: request.seq }),
    decided: said => (verdict = said),
  };
  try {
    const result = await answer(options, asked, member);
    services.rules.used(page.origin);
    return { result: result ?? null, ...(verdict && { verdict }) };
  } catch (error) {
    const ended = [offer.signal, time.signal].find(({ aborted }) => aborted);
    const fault = asPageFault(ended ? ended.reason : error);
    if (fault.code === 'ERR_RATE_LIMITED')
      services.rules.refusedByRate(page.origin, services.platform.now() + overRateMs);
    return { error: fault, ...(verdict && { verdict }) };
  } finally {
    time.end();
    offer.end();
    end();
  }
}

/** A request may be of a class, whose fields a spread would leave behind. */
function ownOf({ id, method, params, seq }: IncomingRequest): Omit<IncomingRequest, 'signal'> {
  return { method, params, seq, ...(id !== undefined && { id }) };
}

async function answer(
  { services, families }: PageConnectionOptions,
  asked: PageAsked,
  member: PageMember | null,
): Promise<unknown> {
  const handler = member && families.handlers[asked.type];
  if (!handler) throw new PageFault('ERR_NOT_IMPLEMENTED', `There is no "${asked.type.slice(0, 100)}" in this API.`);
  const { page } = asked;
  expectOffered(services, page, member);
  expectOwnTab(page, asked.type);
  const { scopes = [] } = member;
  // What its page has brought itself needs no scope.
  const isOwn = families.isOwn(asked);
  if (!isOwn && member.asks) await expectAsked(services, asked, scopes);
  else if (!isOwn) expectGranted(bookOf(services), page, scopes);
  families.expect(asked, member);
  const { signal } = asked.request;
  // What a handler begins ends with the signal; nobody waits for one that does not hear it.
  return await untilAborted(Promise.resolve(handler(asked)), signal);
}

/** What is about a tab is for the page that it shows, and not for the frames in it. */
function expectOwnTab({ embeddedIn, origin }: Page, type: string): void {
  if (embeddedIn === null || !/^agent\.(browser|chat|addressBar)\./.test(type)) return;
  throw new PageFault(
    'ERR_PERMISSION_DENIED',
    `Permission denied: ${origin} is a frame in ${embeddedIn}, and ${type} is for the page of a tab alone; call it there.`,
  );
}

function timedOut(type: string): PageFault {
  const code = type === 'agent.tools.call' ? 'ERR_TOOL_TIMEOUT' : 'ERR_TIMEOUT';
  return new PageFault(code, `${type.slice(0, 100)} was not answered in time.`);
}
