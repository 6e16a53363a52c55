// The page's end of the channel to the content script: messages of this window, and of nobody else.
import { keepListening } from '../written-anew.ts';
import { dataOf, listen, post, sourceOf } from './captured.ts';
import { nothing, own, type Values } from './values.ts';
import type { PageChannel } from '../../../../contract/web-agent.ts';

const channel: PageChannel = 'harbor_web_agent';

/** What the content script says, by the name of its message. */
type Heard = 'response' | 'streamEvent' | 'agentEvent' | 'ask' | 'flags';
const hearers = nothing<(told: Values) => void>();

export function hear(name: Heard, hearer: (told: Values) => void): void {
  hearers[name] = hearer;
}

let isKept = false;

/** Throws what structured cloning throws where the message cannot be copied. */
export function say(message: Values): void {
  hearAnswers();
  post({ __proto__: null, channel, ...message }, '*');
}

/** Nothing is said to a page that has said nothing. What it has written anew since then hears no more, which is why each message sees to that. */
function hearAnswers(): void {
  const hearing = (): void => listen(window, 'message', take);
  hearing();
  if (isKept) return;
  isKept = true;
  try {
    keepListening(hearing);
  } catch {
    // The page has put something of its own in the observer's place: it hears what comes unasked once it has said something.
  }
}

function take(event: Event): void {
  const data = ownData(event as MessageEvent);
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
