// read_console_messages: what the page of a tab wrote to its console, as its browser tells it.
import { isRecord } from '../../../contract/json.ts';
import { originOf } from '../../../contract/sites.ts';
import { cutText } from '../page/cut-text.ts';
import { collectEvents, type DebuggerEvent } from './collect-events.ts';
import { readCollected } from './collected-console.ts';
import { loggedObjects, type RemoteValue } from './logged-objects.ts';
import { readPattern } from './read-pattern.ts';
import { readableOrigins } from './readable-origins.ts';
import { ScriptContexts } from './script-contexts.ts';
import { type Arguments, readNumber, type Tool, type ToolContext, textResult } from './tool.ts';
import type { CollectedMessage } from '../page/console-messages.ts';

const maxTextChars = 2_000;

/** Up to when the messages of a tab were cleared away. */
const clearedAt = new Map<number, number>();

if ('onRemoved' in chrome.tabs) chrome.tabs.onRemoved.addListener(tabId => clearedAt.delete(tabId));

/** As JSON, the newest last. Chromium keeps a page's messages, so nothing has to listen before they are asked for; in Firefox something has to. */
export const readConsole: Tool = async (args, context) => {
  const { tabId } = context;
  const limit = readNumber(args, 'limit', 100, 1, 1_000);
  const pattern = readPattern(args, 'pattern');
  const { messages: told, ...more } = await ('debugger' in chrome ? readTold(context) : readCollected(context));
  const since = clearedAt.get(tabId) ?? 0;
  const all = told.filter(({ at }) => at > since);
  if (args.clear === true) clearedAt.set(tabId, Math.max(since, ...all.map(({ at }) => at)));
  const messages = all.filter(message => isWanted(message, args, pattern)).toSorted((one, other) => one.at - other.at);
  return textResult(JSON.stringify({ messages: messages.slice(-limit), total: messages.length, ...more }));
};

async function readTold(context: ToolContext): Promise<{ messages: CollectedMessage[]; withheld?: number }> {
  const { tabId, page, signal } = context;
  await page.expectStill(false);
  const told = await collectEvents(tabId, ['Runtime', 'Log'], signal, async (all, send) => {
    const { events, withheld } = await readableOf(all, context);
    const objects = await loggedObjects(events.toReversed().flatMap(writtenValues), send);
    return { messages: events.flatMap(event => readMessage(event, objects)), ...withheld };
  });
  await page.expectStill(true);
  return told;
}

function writtenValues({ params }: Pick<DebuggerEvent, 'params'>): Record<string, unknown>[] {
  return Array.isArray(params.args) ? params.args.filter(isRecord) : [];
}

/** What scripts of other origins wrote is theirs: those of frames, and of pages that the tab showed before. */
async function readableOf(told: readonly DebuggerEvent[], context: ToolContext) {
  const { page, covers } = context;
  const contexts = new ScriptContexts();
  for (const { method, params } of told) contexts.note(method, params);
  const origins = new Map(contexts.all().map(({ id, origin }) => [id, originOf(origin) ?? page.origin]));
  const events = told.filter(({ method }) => method !== 'Runtime.executionContextCreated');
  const writers = new Map(events.map(event => [event, writerOf(event, page.origin, origins)]));
  const known = [...writers.values()].filter(origin => origin !== undefined);
  const readable = await readableOrigins(known, page, covers);
  const kept = events.filter(event => {
    const origin = writers.get(event);
    return origin !== undefined && readable.has(origin);
  });
  return { events: kept, withheld: kept.length < events.length ? { withheld: events.length - kept.length } : {} };
}

/** The browser's own entries name no writer, and count as what they are about. */
function writerOf(
  { method, params }: DebuggerEvent,
  page: string | null,
  origins: ReadonlyMap<number, string | null>,
): string | null | undefined {
  const { exceptionDetails, entry } = params;
  if (method === 'Log.entryAdded') return (isRecord(entry) ? originOf(String(entry.url ?? '')) : null) ?? page;
  const context = isRecord(exceptionDetails) ? exceptionDetails.executionContextId : params.executionContextId;
  return origins.get(Number(context));
}

function isWanted({ level, text }: CollectedMessage, args: Arguments, pattern: RegExp | null): boolean {
  if (args.onlyErrors === true && level !== 'error') return false;
  if (typeof args.level === 'string' && args.level !== '' && args.level !== 'all' && level !== args.level) return false;
  return pattern === null || pattern.test(text);
}

function readMessage({ method, params }: DebuggerEvent, objects: ReadonlyMap<RemoteValue, string>): CollectedMessage[] {
  switch (method) {
    case 'Runtime.consoleAPICalled': {
      const parts = writtenValues({ params }).map(value => objects.get(value) ?? shown(value));
      const level = params.type === 'warning' ? 'warn' : params.type === 'assert' ? 'error' : String(params.type);
      const frame = firstFrame(params.stackTrace);
      return [message(level, parts.join(' '), frame, params.timestamp)];
    }
    case 'Runtime.exceptionThrown': {
      const details = isRecord(params.exceptionDetails) ? params.exceptionDetails : {};
      const { exception, text, url, lineNumber } = details;
      const said = isRecord(exception) ? (exception.description ?? exception.value ?? text) : text;
      return [message('error', String(said), { url, lineNumber }, params.timestamp)];
    }
    case 'Log.entryAdded': {
      const entry = isRecord(params.entry) ? params.entry : {};
      const level = entry.level === 'warning' ? 'warn' : String(entry.level);
      return [message(level, String(entry.text), entry, entry.timestamp)];
    }
    default:
      return [];
  }
}

function message(level: string, text: string, place: Record<string, unknown>, at: unknown): CollectedMessage {
  const line = typeof place.lineNumber === 'number' ? place.lineNumber + 1 : 0;
  const url = typeof place.url === 'string' ? place.url : '';
  return { level, text: cutText(text, maxTextChars), url, line, at: typeof at === 'number' ? at : 0 };
}

function firstFrame(trace: unknown): Record<string, unknown> {
  const frames = isRecord(trace) && Array.isArray(trace.callFrames) ? trace.callFrames : [];
  return isRecord(frames[0]) ? frames[0] : {};
}

function shown(value: Record<string, unknown>): string {
  if (typeof value.value === 'string') return value.value;
  if ('value' in value) return JSON.stringify(value.value) ?? 'undefined';
  return String(value.unserializableValue ?? value.description ?? value.type);
}
