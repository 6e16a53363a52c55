// Keeps what a page writes to its console, in Firefox, which tells no extension of that: from a world of its own, which the page can neither see nor change.
import { shownValue } from './console-values.ts';
import { cutText } from './cut-text.ts';
import { ownRealm } from './own-realm.ts';
import type { CollectedMessage, ConsoleWorld } from './console-messages.ts';

type Write = (...values: readonly unknown[]) => unknown;
/** Firefox gives content scripts this to put a function of theirs into a page. */
type Export = (write: Write, into: object, options: { defineAs: string }) => unknown;

const maxMessages = 1_000;
const maxTextChars = 2_000;
const maxValues = 20;

/** Methods of the console, by the level that each is told as. */
const levels: Readonly<Record<string, string>> = {
  log: 'log',
  info: 'info',
  warn: 'warn',
  error: 'error',
  debug: 'debug',
  trace: 'trace',
  dir: 'dir',
  table: 'table',
  group: 'startGroup',
  groupCollapsed: 'startGroupCollapsed',
  assert: 'error',
};

function collect(exportTo: Export): void {
  const messages: CollectedMessage[] = [];
  // The page API has put its own there, which are data and write nothing.
  const marks = ['web-agents-api-flags', 'harbor-feature-flags'];
  const isFirst = Array.from(document.scripts).every(({ id }) => marks.includes(id));
  const isWhole = document.readyState === 'loading' && isFirst;
  let dropped = 0;
  const keep = (level: string, text: string, place: { url: string; line: number }): void => {
    messages.push({ level, text: cutText(text, maxTextChars), ...place, at: Date.now() });
    if (messages.length <= maxMessages) return;
    messages.shift();
    dropped += 1;
  };
  for (const [method, level] of Object.entries(levels)) wrap(exportTo, method, level, keep);
  hearFaults(keep);
  (globalThis as ConsoleWorld)[Symbol.for('pilothouse.console')] = () => ({ messages, isWhole, dropped });
}

type Keep = (level: string, text: string, place: { url: string; line: number }) => void;

/** The page's call goes on to the browser's console as ever, whatever becomes of it here. */
function wrap(exportTo: Export, method: string, level: string, keep: Keep): void {
  const own = ownRealm().console as unknown as Record<string, Write | undefined>;
  const write = own[method];
  if (typeof write !== 'function') return;
  const note = (values: readonly unknown[]): void => {
    const isAssertion = method === 'assert';
    if (isAssertion && values[0]) return;
    const shown = values.slice(isAssertion ? 1 : 0).slice(0, maxValues);
    keep(
      level,
      shown.map(value => shownValue(value)).join(' ') || (isAssertion ? 'console.assert' : ''),
      callerPlace(),
    );
  };
  const wrapped: Write = (...values) => {
    try {
      note(values);
    } catch {
      // What cannot be shown is the page's, and its console works without us.
    }
    return Reflect.apply(write, own, values);
  };
  exportTo(wrapped, own, { defineAs: method });
}

/** What the browser itself would write there, as far as a document hears of it. */
function hearFaults(keep: Keep): void {
  const here = { url: location.href, line: 0 };
  addEventListener(
    'error',
    (event: Event) => {
      if (event instanceof ErrorEvent) return keep('error', event.message, { url: event.filename, line: event.lineno });
      const { target } = event;
      if (!(target instanceof Element)) return;
      const { src, href } = target as Element & { src?: unknown; href?: unknown };
      keep('error', `Failed to load ${target.localName} ${String(src ?? href ?? '')}`, here);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    keep('error', `Uncaught (in promise) ${shownValue(reason)}`, here),
  );
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
    keep('error', `The policy of the page (${violatedDirective}) blocked ${blockedURI}`, {
      url: sourceFile || location.href,
      line: lineNumber,
    }),
  );
}

/** The first line of the call that is no script of an extension: `name@address:line:column`. */
function callerPlace(): { url: string; line: number } {
  for (const line of (new Error().stack ?? '').split('\n')) {
    const [, url = '', at = ''] = /@(.+):(\d+):\d+$/.exec(line) ?? [];
    if (url !== '' && !url.startsWith('moz-extension:')) return { url, line: Number(at) };
  }
  return { url: location.href, line: 0 };
}

const { exportFunction: exportTo } = globalThis as { exportFunction?: Export };
if (exportTo && !(globalThis as ConsoleWorld)[Symbol.for('pilothouse.console')]) collect(exportTo);
