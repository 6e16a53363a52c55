// Links by which pages add a server to an app: what each known form carries, as text for the form that the user reads. A link does nothing itself.
import { isRecord, parseJson } from './json.ts';

/**
 * `text` is a list of servers in the form of VS Code or of Claude Desktop; of a `list`, in any that can be pasted. `entry` names one of a
 * catalogue. `typed` is what would be typed into the form, where both may still be missing.
 */
export type ServerLink =
  | { readonly kind: 'server'; readonly name: string; readonly text: string }
  | { readonly kind: 'list'; readonly text: string }
  | { readonly kind: 'typed'; readonly name: string; readonly commandLine: string }
  | { readonly kind: 'entry'; readonly name: string }
  | { readonly kind: 'fault'; readonly fault: LinkFault };

export type LinkFault = 'long' | 'twice' | 'encoding' | 'secret' | 'incomplete';

/** What the forms of links have in common. */
interface Carried {
  readonly name: unknown;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly inputs?: unknown;
}

const maxLinkChars = 24_000;
const maxText = 20_000;
const maxName = 60;
/** A link says how a server is reached, and neither what it may do nor where it is approved. */
const entryKeys = ['type', 'command', 'args', 'env', 'cwd', 'url', 'headers'] as const;

class Fault extends Error {
  readonly fault: LinkFault;

