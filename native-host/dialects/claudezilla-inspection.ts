// Result keys of the commands of spec 000's wire that look into a page: script, element, console, requests, window.
import { isRecord, jsonIn, recordIn } from '../../contract/json.ts';
import { viewportOf, viewports } from './claudezilla-viewports.ts';

type Params = Readonly<Record<string, unknown>>;
type Result = Record<string, unknown>;

/** javascript_tool answers with JSON, or with words for what has none. */
export function evaluationOf(text: string, { expression }: Params): Result {
  if (text === 'undefined') return { expression, result: null, type: 'undefined' };
  const value = jsonIn(text);
  if (value === undefined) return { expression, result: text, type: 'object' };
  return { expression, result: value, type: typeof value };
}

export function elementInfoOf(text: string, { selector }: Params): Result {
  const { elements } = recordOf(text);
  const [element] = Array.isArray(elements) ? elements : [];
  const { tag, ...info } = isRecord(element) ? element : {};
  return { selector, tagName: tag ?? null, ...info };
}

export function consoleOf(text: string): Result {
  const { messages, total, ...more } = recordOf(text);
  if (!Array.isArray(messages)) return more;
  const logs = messages.filter(isRecord).map(({ level, text: message, at, url, line }) => ({
    level,
    message,
    timestamp: at,
    url,
    line,
  }));
  return { logs, total };
}

export function viewportResultOf(text: string, { device, width, height }: Params): Result {
  const known = viewportOf(device);
  const { windowId, ...window } = recordOf(text);
  return {
    device: known ? device : 'custom',
    viewport: known ? { width: known.width, height: known.height } : { width, height },
    window: { windowId, ...window },
    type: known?.type ?? 'custom',
    availableDevices: Object.keys(viewports),
  };
}

/** `The selector "#a" is there after 120 ms.` */
export function waitOf(text: string, { selector, text: words, url }: Params): Result {
  const elapsed = Number(/after (\d+) ms/.exec(text)?.[1] ?? 0);
  const asked = Object.entries({ selector, text: words, url }).filter(([, value]) => value !== undefined);
  return { found: true, elapsed, ...Object.fromEntries(asked), message: text };
}

export function recordOf(text: string): Result {
  return recordIn(text) ?? {};
}
