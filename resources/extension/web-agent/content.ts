// Brought into each page once its document has been read, and into frames that may use the API as soon as their document has begun. A page that never asks costs a few listeners; with
// its first request the background brings the bridge.
import { offerHandover } from './handover.ts';
import { firstPortName } from './port-names.ts';
import { isProviderReply } from './provider-replies.ts';
import { heldEvent, listensEvent, saidEvent } from './signals.ts';
import { keepListening } from './written-anew.ts';
import type { PageErrorCode } from '../../../contract/web-agent.ts';

/** Before the bridge is there. */
const maxHeld = 200;
const held: Said[] = [];
/** Where the page got its script twice, both hand over what they had. */
const handedOver = new WeakSet<Event>();
let receiver: ((data: unknown) => void) | null = null;
let isBegun = false;

/** What a page posts on any of the channels. */
interface Said {
  readonly channel?: unknown;
  readonly namespace?: unknown;
  readonly request?: { readonly id?: unknown } | null;
  readonly abort?: unknown;
  readonly tools?: unknown;
  readonly type?: unknown;
  readonly requestId?: unknown;
}

/** In the extension's own world, where it may be brought twice. */
const entry = 'webAgentContent';
const place = globalThis as { [entry]?: true };
// Who is there already has to listen again, where the page was written anew before it was read to its end.
if (place[entry]) performance.dispatchEvent(new Event(saidEvent));
else start();

/** What it looks at of the document it looks at once the page has posted something. */
function start(): void {
  place[entry] = true;
  performance.addEventListener(heldEvent, event => {
    // Anybody may say something there.
    if (!(event instanceof MessageEvent) || handedOver.has(event)) return;
    handedOver.add(event);
    take(event);
  });
  performance.addEventListener(saidEvent, hearAgain);
  hearAgain();
}

function hearAgain(): void {
  window.addEventListener('message', take);
  performance.dispatchEvent(new Event(listensEvent));
}

function take({ source, data }: MessageEvent): void {
  if (source !== window || typeof data !== 'object' || data === null) return;
  if (receiver) receiver(data);
  else if (begins(data as Said) && isPage()) hold(data as Said);
  // Each that waits may be taken back.
  else if (held.length > 0 && held.length < 2 * maxHeld && isAbort(data as Said)) held.push(data as Said);
}

/** The browser's own viewers stand in the place of a page. */
function isPage(): boolean {
  return /^(text\/html|application\/xhtml\+xml|image\/svg\+xml)$/.test(document.contentType);
}

/** Pages post much to themselves that is meant for others, and what we post comes back. */
function begins({ channel, namespace, request, tools, type }: Said): boolean {
  if (namespace === 'harbor-provider') return typeof type === 'string' && !isProviderReply(type);
  return isOurs(channel) && ((typeof request === 'object' && request !== null) || Array.isArray(tools));
}

function isAbort({ channel, abort }: Said): boolean {
  return isOurs(channel) && typeof abort === 'object' && abort !== null;
}

function isOurs(channel: unknown): boolean {
  return channel === 'harbor_web_agent' || channel === 'web_agents_api';
}

function hold(said: Said): void {
  if (held.filter(one => !isAbort(one)).length >= maxHeld)
    return refuse(said, 'ERR_RATE_LIMITED', 'This page asks too much at once; wait for answers.');
  held.push(said);
  if (isBegun) return;
  isBegun = true;
  // Loaded before anybody looks at it, a page is answered once it is shown.
  if ((document as { readonly prerendering?: boolean }).prerendering === true)
    keepListening(() => document.addEventListener('prerenderingchange', begin, { once: true }));
  else begin();
}

function begin(): void {
  try {
    const port = chrome.runtime.connect({ name: firstPortName });
    port.onDisconnect.addListener(() => {
      // Read, or Chromium writes into the page's console that nobody did.
      void chrome.runtime.lastError;
      lost('Background connection lost');
    });
    offerHandover({ port, take: handOver });
  } catch {
    lost('Background connection lost: the companion was updated or switched off; reload this page.');
  }
}

function handOver(receive: (data: unknown) => void): void {
  receiver = receive;
  for (const said of held.splice(0)) receive(said);
}

/** Afterwards the bridge sees to that. */
function lost(why: string): void {
  if (receiver) return;
  isBegun = false;
  for (const said of held.splice(0)) refuse(said, 'ERR_INTERNAL', why);
}

function refuse({ channel, namespace, request, requestId }: Said, code: PageErrorCode, message: string): void {
  const error = { code, message };
  const inKind =
    namespace === undefined
      ? { channel, response: { id: request?.id, ok: false, error } }
      : { namespace, type: 'error', requestId, payload: { error } };
  if (namespace !== undefined || request) window.postMessage(inKind, '*');
}
