// Values that are read and made without asking prototypes, which the page may have changed.
import { defineProperty, freeze, hasOwn, isArray, keys, OwnPromise, OwnString } from './captured.ts';

export type Values = Record<string, unknown>;

/** An object without a prototype: it has what was put into it and nothing else. */
export function nothing<Value = unknown>(): Record<string, Value> {
  return { __proto__: null } as unknown as Record<string, Value>;
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** What the object itself has under that name. */
export function own(object: unknown, name: string): unknown {
  return isObject(object) && hasOwn(object, name) ? object[name] : undefined;
}

/** Gives the object a property of its own, past setters of its prototypes. */
export function put(object: object, name: PropertyKey, value: unknown, isListed = true): void {
  const descriptor = { __proto__: null, value, writable: true, configurable: true, enumerable: isListed };
  defineProperty(object, name, descriptor as PropertyDescriptor);
}

export function append(list: unknown[], value: unknown): void {
  put(list, list.length, value);
}

/** What is in a list, or what `read` makes of that; nothing where it is no list. What `read` makes undefined is left out. */
export function listOf(list: unknown, read?: (item: unknown) => unknown): unknown[] {
  const copy: unknown[] = [];
  for (let at = 0; isArray(list) && at < list.length; at += 1) {
    const item: unknown = read ? read(list[at]) : list[at];
    if (item !== undefined) append(copy, item);
  }
  return copy;
}

/** Options as they can be sent: what the page gave, without functions and without its signal. */
export function copyOptions(options: unknown, into: Values = nothing()): Values {
  if (!isObject(options)) return into;
  const names = keys(options);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at]!;
    const value = options[name];
    if (name !== 'signal' && value !== undefined && typeof value !== 'function') into[name] = value;
  }
  return into;
}

/** A text that is an object too: it can be read as text and as that object. Pages of each generation find what they look for. */
export function textWith(text: string, more: Values): string {
  const whole = new OwnString(text);
  const names = keys(more);
  for (let at = 0; at < names.length; at += 1) put(whole, names[at]!, more[names[at]!]);
  return freeze(whole) as unknown as string;
}

/** What is made when somebody asks for it first, and then stays: most pages ask for nothing. */
export function lazily(make: () => object): () => object {
  let made: object | undefined;
  return () => (made ??= make());
}

export function rejected(error: unknown): Promise<never> {
  return new OwnPromise((_, reject) => reject(error));
}

/** A promise that names its maker itself, which is why `await` takes it as it is, without asking its prototype. */
function owned(
  executor: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void,
): Promise<unknown> {
  const promise = new OwnPromise(executor);
  put(promise, 'constructor', OwnPromise, false);
  return promise;
}

/** Calls a function, and then another with what that came to, whether it answered at once, later, or threw. */
export async function settle(
  call: () => unknown,
  answered: (value: unknown) => void,
  failed: (error: unknown) => void,
): Promise<void> {
  let value: unknown;
  try {
    const given = call();
    value = await (own(given, 'constructor') === OwnPromise ? given : owned(resolve => resolve(given)));
  } catch (error) {
    return failed(error);
  }
  answered(value);
}

/** The same as a promise of its own, of what `read` makes of the answer. */
export function settled(
  call: () => unknown,
  read?: (value: unknown) => unknown,
  asError?: (error: unknown) => unknown,
): Promise<unknown> {
  return owned((resolve, reject) => {
    const answered = (value: unknown): void => resolve(read ? read(value) : value);
    void settle(call, answered, error => reject(asError ? asError(error) : error));
  });
}
