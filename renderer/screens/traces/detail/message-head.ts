// What stands around the content of a message: its plain members, and the `_meta` that MCP carries beside them.
import { isRecord } from '../../../../contract/json.ts';

export type HeadLine = readonly [name: string, value: string];

const longest = 1_000;
const mostLines = 60;
const contents = ['params', 'result', 'error', 'data', 'args', 'arguments'];

/** Lines of the message's text; empty where it is no JSON object. */
export function messageHead(text: string | null): readonly HeadLine[] {
  const message = parsed(text);
  if (!isRecord(message)) return [];
  const lines = Object.entries(message).flatMap(([name, value]): HeadLine[] => {
    if (name === '_meta') return metaLines('_meta', value);
    return isPlain(value) ? [[name, shown(value)]] : [];
  });
  const inner = contents.flatMap(name => {
    const content = message[name];
    return isRecord(content) ? metaLines(`${name}._meta`, content['_meta']) : [];
  });
  return [...lines, ...inner].slice(0, mostLines);
}

function metaLines(name: string, meta: unknown): HeadLine[] {
  if (!isRecord(meta)) return [];
  return Object.entries(meta).map(([key, value]): HeadLine => [`${name} ${key}`, shown(value)]);
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
