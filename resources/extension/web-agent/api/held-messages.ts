// What a page says before the content script is there, which comes once the document has been read: held here, and handed over as soon as it listens.
import { listensEvent, saidEvent } from '../signals.ts';
import { dispatch, isArray, later, listen, OwnEvent, ownPerformance } from './captured.ts';
import { append, isObject, own } from './values.ts';
import type { PageChannel } from '../../../../contract/web-agent.ts';

const ownChannel: PageChannel = 'harbor_web_agent';
const otherChannels = { channel: 'web_agents_api', namespace: 'harbor-provider' };

let isHeard = false;
let held: Event[] | null = null;

/** Asks whether somebody listens. The content script has lost its listener where the page has written itself anew, and adds it again. */
export function wakeReader(): void {
  try {
    dispatch(ownPerformance, new OwnEvent(saidEvent));
  } catch {
    // Another extension was here before, and has put something in its place that is no target of events.
    isHeard = true;
  }
}

/** `data` is what `event` brought to the window. */
export function holdUntilHeard(event: Event, data: unknown): void {
  if (isHeard || !asks(data)) return;
  if (!held) {
    held = [];
    whenHeard(handOver);
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

function whenHeard(listener: () => void): void {
  try {
    listen(ownPerformance, listensEvent, listener);
  } catch {
    isHeard = true;
  }
}

function handOver(): void {
  isHeard = true;
  const waiting = held ?? [];
  held = null;
  for (let at = 0; at < waiting.length; at += 1) handOn(waiting[at]!);
}

function handOn(event: Event): void {
  try {
    dispatch(ownPerformance, event);
  } catch {
    // The window is still being told of it.
    later(() => dispatch(ownPerformance, event), 0);
  }
}
