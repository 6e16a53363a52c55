// The page's end of the channel to the content script: messages of this window, and of nobody else.
import { keepListening } from '../written-anew.ts';
import { dataOf, listen, post, sourceOf } from './captured.ts';
import { holdUntilHeard, wakeReader } from './held-messages.ts';
import { nothing, own, type Values } from './values.ts';
import type { PageChannel } from '../../../../contract/web-agent.ts';

const channel: PageChannel = 'harbor_web_agent';

/** What the content script says, by the name of its message. */
type Heard = 'response' | 'streamEvent' | 'agentEvent' | 'ask' | 'flags' | 'lost';
const hearers = nothing<(told: Values) => void>();

export function hear(name: Heard, hearer: (told: Values) => void): void {
  hearers[name] = hearer;
}

let isKept = false;

/** Throws what structured cloning throws where the message cannot be copied. */
export function say(message: Values): void {
  // Not at the start, where pages that never say anything would pay for it.
  keepHearing();
  wakeReader();
  post({ __proto__: null, channel, ...message }, '*');
}

export function startMessages(): void {
  listen(window, 'message', take);
}

/** A page that writes itself anew takes the listener away. */
function keepHearing(): void {
  startMessages();
  if (isKept) return;
  isKept = true;
  try {
    keepListening(startMessages);
  } catch {
    // It has put something of its own in the observer's place, and hears what comes unasked once it has said something more.
  }
}

function take(event: Event): void {
  const data = ownData(event as MessageEvent);
  holdUntilHeard(event, data);
  if (own(data, 'channel') !== channel) return;
  for (const name in hearers) {
    const told = own(data, name);
    if (told !== undefined) hearers[name]!(told as Values);
  }
}

/** The data of a message that this very window posted. */
function ownData(event: MessageEvent): unknown {
  try {
    return sourceOf(event) === window ? dataOf(event) : null;
  } catch {
    // An event of the page's own making, which is no message.
    return null;
  }
}
