// Keeps which elements the scripts of a page listen to for clicks, in Firefox, which tells no extension of that.
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
  const before = listeners.get(target) ?? [];
  const { once, signal }: AddEventListenerOptions = isObject(options) ? options : {};
  // Browsers take no listener a second time, whatever its options are then, and none of what is aborted.
  if (signal?.aborted || before.some(it => isSame(it, kept))) return;
  listeners.set(target, [...before, kept]);
  const held = new WeakRef(target);
  const end = () => forgetThose(held.deref(), it => it === kept);
  if (once) target.addEventListener(kept.type, end, { once: true, capture: kept.isCapture });
  signal?.addEventListener('abort', end, { once: true });
}

function isSame(one: Kept, other: Kept): boolean {
  return one.type === other.type && one.listener === other.listener && one.isCapture === other.isCapture;
}

function forget(target: EventTarget, kept: Kept): void {
  forgetThose(target, it => isSame(it, kept));
}

function forgetThose(target: EventTarget | undefined, isMeant: (kept: Kept) => boolean): void {
  if (!target) return;
  const others = (listeners.get(target) ?? []).filter(it => !isMeant(it));
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