  constructor(fault: LinkFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Null for a text that is no link of this kind, such as the address of a server. */
export function readServerLink(link: string): ServerLink | null {
  const form = formOf(link);
  if (!form) return null;
  try {
    if (link.length > maxLinkChars) throw new Fault('long');
    const read = form(link);
    return 'kind' in read ? read : asServer(read);
  } catch (error) {
    return { kind: 'fault', fault: error instanceof Fault ? error.fault : 'encoding' };
  }
}

type Form = (link: string) => Carried | Exclude<ServerLink, { kind: 'fault' }>;

const ours = /^pilothouse:\/\/add-server\/?(?:\?|$)/i;

const forms: readonly (readonly [RegExp, Form])[] = [
  // https://code.visualstudio.com/api/extension-guides/ai/mcp, "Create an installation URL"
  [/^vscode(?:-insiders)?:mcp\/install\?/i, link => namedConfig(decoded(afterQuestionMark(link)))],
  [/^vscode(?:-insiders)?:mcp\/by-name\//i, byName],
  [/^https:\/\/(?:insiders\.)?vscode\.dev\/redirect\/mcp\/install\?/i, ofParameters],
  [/^https:\/\/(?:insiders\.)?vscode\.dev\/redirect\?url=vscode/i, redirected],
  // https://cursor.com/docs/context/mcp/install-links
  [/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/i, ofParameters],
  [/^https:\/\/(?:www\.)?cursor\.com\/(?:[a-z]{2}\/)?install-mcp\?/i, ofParameters],
  // https://lmstudio.ai/docs/app/mcp/deeplink
  [/^lmstudio:\/\/add_mcp\?/i, ofParameters],
  // No page of Anthropic's documents it; servers that run elsewhere link to this dialog, which the desktop app opens as well.
  [/^(?:https|claude):\/\/claude\.ai\/(?:customize|settings)\/connectors\?/i, ofConnector],
  [ours, ofOurs],
];

function formOf(link: string): Form | null {
  return forms.find(([pattern]) => pattern.test(link.slice(0, maxLinkChars)))?.[1] ?? null;
}

/** The server itself says its name. */
function namedConfig(text: string): Carried {
  const entry = objectIn(text);
  return { name: entry.name, entry, ...('inputs' in entry && { inputs: entry.inputs }) };
}

function byName(link: string): Extract<ServerLink, { kind: 'entry' }> {
  const name = decoded(link.slice(link.indexOf('by-name/') + 'by-name/'.length));
  if (!/^[\w.-]{1,200}(?:\/[\w.-]{1,200})*$/.test(name)) throw new Fault('incomplete');
  return { kind: 'entry', name };
}

function redirected(link: string): ReturnType<Form> {
  const inner = parameters(link).get('url') ?? '';
  // In the address bar the inner link is often left as it is, and then has lost its own encoding once.
  const form = /^vscode(?:-insiders)?:/i.test(inner) ? formOf(inner) : null;
  if (!form) throw new Fault('incomplete');
  return form(inner);
}

/** `name` and `config`, which is JSON or, more often, JSON in base64; VS Code has `inputs` beside them. */
function ofParameters(link: string): Carried {
  const found = parameters(link);
  const config = found.get('config');
  const inputs = found.get('inputs');
  if (config === undefined) throw new Fault('incomplete');
  const entry = objectIn(config.trimStart().startsWith('{') ? config : fromBase64(config));
  return { name: found.get('name') ?? entry.name, entry, ...(inputs !== undefined && { inputs: parseJson(inputs) }) };
}

function ofConnector(link: string): Carried {
  const found = parameters(link);
  return { name: found.get('connectorName'), entry: { url: found.get('connectorUrl') } };
}

/** Of several things that it says, the first of these counts: `config`, `link`, `json`, `command`, `url`. */
function ofOurs(link: string): ReturnType<Form> {
  const found = parameters(link, text => decoded(text.replaceAll('+', ' ')));
  const name = found.get('name');
  if (found.has('config')) return { ...ofParameters(link), ...(name !== undefined && { name }) };
  const other = found.get('link');
  if (other !== undefined) return ofOther(other);
  const list = found.get('json');
  if (list !== undefined) return ofList(list);
  // No address has a space, so that a plus sign in one is meant.
  return typed(name ?? '', found.get('command') ?? parameters(link).get('url') ?? '');
}

/** One within another of ours would have no end. */
function ofOther(link: string): ReturnType<Form> {
  const form = ours.test(link) ? null : formOf(link);
  if (!form) throw new Fault('incomplete');
  return form(link);
}

function ofList(text: string): ServerLink & { readonly kind: 'list' } {
  // Signs that are escaped in the text are not in what it says.
  expectNoSecret(JSON.stringify(objectIn(text)));
  expectWithin(text, maxText);
  return { kind: 'list', text };
}

function typed(name: string, commandLine: string): ServerLink & { readonly kind: 'typed' } {
  expectNoSecret(name);
  expectNoSecret(commandLine);
  // What quotes it is gone once it is cut into words.
  expectNoSecret(commandLine.replace(/\\\n|[\\'"]/g, ''));
  expectWithin(name, maxName);
  expectWithin(commandLine, maxText);
  return { kind: 'typed', name, commandLine };
}

/** Throws where one is there twice: who reads the first and who reads the last would not see the same. */
function parameters(link: string, read = decoded): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of afterQuestionMark(link).split('#', 1)[0]?.split('&') ?? []) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = read(at < 0 ? part : part.slice(0, at));
    if (found.has(name)) throw new Fault('twice');
    found.set(name, at < 0 ? '' : read(part.slice(at + 1)));
  }
  return found;
}

function afterQuestionMark(link: string): string {
  const at = link.indexOf('?');
  return at < 0 ? '' : link.slice(at + 1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Fault('encoding');
  }
}

/** Of both alphabets, with or without its end; what a form has made of a plus sign is taken back. */
function fromBase64(text: string): string {
  const plain = text.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (!/^[A-Za-z0-9+/]+$/.test(plain)) throw new Fault('encoding');
  const bytes = Uint8Array.from(atob(plain), character => character.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function objectIn(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (!isRecord(value)) throw new Fault('incomplete');
  return value;
}

function asServer({ name, entry: given, inputs }: Carried): ServerLink {
  const entry = Object.fromEntries(entryKeys.flatMap(key => (given[key] === undefined ? [] : [[key, given[key]]])));
  if (typeof name !== 'string' || name.trim() === '' || name === '__proto__') throw new Fault('incomplete');
  if (typeof entry.command !== 'string' && typeof entry.url !== 'string') throw new Fault('incomplete');
  const called = name.slice(0, maxName);
  const list = Array.isArray(inputs) ? { servers: { [called]: entry }, inputs } : { mcpServers: { [called]: entry } };
  const text = JSON.stringify(list, null, 2);
  expectNoSecret(text);
  expectWithin(text, maxText);
  return { kind: 'server', name: called, text };
}

/** Nobody but the user may hand out a secret that is kept here. */
function expectNoSecret(text: string): void {
  if (/\$\{\s*secret\s*:/i.test(text)) throw new Fault('secret');
}

function expectWithin(text: string, most: number): void {
  if (text.length > most) throw new Fault('long');
}
