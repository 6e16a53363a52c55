// From the content of the hub's browser tools to the result keys that spec 000's real system answers with, and back for its extension.
import { isRecord, recordIn } from '../../../contract/json.ts';
import { takenQuality } from './claudezilla-arguments.ts';
import {
  consoleOf,
  elementInfoOf,
  evaluationOf,
  pressOf,
  recordOf,
  requestsOf,
  scrolledOf,
  viewportResultOf,
  waitOf,
} from './claudezilla-inspection.ts';
import { factsOf, ownOf } from './claudezilla-own.ts';
import { boundedPageState, pageStateOf } from './claudezilla-page-state.ts';
import { unheededParams } from './claudezilla-params.ts';
import { accessibilityTree, readTreeText } from './claudezilla-tree.ts';
import { inItsNames } from './claudezilla-words.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';

type Params = Readonly<Record<string, unknown>>;
type Result = Record<string, unknown>;

const maxLength = 50_000;
const usualNodes = 200;

/** `told` says what was done, in sentences. `facts` are what the companion tells beside its tool's answer; null where the browser's extension knows no such thing. */
type Mapping = (
  result: ToolResult,
  params: Params,
  facts: Result | null,
  told: () => string,
  isSurprise: boolean,
) => Result;

const mappings: Readonly<Record<string, Mapping>> = {
  // A dialog may be that of the page that was to be left.
  navigate: (result, params, facts, told, isSurprise) => ({
    ...inNames(jsonOf(result)),
    ...((!isSurprise || recordTextOf(result) !== null) && { navigated: true }),
  }),
  getContent: (result, params, facts) => ({ ...contentOf(textOf(result), params), ...facts }),
  getPageState: (result, params, facts) => pageStateOf(textOf(result), params, facts),
  getAccessibilitySnapshot: (result, params) => snapshotOf(textOf(result), params),
  screenshot: screenshotOf,
  click: (_, { selector }, facts, told) => ({
    ...picked(facts, ['tagName', 'text', 'id', 'className']),
    ...(selector !== undefined && { selector }),
    clicked: true,
    message: told(),
  }),
  type: (_, { selector, text }, facts, told) => ({
    ...(selector !== undefined && { selector }),
    typed: text,
    ...(facts?.value !== undefined && { currentValue: facts.value }),
    message: told(),
  }),
  pressKey: (_, params, facts, told) => pressOf(told(), params, facts),
  scroll: (_, params, facts, told) => scrolledOf(told(), params, facts),
  waitFor: (result, params, facts) => ({ ...waitOf(textOf(result), params), ...facts }),
  evaluate: (result, params, facts, told, isSurprise) =>
    // The value of a script is JSON; it has none where a dialog holds its page up.
    isSurprise && textOf(result).startsWith('javascript_tool ')
      ? { ...evaluationOf('undefined', params), message: told() }
      : evaluationOf(textOf(result), params),
  getElementInfo: (result, params, facts) => ({ ...elementInfoOf(recordTextOf(result) ?? '', params), ...facts }),
  getConsoleLogs: result => consoleOf(recordTextOf(result) ?? ''),
  getNetworkRequests: result => requestsOf(jsonOf(result)),
  resizeWindow: jsonOf,
  setViewport: (result, params) => viewportResultOf(recordTextOf(result) ?? '', params),
};

/**
 * The result keys of a command: those of an extension of the same wire, else made of what its tool answered. `tabId` is added where the
 * asker named one, and `ignored` names what was asked for and not heeded. `isQuoted` where an extension of
 * others says what was done: that is told as it is, because it may be a page's words. `isSurprise` where there is something that its
 * asker cannot have expected, such as a dialog: it is told, whatever the command answers.
 */
export function commandResult(
  command: string,
  result: ToolResult,
  params: Params,
  { isQuoted = false, isSurprise = false }: { readonly isQuoted?: boolean; readonly isSurprise?: boolean } = {},
): Result {
  const tabId = typeof params.tabId === 'number' ? { tabId: params.tabId } : {};
  const own = ownOf(result);
  if (own) return { ...tabId, ...(command === 'getPageState' ? boundedPageState(own, params) : own) };
  const facts = factsOf(result);
  const mapping = Object.hasOwn(mappings, command) ? mappings[command] : undefined;
  const told = () => (isQuoted ? textOf(result) : inItsNames(textOf(result)));
  const mapped = mapping?.(result, params, facts, told, isSurprise) ?? { content: result.content };
  const ignored = unheededParams(command, params, facts !== null);
  const news = isSurprise && mapped.message === undefined ? newsOf(result) : '';
  const message = news === '' ? {} : { message: isQuoted ? news : inItsNames(news) };
  return { ...tabId, ...mapped, ...message, ...(ignored.length > 0 && { ignored }) };
}

