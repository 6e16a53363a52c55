// Text to JSON value at the edge of a trusted process, with the one key refused that could reach a prototype; what JSON may hold.

/** Levels of what a person wrote. */
export const maxJsonDepth = 100;

/** What was expected where JSON has a fault; `names` and `depth` are bounds of ours. */
export type JsonExpected =
  | 'value'
  | 'name'
  | 'colon'
  | 'member'
  | 'item'
  | 'end'
  | 'text'
  | 'escape'
  | 'names'
  | 'depth';

/** Levels of what a program wrote: more than any page has, and few enough for what calls itself for each level, as writing JSON does. */
const mostLevels = 2_000;

/** Parses JSON text. Throws a SyntaxError with a sentence for text that is no JSON, that nests deeper than 2,000 levels or that holds the key `__proto__`. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (opensMoreThan(mostLevels, text) && !nestsWithin(value, mostLevels))
    throw new SyntaxError(`It nests deeper than ${mostLevels} levels, which is refused; make it flatter.`);
  // The reviver is slow, so it runs only for texts that can hold the key at all (an escape may spell it too).
  if (text.includes('__proto__') || (text.includes('\\u') && /\\u00(5f|70|72|6f|74)/i.test(text)))
    return JSON.parse(text, refusePrototypeKey);
  return value;
}

/** Cheap for what is small, or long and flat: only other texts have their values looked at. */
function opensMoreThan(most: number, text: string): boolean {
  if (text.length <= 2 * most) return false;
  let found = 0;
  for (const mark of ['[', '{'])
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) if ((found += 1) > most) return true;
  return false;
}

function refusePrototypeKey(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('It holds the key "__proto__", which is refused; rename it.');
  return value;
}

/** Whether no part of it lies deeper than that; what is deeper cannot be written by every runtime. */
export function nestsWithin(value: unknown, most: number): boolean {
  if (most < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(part => nestsWithin(part, most - 1));
  for (const name of Object.keys(value)) if (!nestsWithin(value[name as keyof typeof value], most - 1)) return false;
  return true;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined for a text that is none. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The object that a text is as JSON; null for every other text. */
export function recordIn(text: string): Record<string, unknown> | null {
  const value = jsonIn(text);
  return isRecord(value) ? value : null;
}

/** Whether both are written alike in JSON, whatever the order of their members. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSameJson(item, other[at]));
  if (!isRecord(one) || !isRecord(other)) return false;
  let members = 0;
  for (const name of Object.keys(one)) {
    if (one[name] === undefined) continue;
    if (!Object.hasOwn(other, name) || !isSameJson(one[name], other[name])) return false;
    members += 1;
  }
  for (const name of Object.keys(other)) if (other[name] !== undefined) members -= 1;
  return members === 0;
}

/** A text that is equal for equal values, whatever the order of their members. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value)) ?? '';
}

/** A copy whose members stand in the order of their names: half the time of a replacer, which is called for every value. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isRecord(value)) return value;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const member = inOrder(value[name]);
    // Assigned, it would be the prototype.
    if (name === '__proto__') Object.defineProperty(ordered, name, { value: member, enumerable: true });
    else ordered[name] = member;
  }
  return ordered;
}
