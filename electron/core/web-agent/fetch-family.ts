// agent.fetch: HTTP for a page past what browsers allow pages, without the user's sign-ins. Each site that it leads to is decided on. Only the
// internet is reached, at every hop and at every address that a name turns out to mean; this machine and private networks only where the
// user has allowed that very address.
import { originOf } from '../../../contract/sites.ts';
import { kindOfAddress } from '../outbound/address-kinds.ts';
import { createGuardedFetch } from '../outbound/guarded-fetch.ts';
import { RefusedAddress } from '../outbound/guarded-lookup.ts';
import { isLocalName } from '../outbound/reach.ts';
import { addressOf } from './browser-family.ts';
import { use } from './carry-out.ts';
import { invalid, recordIn } from './page-asked.ts';
import { PageFault } from './page-fault.ts';
import type { HubTarget } from '../gates/gate.ts';
import type { Resolve } from '../outbound/guarded-lookup.ts';
import type { PageAsked, PageFamily, Payload } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

const maxBytes = 5 * 1024 * 1024;
const maxBodyChars = 1_000_000;
/** "This host" (RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.2), which systems connect to themselves. */
const unspecified: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const linkLocal = 'a link-local address';
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Fetch standard "forbidden request-header", and what would speak for the user. */
const forbidden =
  /^(cookie2?|host|origin|referer|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|date|via|dnt|set-cookie2?|access-control-.*|proxy-.*|sec-.*)$/;

/** `resolve`: that of the system when absent. `kindOf`: which addresses are the internet. */
export function fetchFamily(services: PageServices, resolve?: Resolve, kindOf = kindOfAddress): PageFamily {
  const fetches = (asked: PageAsked) => carryOut(services, asked, { resolve, kindOf });
  return { handlers: { 'agent.fetch': fetches, 'agent.browser.fetch': fetches } };
}

async function carryOut(services: PageServices, asked: PageAsked, outside: Outside): Promise<unknown> {
  const url = new URL(addressOf(asked));
  const site = originOf(url.href) ?? undefined;
  const init = readInit(asked);
  const goNear = (by: PageAsked, near: Near) => {
    const nearby = { asksUser: 'site', site: siteOf(url, near), place: placeOf(by, url, near) } as const;
    return use(services, by, nearby, async (expectAllowed, signal) => {
      expectAllowed();
      return answerOf(await send(url, { ...init, signal }, { ...outside, near, expect: expectOrigin(url) }));
    });
  };
  if (kindOfName(url.hostname) === 'link-local') throw linkLocalFault(url);
  if (kindOfName(url.hostname) === 'near') return goNear(asked, { address: null });
  return use(services, asked, aboutSite(asked, site, null), async (expectAllowed, signal) => {
    expectAllowed();
    // What its sites are asked about ends with what allowed the first of them.
    const within = { ...asked, request: { ...asked.request, signal } };
    const hops = decidedHops(services, within, url);
    try {
      const answer = await answerOf(
        await send(url, { ...init, signal }, { ...outside, near: null, expect: hops.expect }),
      );
      hops.expectAllowed();
      return answer;
    } catch (error) {
      // A name that turns out to mean a private address. A redirect to one is never followed.
      if (!(error instanceof NearFault)) throw error;
      return goNear(within, { address: error.address });
    }
  });
}

/** Each decision says in the audit which site it was about. */
function aboutSite({ type }: PageAsked, site: string | undefined, from: string | null) {
  if (site === undefined) return {};
  return { site, place: { kind: 'at-page-site', member: type, site, from } } as const;
}

/** Sites that a fetch is led to, each decided on as if the page had named it, before it is asked for anything. */
function decidedHops(services: PageServices, asked: PageAsked, first: URL) {
  const decided = new Map<string, () => void>([[first.origin, () => {}]]);
  let from = first.origin;
  const expect = async (hop: URL) => {
    const before = from;
    from = hop.origin;
    if (decided.has(hop.origin)) return;
    if (kindOfName(hop.hostname) !== 'far') throw notAllowed(first, hop);
    const site = originOf(hop.href) ?? undefined;
    await use(services, asked, aboutSite(asked, site, before), async expectAllowed => {
      expectAllowed();
      decided.set(hop.origin, expectAllowed);
    });
  };
  /** By now, when all of the answer is there. */
  const expectAllowed = () => decided.forEach(isStill => isStill());
  return { expect, expectAllowed };
}

/** What a rule has to name: for a name the address that it means by now, since it may have meant another when a rule was made. */
function siteOf({ protocol, host, port }: URL, { address }: Near): string | undefined {
  if (address === null) return originOf(`${protocol}//${host}`) ?? undefined;
  const named = address.includes(':') ? `[${address}]` : address;
  return originOf(`${protocol}//${named}${port && `:${port}`}`) ?? undefined;
}

/** Not on the internet: the very address that a name turned out to mean, null where the page named the address itself. */
interface Near {
  readonly address: string | null;
}