/** The sentences of a result, beside the record that it may have. */
function newsOf({ content }: ToolResult): string {
  const texts = content.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  return texts.filter(text => text !== '' && recordIn(text) === null).join('\n');
}

function inNames({ note, ...record }: Result): Result {
  return typeof note === 'string' ? { ...record, note: inItsNames(note) } : record;
}

export function textOf(result: ToolResult): string {
  return result.content
    .map(block => (block.type === 'text' && typeof block.text === 'string' ? block.text : ''))
    .filter(text => text !== '')
    .join('\n');
}

/** The record that a tool answered with as JSON text; empty when it answered with something else. */
export function jsonOf(result: ToolResult): Result {
  return recordOf(recordTextOf(result) ?? '');
}

/** What is to be known beside it stands in blocks of its own. */
function recordTextOf({ content }: ToolResult): string | null {
  const block = content.find(({ type, text }) => type === 'text' && typeof text === 'string' && recordIn(text));
  return typeof block?.text === 'string' ? block.text : null;
}

function contentOf(text: string, params: Params): Result {
  const [, title = '', url = '', body = text] = /^Title: (.*)\nURL: (.*)\n\n([\s\S]*)$/.exec(text) ?? [];
  const most = typeof params.maxLength === 'number' && params.maxLength > 0 ? params.maxLength : maxLength;
  return { url, title, text: body.slice(0, most), textLength: body.length, truncated: body.length > most };
}

function snapshotOf(text: string, { maxNodes }: Params): Result {
  const { head, lines } = readTreeText(text);
  const most = typeof maxNodes === 'number' && maxNodes >= 1 ? Math.floor(maxNodes) : usualNodes;
  return { url: head.url, title: head.title, ...accessibilityTree(lines, most) };
}

function picked(facts: Result | null, names: readonly string[]): Result {
  return Object.fromEntries(names.flatMap(name => (facts?.[name] === undefined ? [] : [[name, facts[name]]])));
}

/** The real system's presets. */
const purposes: Readonly<Record<string, { readonly scale: number; readonly quality: number }>> = {
  'quick-glance': { scale: 0.25, quality: 30 },
  'read-text': { scale: 0.5, quality: 60 },
  'inspect-ui': { scale: 0.75, quality: 80 },
  'full-detail': { scale: 1, quality: 95 },
};

function presetOf({ purpose }: Params) {
  const preset = typeof purpose === 'string' && Object.hasOwn(purposes, purpose) ? purposes[purpose] : undefined;
  return preset ?? { scale: 0.5, quality: 60 };
}

function screenshotOf(result: ToolResult, params: Params, facts: Result | null): Result {
  const image = result.content.find(({ type }) => type === 'image');
  const mimeType = typeof image?.mimeType === 'string' ? image.mimeType : 'image/png';
  const data = typeof image?.data === 'string' ? image.data : '';
  return {
    format: mimeType.replace('image/', ''),
    quality: typeof params.quality === 'number' ? takenQuality(params.quality) : presetOf(params).quality,
    ...facts,
    dataUrl: `data:${mimeType};base64,${data}`,
    ...sizesOf(image?._meta, scaleOf(params)),
  };
}

/** What the companion makes of it: half the size where nothing is asked (spec 000 "Message Size Limits"). */
function scaleOf(params: Params): number {
  const { scale } = params;
  return typeof scale === 'number' ? Math.min(1, Math.max(0.1, scale)) : presetOf(params).scale;
}

/** Where the hub had to scale the picture so that it fits into a line of this wire. */
function sizesOf(meta: unknown, asked: number): Result {
  const scaled = isRecord(meta) ? meta['dev.pilothouse/scaled'] : undefined;
  if (!isRecord(scaled) || !isRecord(scaled.from) || !isRecord(scaled.to)) return { scale: asked };
  return {
    originalSize: scaled.from,
    scaledSize: scaled.to,
    scale: (asked * Number(scaled.to.width)) / Number(scaled.from.width),
  };
}
