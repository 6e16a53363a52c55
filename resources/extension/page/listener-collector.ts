// Keeps which elements the scripts of a page listen to for clicks, in Firefox, which tells no extension of that: from a world of its own, where the page does not see it.
import { clickTypes, type ListenersWorld } from './listening.ts';
import { ownRealm } from './own-realm.ts';

type Listen = (this: EventTarget, ...given: readonly unknown[]) => unknown;
/** Firefox gives content scripts this to put a function of theirs into a page. */
type Export = (listen: Listen, into: object, options: { defineAs: string }) => unknown;

/** How it was asked for: an element hears the same listener once for each. */
interface Kept {
  readonly type: string;
  readonly listener: unknown;
  readonly isCapture: boolean;
}

const listeners = new WeakMap<EventTarget, readonly Kept[]>();

function keep(target: EventTarget, kept: Kept, options: unknown): void {
  forget(target, kept);
  listeners.set(target, [...(listeners.get(target) ?? []), kept]);
  const { once, signal }: AddEventListenerOptions = isObject(options) ? options : {};
  const end = () => forget(target, kept);
  if (once) target.addEventListener(kept.type, end, { once: true, capture: kept.isCapture });
  signal?.addEventListener('abort', end, { once: true });
}

function forget(target: EventTarget, { type, listener, isCapture }: Kept): void {
  const others = (listeners.get(target) ?? []).filter(
    it => it.type !== type || it.listener !== listener || it.isCapture !== isCapture,
  );
  if (others.length > 0) listeners.set(target, others);
  else listeners.delete(target);
}

/** The page's call goes on to the browser as ever, whatever becomes of it here. */
function wrap(exportTo: Export, method: 'addEventListener' | 'removeEventListener', note: typeof keep): void {
  const own = ownRealm().EventTarget.prototype as unknown as Record<string, Listen>;
  const listen = own[method];
  if (typeof listen !== 'function') return;
  exportTo(
    function (this: EventTarget, ...given) {
      const answer: unknown = Reflect.apply(listen, this, given);
      const [type, listener, options] = given;
      try {
        if (this instanceof Element && listener && clickTypes.test(String(type)))
          note(this, { type: String(type), listener, isCapture: isCapture(options) }, options);
      } catch {
        // What cannot be looked at is the page's, and it listens without us.
      }
      return answer;
    },
    own,
    { defineAs: method },
  );
}

function isObject(options: unknown): options is AddEventListenerOptions {
  return typeof options === 'object' && options !== null;
}

function isCapture(options: unknown): boolean {
  return Boolean(isObject(options) ? options.capture : options);
}

const { exportFunction: exportTo } = globalThis as { exportFunction?: Export };
const world = globalThis as ListenersWorld;
if (exportTo && !world[Symbol.for('pilothouse.listeners')]) {
  wrap(exportTo, 'addEventListener', keep);
  wrap(exportTo, 'removeEventListener', forget);
  world[Symbol.for('pilothouse.listeners')] = element => listeners.has(element);
}
