// Runs inside a page: a value that it wrote to its console, in words. None of its own code is run for that.

const maxMembers = 10;
const maxTextChars = 2_000;
const maxInnerChars = 100;

/** Objects by their first members, one level deep; a member that is computed is not asked. */
export function shownValue(value: unknown, isInner = false): string {
  if (typeof value === 'string') return isInner ? JSON.stringify(cut(value)) : value.slice(0, maxTextChars * 2);
  if (typeof value === 'symbol') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${memberOf(value, 'name')}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'Error' || kind === 'DOMException') return shownError(value);
  if (value instanceof Element) return `<${value.localName}${value.id && ` id="${cut(value.id)}"`}>`;
  if (kind === 'Array') return isInner ? 'Array' : shownList(value as readonly unknown[]);
  if (kind !== 'Object' || isInner) return kind;
  const names = Object.getOwnPropertyNames(value);
  const members = names.slice(0, maxMembers).map(name => `${cut(name)}: ${memberOf(value, name)}`);
  return `{${[...members, ...(names.length > maxMembers ? ['…'] : [])].join(', ')}}`;
}

function shownList(list: readonly unknown[]): string {
  const shown = list.slice(0, maxMembers).map(each => shownValue(each, true));
  return `[${[...shown, ...(list.length > maxMembers ? [`… ${list.length} in all`] : [])].join(', ')}]`;
}

function shownError(error: object): string {
  const { name, message, stack } = error as { name?: unknown; message?: unknown; stack?: unknown };
  const said = `${String(name)}: ${String(message)}`;
  const from = typeof stack === 'string' ? stack.trim().split('\n')[0] : '';
  return from ? `${said} (${from})` : said;
}

/** Only what lies there as a value. */
function memberOf(object: object, name: string): string {
  const own = Object.getOwnPropertyDescriptor(object, name);
  return own && 'value' in own
    ? name === 'name' && typeof own.value === 'string'
      ? cut(own.value)
      : shownValue(own.value, true)
    : '(…)';
}

function cut(text: string): string {
  return text.length > maxInnerChars ? `${text.slice(0, maxInnerChars)}…` : text;
}
