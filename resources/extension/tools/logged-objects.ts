// Objects that a page wrote to its console, in a form like JSON. Chromium tells those of older messages by their kind alone, so their
// members are asked for: by the debugger, which runs none of the page's getters and none of a proxy's traps for that.
import { isRecord } from '../../../contract/json.ts';
import type { SendCommand } from './debugger-session.ts';

/** A RemoteObject of CDP. */
export type RemoteValue = Readonly<Record<string, unknown>>;

/** Asked for in one call of the tool, the newest messages first. */
const maxObjects = 300;
const maxMs = 2_000;
const maxDepth = 3;
/** The debugger answers with all members of an object at once, and with all of their texts. */
const maxAsked = 1_000;
const maxTextChars = 2_000_000;
const maxMembers = 50;
/** Beyond what is shown of a whole message: a secret that is cut here could not be told from other text. */
const maxInnerChars = 4_000;

/**
 * How many members it has, and how many characters their texts have. Ended as soon as it does something that could be seen, in a page that has
 * put something of its own in the place of `Object`.
 */
const size = {
  functionDeclaration: `function (most) {
    if (Array.isArray(this) && this.length > most) return [this.length, 0];
    let members = 0;
    let chars = 0;
    for (const key in this) {
      members += 1;
      if (members > most) break;
      const own = Object.getOwnPropertyDescriptor(this, key);
      if (own && typeof own.value === 'string') chars += own.value.length;
    }
    return [members, chars];
  }`,
  arguments: [{ value: maxAsked }],
  throwOnSideEffect: true,
  returnByValue: true,
};

/**
 * The words for those of `values` that are objects with members, in the order in which they matter. What is missing was too much, or its
 * page did not answer in time.
 */
export async function loggedObjects(
  values: readonly RemoteValue[],
  send: SendCommand,
): Promise<ReadonlyMap<RemoteValue, string>> {
  const words = new Map<RemoteValue, string>();
  const reader = new ObjectReader(send);
  const read = Promise.all(
    values.filter(hasMembers).map(async value => {
      const shown = await reader.shown(value, 0);
      if (shown !== null) words.set(value, shown);
    }),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([read, new Promise(resolve => (timer = setTimeout(resolve, maxMs)))]);
  clearTimeout(timer);
  reader.end();
  return new Map(words);
}

class ObjectReader {
  readonly #send: SendCommand;
  #left = maxObjects;
  #leftChars = maxTextChars;

  constructor(send: SendCommand) {
    this.#send = send;
  }

  /** What has begun asks for nothing more. */
  end(): void {
    this.#left = 0;
  }

  /** Null where its members are not told. */
  async shown(value: RemoteValue, depth: number): Promise<string | null> {
    this.#left -= 1;
    if (depth === maxDepth || this.#left < 0) return null;
    const members = await this.#members(String(value.objectId)).catch(() => null);
    const isList = value.subtype === 'array';
    if (members === null || (members.length === 0 && !isList && value.className !== 'Object')) return null;
    const told = members.slice(0, maxMembers).map(async member => {
      const inner = await this.#inner(member.value, depth + 1);
      return isList ? inner : `${JSON.stringify(cut(String(member.name)))}:${inner}`;
    });
    const more = members.length > maxMembers ? [`… ${members.length} in all`] : [];
    const parts = [...(await Promise.all(told)), ...more].join(',');
    return isList ? `[${parts}]` : `{${parts}}`;
  }

  /** In their order; null where there are more than can be asked for, or their page keeps them to itself. */
  async #members(objectId: string): Promise<readonly RemoteValue[] | null> {
    const { result: told } = await this.#send('Runtime.callFunctionOn', { objectId, ...size });
    const [members = Infinity, chars = 0] = isRecord(told) && Array.isArray(told.value) ? told.value.map(Number) : [];
    if (!(members <= maxAsked && chars <= this.#leftChars)) return null;
    this.#leftChars -= chars;
    if (members === 0) return [];
    const { result } = await this.#send('Runtime.getProperties', { objectId, ownProperties: true });
    return Array.isArray(result) ? result.filter(isRecord).filter(({ enumerable }) => enumerable === true) : null;
  }

  async #inner(value: unknown, depth: number): Promise<string> {
    // A getter has none.
    if (!isRecord(value)) return '(…)';
    return (hasMembers(value) ? await this.shown(value, depth) : null) ?? plain(value);
  }
}

/** Whether they can be asked for. A window has hundreds, which are the page's whole script. */
function hasMembers({ type, subtype, className, objectId }: RemoteValue): boolean {
  if (type !== 'object' || typeof objectId !== 'string' || className === 'Window') return false;
  return subtype === undefined || subtype === 'array';
}

function plain({ type, value, unserializableValue, description }: RemoteValue): string {
  if (typeof value === 'string') return JSON.stringify(cut(value));
  if (value !== undefined) return JSON.stringify(value);
  // The text of its code, or of its stack, is more than anybody asked for.
  if (type === 'function') return 'function';
  return cut(String(unserializableValue ?? description ?? type).split('\n')[0] ?? '');
}

function cut(text: string): string {
  return text.slice(0, maxInnerChars);
}