/** A name that means an address of this machine or of a private network. */
class NearFault extends PageFault {
  readonly address: string;

  constructor(message: string, address: string) {
    super('ERR_PERMISSION_DENIED', message);
    this.address = address;
  }
}

/** What the user is asked about: a name says nothing of where it leads. */
function placeOf({ type }: PageAsked, { hostname }: URL, near: Near): HubTarget['what'] {
  const named = plain(hostname);
  const address = near.address ?? named;
  const isThisMachine = isLocalName(address) || kindOfAddress(address) === 'loopback' || unspecified.has(address);
  const host = near.address === null ? null : named;
  return { kind: 'at-page-near', member: type, host, address, isThisMachine };
}

interface Outside {
  readonly resolve: Resolve | undefined;
  readonly kindOf: typeof kindOfAddress;
}

interface Sending extends Outside {
  /** The user has allowed this very address; every other private one stays out of reach, also where the name means it by now. */
  readonly near: Near | null;
  readonly expect: (hop: URL) => void | Promise<void>;
}

async function send(url: URL, init: RequestInit, { near, expect, resolve, kindOf }: Sending): Promise<Response> {
  const host = plain(url.hostname);
  let nearAddress: string | null = null;
  const reach = (name: string, address: string) => {
    const kind = kindOf(address);
    if (kind === 'public') return null;
    const isItself = plain(name) === host && kind !== 'link-local';
    if (near && isItself && (near.address ?? address) === address) return null;
    if (isItself) nearAddress = address;
    return `${name} means ${address}, which is ${kind === 'link-local' ? linkLocal : 'not the internet'}`;
  };
  try {
    const rules = { reach, expect, ...(resolve && { resolve }) };
    return await createGuardedFetch(rules)(url, init);
  } catch (error) {
    if (init.signal?.aborted || error instanceof PageFault) throw error;
    const message = `${url.origin} could not be fetched: ${causeOf(error)}.`;
    if (!(error instanceof RefusedAddress)) throw new PageFault('ERR_TOOL_FAILED', message);
    throw nearAddress === null ? new PageFault('ERR_PERMISSION_DENIED', message) : new NearFault(message, nearAddress);
  }
}

/** Where cloud machines serve their credentials. The user is not asked, since it is never allowed. */
function linkLocalFault(url: URL): PageFault {
  return new PageFault(
    'ERR_PERMISSION_DENIED',
    `Permission denied: ${url.hostname} is ${linkLocal}, which is fetched for no page.`,
  );
}

/** Only this address was allowed, and nothing that it leads to. */
function expectOrigin(url: URL): (hop: URL) => void {
  return hop => {
    if (hop.origin !== url.origin) throw notAllowed(url, hop);
  };
}

function notAllowed({ origin }: URL, hop: URL): PageFault {
  return new PageFault(
    'ERR_PERMISSION_DENIED',
    `Permission denied: ${origin} leads to ${hop.origin}, which was not allowed.`,
  );
}

async function answerOf(response: Response): Promise<unknown> {
  const { ok, status, statusText, headers, url, redirected } = response;
  const text = await readText(response);
  return { ok, status, statusText, headers: Object.fromEntries(headers), url, redirected, text };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new PageFault('ERR_TOOL_FAILED', `The answer has more than ${maxBytes} bytes; ask for less.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function readInit({ payload, page, type }: PageAsked): RequestInit {
  const options: Payload = { ...payload, ...recordIn(payload, 'options') };
  const method = typeof options.method === 'string' ? options.method.toUpperCase() : 'GET';
  if (!methods.has(method))
    throw invalid(`${type} knows ${[...methods].join(', ')}, not ${JSON.stringify(method.slice(0, 30))}.`);
  const { body } = options;
  if (body !== undefined && body !== null && (typeof body !== 'string' || body.length > maxBodyChars))
    throw invalid(`The body of ${type} must be a text of at most ${maxBodyChars} characters.`);
  const headers = new Headers();
  for (const [name, value] of Object.entries(recordIn(options, 'headers') ?? {})) {
    if (typeof value !== 'string' || forbidden.test(name.toLowerCase())) continue;
    try {
      headers.set(name, value);
    } catch {
      throw invalid(`${JSON.stringify(name.slice(0, 100))} is no header that can be sent.`);
    }
  }
  // The receiver is told for whom it is: programs on this machine use it to tell pages from their own user.
  headers.set('origin', page.origin);
  const hasBody = typeof body === 'string' && method !== 'GET' && method !== 'HEAD';
  return { method, headers, ...(hasBody && { body }) };
}

/** `near`: of this machine or a private network. */
function kindOfName(hostname: string): 'near' | 'link-local' | 'far' {
  const host = plain(hostname);
  const kind = isIpText(host) ? kindOfAddress(host) : 'public';
  if (kind === 'link-local') return kind;
  return isLocalName(host) || kind !== 'public' ? 'near' : 'far';
}

function isIpText(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.includes(':');
}

function plain(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
}
