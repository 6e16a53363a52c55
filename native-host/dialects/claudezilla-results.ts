// From the content of the hub's browser tools to the result keys that spec 000's real system answers with, and back for its extension.
import { isRecord } from '../../contract/json.ts';
import {
  consoleOf,
  elementInfoOf,
  evaluationOf,
  recordOf,
  viewportResultOf,
  waitOf,
} from './claudezilla-inspection.ts';
import { ownOf } from './claudezilla-own.ts';
import type { ToolResult } from '../../contract/schemas/messages.ts';

type Params = Readonly<Record<string, unknown>>;
type Result = Record<string, unknown>;

const maxLength = 50_000;

const mappings: Readonly<Record<string, (result: ToolResult, params: Params) => Result>> = {
  navigate: result => ({ ...jsonOf(result), navigated: true }),
  getContent: (result, params) => contentOf(textOf(result), params),
  getPageState: result => pageStateOf(textOf(result)),
  getAccessibilitySnapshot: result => {
    const { head, tree } = treeOf(textOf(result));
    return { ...head, snapshot: tree.join('\n') };
  },
  screenshot: screenshotOf,
  click: result => ({ clicked: true, message: textOf(result) }),
  type: result => ({ typed: true, message: textOf(result) }),
  pressKey: result => ({ pressed: true, message: textOf(result) }),
  scroll: result => ({ scrolled: true, message: textOf(result) }),
  waitFor: (result, params) => waitOf(textOf(result), params),
  evaluate: (result, params) => evaluationOf(textOf(result), params),
  getElementInfo: (result, params) => elementInfoOf(textOf(result), params),
  getConsoleLogs: result => consoleOf(textOf(result)),
  getNetworkRequests: jsonOf,
  resizeWindow: jsonOf,
  setViewport: (result, params) => viewportResultOf(textOf(result), params),
};

/** The result keys of a command: those of an extension of the same wire, else made of what its tool answered. `tabId` is added where the asker named one. */
export function commandResult(command: string, result: ToolResult, params: Params): Result {
  const mapped = ownOf(result) ?? (Object.hasOwn(mappings, command) ? mappings[command]?.(result, params) : undefined);
  const tabId = typeof params.tabId === 'number' ? { tabId: params.tabId } : {};
  return { ...tabId, ...(mapped ?? { content: result.content }) };
}

export function textOf(result: ToolResult): string {
  return result.content
    .map(block => (block.type === 'text' && typeof block.text === 'string' ? block.text : ''))
    .filter(text => text !== '')
    .join('\n');
}

/** The record that a tool answered with as JSON text; empty when it answered with something else. */
export function jsonOf(result: ToolResult): Result {
  return recordOf(textOf(result));
}

function contentOf(text: string, params: Params): Result {
  const [, title = '', url = '', body = text] = /^Title: (.*)\nURL: (.*)\n\n([\s\S]*)$/.exec(text) ?? [];
  const most = typeof params.maxLength === 'number' && params.maxLength > 0 ? params.maxLength : maxLength;
  return { url, title, text: body.slice(0, most), textLength: body.length, truncated: body.length > most };
}

interface Tree {
  readonly head: { readonly url: string; readonly title: string; readonly viewport?: Result };
  readonly tree: readonly string[];
}

/** read_page begins with title, address and viewport, then an empty line, then one element a line. */
function treeOf(text: string): Tree {
  const [title = '', url = '', size = '', , ...tree] = text.split('\n');
  const [, width, height] = /^viewport (\d+)x(\d+)$/.exec(size) ?? [];
  if (width === undefined) return { head: { url: '', title: '' }, tree: text.split('\n') };
  return { head: { url, title, viewport: { width: Number(width), height: Number(height) } }, tree };
}

/** A text of the page, which may look like anything, or an element: role, name, ref and what else is told of it. */
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const token = new RegExp(
  String.raw`([a-z]+)(?: (${quoted}))? \[((?:f\d+_)?ref_\d+)\]((?: [a-z]+(?:=(?:${quoted}|[^\s"]+))?(?= |$)(?! ["\[]))*)|${quoted}`,
  'g',
);
/** The kinds of input that their role tells. */
const inputTypes: Readonly<Record<string, string>> = { searchbox: 'search', slider: 'range', spinbutton: 'number' };
const lists: Readonly<Record<string, string>> = {
  heading: 'headings',
  link: 'links',
  button: 'buttons',
  textbox: 'inputs',
  searchbox: 'inputs',
  combobox: 'inputs',
  checkbox: 'inputs',
  radio: 'inputs',
  spinbutton: 'inputs',
  slider: 'inputs',
  image: 'images',
  main: 'landmarks',
  navigation: 'landmarks',
  banner: 'landmarks',
  contentinfo: 'landmarks',
  complementary: 'landmarks',
};

/** Each entry also carries its `ref`, because the hub's tools take refs as well as selectors. */
function pageStateOf(text: string): Result {
  const { head, tree } = treeOf(text);
  const found: Record<string, Result[]> = {
    headings: [],
    links: [],
    buttons: [],
    inputs: [],
    images: [],
    landmarks: [],
  };
  for (const line of tree) {
    for (const [, role = '', name = '""', ref = '', details = ''] of line.matchAll(token)) {
      const list = Object.hasOwn(lists, role) ? lists[role] : undefined;
      if (list) found[list]?.push(entryOf(role, nameOf(name), ref, details));
    }
  }
  const counts = Object.fromEntries(
    Object.entries(found).map(([list, { length }]) => [list, { shown: length, total: length }]),
  );
  return { ...head, errors: [], ...found, counts };
}

function entryOf(role: string, text: string, ref: string, details: string): Result {
  const detail = (name: string) => new RegExp(` ${name}=("(?:[^"\\\\]|\\\\.)*"|\\S+)`).exec(details)?.[1];
  const disabled = / disabled\b/.test(details);
  switch (lists[role]) {
    case 'headings':
      return { level: `h${detail('level') ?? 2}`, text, ref };
    case 'links':
      return { text, href: nameOf(detail('href') ?? '""'), ref };
    case 'buttons':
      return { text, disabled, ref };
    case 'inputs':
      return {
        type: detail('type') ?? inputTypes[role] ?? role,
        label: text,
        value: nameOf(detail('value') ?? '""'),
        disabled,
        ref,
      };
    case 'images':
      return { alt: text, ref };
    default:
      return { role, label: text, ref };
  }
}

function nameOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function screenshotOf(result: ToolResult, { scale }: Params): Result {
  const image = result.content.find(({ type }) => type === 'image');
  const mimeType = typeof image?.mimeType === 'string' ? image.mimeType : 'image/png';
  const data = typeof image?.data === 'string' ? image.data : '';
  return {
    format: mimeType.replace('image/', ''),
    quality: null,
    readiness: { waitMs: 0, timedOut: false, timeline: [] },
    dataUrl: `data:${mimeType};base64,${data}`,
    ...sizesOf(image?._meta, typeof scale === 'number' && scale > 0 && scale < 1 ? scale : 1),
  };
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
