// What a page says before the content script is there, which comes once the page is loaded: held here, and handed over as soon as it listens.
import { listensEvent, saidEvent } from '../signals.ts';
import { dispatch, isArray, listen, OwnEvent, ownPerformance } from './captured.ts';
import { append, isObject, own } from './values.ts';
import type { PageChannel } from '../../../../contract/web-agent.ts';

const ownChannel: PageChannel = 'harbor_web_agent';
const otherChannels = { channel: 'web_agents_api', namespace: 'harbor-provider' };

let isHeard = false;
let held: Event[] | null = null;

/** Asks whether somebody listens. The content script has lost its listener where the page has written itself anew, and adds it again. */
export function wakeReader(): void {
  dispatch(ownPerformance, new OwnEvent(saidEvent));
}

/** `data` is what `event` brought to the window. */
export function holdUntilHeard(event: Event, data: unknown): void {
  if (isHeard || !asks(data)) return;
  if (!held) {
    held = [];
    listen(ownPerformance, listensEvent, handOver);
    wakeReader();
  }
  if (!isHeard) append(held, event);
}

/** Whether it is for the content script, which looks more closely. Its own answers are not. */
function asks(data: unknown): boolean {
  if (own(data, 'namespace') === otherChannels.namespace) return true;
  const channel = own(data, 'channel');
  if (channel !== ownChannel && channel !== otherChannels.channel) return false;
  return isObject(own(data, 'request')) || isObject(own(data, 'abort')) || isArray(own(data, 'tools'));
}

function handOver(): void {
  isHeard = true;
  const waiting = held ?? [];
  held = null;
  for (let at = 0; at < waiting.length; at += 1) dispatch(ownPerformance, waiting[at]!);
}
