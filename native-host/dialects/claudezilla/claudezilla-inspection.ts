// Result keys of the commands of spec 000's wire that look into a page: script, element, console, requests, window.
import { isRecord, jsonIn, recordIn } from '../../../contract/json.ts';
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
  return { logs, total, filtered: logs.length, captureEnabled: true, ...more };
}

/** What the real system calls the state of a request; its HTTP status stands beside it. */
export function requestsOf({ requests, ...more }: Result): Result {
  if (!Array.isArray(requests)) return more;
  const told = requests.filter(isRecord).map(({ status, startedAt, durationMs, error, ...request }) => ({
    ...request,
    status: error ? 'error' : status === 0 ? 'pending' : 'completed',
    ...(status !== 0 && { statusCode: status }),
    ...(error !== '' && { error }),
    timestamp: startedAt,
    duration: durationMs,
  }));
  return { requests: told, ...more };
}

export function pressOf(message: string, params: Params, facts: Result | null): Result {
  const { key, selector } = params;
  const names = ['ctrlKey', 'shiftKey', 'altKey', 'metaKey'] as const;
  return {
    key,
    selector: selector ?? '(active element)',
    ...facts,
    modifiers: Object.fromEntries(names.map(name => [name, params[name] === true])),
    pressed: true,
    message,
  };
}

/** To an element, to a place of the page, or where it is where none was named. */
export function scrolledOf(message: string, { selector, ref, x, y }: Params, facts: Result | null): Result {
  const view = isRecord(facts?.view) ? facts.view : null;
  const position = view && { x: view.scrollX, y: view.scrollY };
  if (selector !== undefined || ref !== undefined) {
    const at = isRecord(facts?.position) ? { elementPosition: { x: facts.position.x, y: facts.position.y } } : {};
    return { ...(selector !== undefined && { selector }), scrolledTo: true, ...at, message };
  }
  if (typeof x === 'number' || typeof y === 'number')
    return { scrolledTo: true, noEffect: /nothing moved/.test(message), ...(position && { position }), message };
  return position ? { position, pageHeight: view?.scrollHeight, viewportHeight: view?.height } : { message };
}

export function viewportResultOf(text: string, { device, width, height }: Params): Result {
  const known = viewportOf(device);
  const { viewport, ...window } = recordOf(text);
  return {
    device: known ? device : 'custom',
    viewport: viewport ?? (known ? { width: known.width, height: known.height } : { width, height }),
    window,
    type: known?.type ?? typeOfWidth(Number(width)),
    availableDevices: Object.keys(viewports),
  };
}

/** As the real system tells a size of the asker's own. */
function typeOfWidth(width: number): string {
  return width < 768 ? 'mobile' : width < 1024 ? 'tablet' : 'desktop';
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
