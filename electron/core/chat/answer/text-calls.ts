// A call that a model without tool calls wrote as text: the forms in which such models write one, tried from the surest to the vaguest.
import { isRecord, jsonIn } from '../../../../contract/json.ts';
import { withoutTemplateTokens } from './clean-text.ts';

export interface TextCall {
  /** One of the offered names. */
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  /** What the model wrote before it. */
  readonly before: string;
}

/** What is read: the whole answer, or what its first code fence holds. */
interface Written {
  readonly text: string;
  /** What stands before the fence. */
  readonly outside: string;
}

interface Found {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  /** Where in the text that was read it begins. */
  readonly at: number;
}

/** A name as it may be written, and the offered one that it means. */
interface Spelling {
  readonly written: string;
  readonly name: string;
}

type Form = (text: string, names: readonly string[]) => Found | null;

/** A longer answer that only names a tool speaks of it. */
const maxBareChars = 100;
const maxReadChars = 20_000;
/** An explanation is told by its beginning. */
const maxExplainedChars = 4_000;

/** One call of an answer at most; null where it holds none. */
export function readTextCall(answer: string, names: readonly string[]): TextCall | null {
  const { text, outside } = writtenIn(withoutTemplateTokens(answer).slice(0, maxReadChars));
  for (const form of forms) {
    const found = form(text, names);
    if (!found) continue;
    const before = outside || text.slice(0, found.at);
    return { name: found.name, arguments: found.arguments, before: before.trim() };
  }
  return null;
}

/** Whether it explains one of these tools instead of calling it; the tool that it names. */
export function explainedTool(answer: string, names: readonly string[]): string | null {
  const text = answer.slice(0, maxExplainedChars).toLowerCase();
  if (!explanations.some(pattern => pattern.test(text))) return null;
  return names.find(name => text.includes(name.toLowerCase())) ?? null;
}

const explanations = [
  /you (?:can|could) use/,
  /try (?:calling|using)/,
  /to (?:find|get) .+, use/,
  /here'?s how/,
  /the .+ (?:function|tool)/,
  /use the following/,
];

function writtenIn(text: string): Written {
  const fence = /```[a-z]*[ \t]*\n?([\s\S]*?)\n?```/i.exec(text);
  if (!fence) return { text, outside: '' };
  return { text: (fence[1] ?? '').trim(), outside: text.slice(0, fence.index) };
}

/** `{"name": …, "parameters" | "arguments": {…}}`. */
function namedObject(text: string, names: readonly string[]): Found | null {
  const start = /\{\s*"name"/.exec(text);
  const value = start ? objectAt(text, start.index) : null;
  if (!start || !value || typeof value.name !== 'string') return null;
  const name = meant(value.name, names);
  const written = value.parameters ?? value.arguments ?? {};
  const read = typeof written === 'string' ? jsonIn(written) : written;
  return name === null ? null : { name, arguments: isRecord(read) ? read : {}, at: start.index };
}

/** `"tool": {…}`, also without quotes or in backticks. */
function keyedObject(text: string, names: readonly string[]): Found | null {
  return withObject(text, names, name => `(?:"${name}"|\`${name}\`|(?<![\\w-])${name})\\s*:\\s*(?=\\{)`);
}

/** `tool({…})`. */
function calledWithObject(text: string, names: readonly string[]): Found | null {
  return withObject(text, names, name => `(?<![\\w-])${name}\\s*\\(\\s*(?=\\{)`);
}

/** `tool(key='value', other=3)`. */
function calledWithNames(text: string, names: readonly string[]): Found | null {
  for (const { written, name } of spellings(names))
    for (const spelling of new Set([written, written.replaceAll('-', '_')])) {
      const match = new RegExp(`(?<![\\w-])${escaped(spelling)}\\s*\\(([^)]+)\\)`, 'i').exec(text);
      const args = match ? namedArguments(match[1] ?? '') : {};
      if (match && Object.keys(args).length > 0) return { name, arguments: args, at: match.index };
    }
  return null;
}

/** A tool is mentioned, and some object stands there. */
function mentionedWithObject(text: string, names: readonly string[]): Found | null {
  const at = text.indexOf('{');
  const value = at < 0 ? null : objectAt(text, at);
  // What names something else is no bag of arguments.
  if (!value || 'name' in value || 'tool' in value) return null;
  const small = text.toLowerCase();
  const forms = (name: string) => [name, name.replaceAll('__', '_'), shortOf(name), shortOf(name).replaceAll('_', ' ')];
  const name = names.find(one => forms(one).some(form => small.includes(form.toLowerCase())));
  return name === undefined ? null : { name, arguments: value, at };
}

/** Nothing but the name, or the name in a short answer. */
function bareName(text: string, names: readonly string[]): Found | null {
  if (text.length >= maxBareChars) return null;
  const longest = spellings(names).toSorted((one, other) => other.written.length - one.written.length);
  for (const { written, name } of longest) {
    const alone = new RegExp(
      `(?:^|\\s)\`?${escaped(written)}\`?(?:\\s*\\(\\s*(?:\\{\\s*\\})?\\s*\\))?(?=$|[\\s.!])`,
      'i',
    );
    const match = alone.exec(text);
    if (match) return { name, arguments: {}, at: match.index };
  }
  return null;
}

const forms: readonly Form[] = [
  namedObject,
  keyedObject,
  calledWithObject,
  calledWithNames,
  mentionedWithObject,
  bareName,
];

function withObject(text: string, names: readonly string[], pattern: (name: string) => string): Found | null {
  for (const { written, name } of spellings(names)) {
    const match = new RegExp(pattern(escaped(written))).exec(text);
    const value = match ? objectAt(text, match.index + match[0].length) : null;
    if (match && value) return { name, arguments: value, at: match.index };
  }
  return null;
}

/** Whole names before short ones, so that a short one never takes what names another tool whole. */
function spellings(names: readonly string[]): Spelling[] {
  const whole = names.map(name => ({ written: name, name }));
  const short = names.map(name => ({ written: shortOf(name), name })).filter(({ written, name }) => written !== name);
  return [...whole, ...short];
}

function meant(written: string, names: readonly string[]): string | null {
  if (names.includes(written)) return written;
  // Models drop what stands before a tool's own name, or write another server there.
  const short = shortOf(written);
  return names.find(name => shortOf(name) === short) ?? null;
}

/** `search` of `github__search`. */
function shortOf(name: string): string {
  const at = name.indexOf('__');
  return at < 0 ? name : name.slice(at + 2) || name;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
}

/** The object that begins there, to its closing brace; null where it is broken. */
function objectAt(text: string, start: number): Record<string, unknown> | null {
  let depth = 0;
  let inText = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inText && char === '\\') at += 1;
    else if (char === '"') inText = !inText;
    else if (inText) continue;
    else if (char === '{') depth += 1;
    else if (char === '}' && --depth === 0) {
      const value = jsonIn(text.slice(start, at + 1));
      return isRecord(value) ? value : null;
    }
  }
  return null;
}

function namedArguments(text: string): Record<string, unknown> {
  const pattern = /([A-Za-z_]\w*)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^,'")\s]+))/g;
  const pairs = [...text.matchAll(pattern)].map(([, name = '', single, double, plain]) => {
    const quoted = single ?? double;
    return [name, quoted === undefined ? plainValue(plain ?? '') : quoted.replace(/\\(.)/g, '$1')] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== '__proto__'));
}

function plainValue(text: string): unknown {
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  if (/^(none|null)$/i.test(text)) return null;
  return text !== '' && isFinite(Number(text)) ? Number(text) : text;
}
