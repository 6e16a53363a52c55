// Edits TOML by its statements: puts a table at the end, changes or takes out one key, and leaves every other line as it is.
import { parse, TomlError } from 'smol-toml';
import { broken } from './broken-config.ts';
import { applyEdits, lineEndOf, lineStart, nextLine } from './text-edits.ts';
import { inlineMembers, statementsOf } from './toml-statements.ts';
import type { EntryValue } from '../agent-app.ts';
import type { ConfigEditor, Path } from './config-editor.ts';
import type { TextEdit } from './text-edits.ts';
import type { TomlStatement } from './toml-statements.ts';

export const tomlEditor: ConfigEditor = { read: readToml, set: setKey, remove: removeKey };

function readToml(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The message goes on with the lines around, in which there may be a secret.
    const cause = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? '';
    throw broken(error, { kind: 'config-syntax', cause });
  }
}

function setKey(text: string, path: Path, value: EntryValue): string {
  const keys = namesOf(path);
  const statements = statementsOf(text);
  const inline = inlineAround(text, statements, keys);
  if (inline) return applyEdits(text, setInline(text, inline, keys, value));
  const pair = statements.find(statement => statement.kind === 'pair' && isSame(statement.path, keys));
  if (pair) return applyEdits(text, [{ offset: pair.value, length: pair.end - pair.value, text: valueText(value) }]);
  if (statements.some(({ path: other }) => isBelow(other, keys))) return setKey(removeKey(text, path), path, value);
  const table = statements.find(({ kind, path: other }) => kind === 'table' && isSame(other, keys.slice(0, -1)));
  if (isTable(value) || !table) return appended(text, keys, value);
  const at = nextLine(text, table.end);
  const eol = lineEndOf(text);
  // A text that ends with the header has no line end there.
  const before = text.slice(0, at).endsWith('\n') ? '' : eol;
  return applyEdits(text, [{ offset: at, length: 0, text: `${before}${pairText(keys.slice(-1), value)}${eol}` }]);
}

function appended(text: string, keys: readonly string[], value: EntryValue): string {
  const eol = lineEndOf(text);
  const [path, pairs] = isTable(value) ? [keys, value] : [keys.slice(0, -1), { [keys.at(-1) ?? '']: value }];
  const lines = [`[${keyText(path)}]`, ...Object.entries(pairs).map(([key, member]) => pairText([key], member))];
  const start = text.trim() === '' ? text : `${text}${text.endsWith('\n') ? '' : eol}`;
  const gap = start === '' || /\n\r?\n$/.test(start) ? '' : eol;
  return start + gap + lines.join(eol) + eol;
}

/** Takes out the key's own statement, everything below it, and the tables of that name. */
function removeKey(text: string, path: Path): string {
  const keys = namesOf(path);
  const statements = statementsOf(text);
  const inline = inlineAround(text, statements, keys);
  if (inline) return applyEdits(text, removeInline(text, inline, keys));
  const goes = ({ path: other }: TomlStatement) => isSame(other, keys) || isBelow(other, keys);
  const edits = statements.flatMap((statement, index): TextEdit[] => {
    if (!goes(statement)) return [];
    const from = lineStart(text, statement.offset);
    const next = statements[index + 1];
    // What stands between two that go, comments of theirs, goes with them.
    const to = next?.kind === 'pair' && goes(next) ? lineStart(text, next.offset) : nextLine(text, statement.end);
    return [{ offset: from, length: to - from, text: '' }];
  });
  const [first] = edits;
  if (!first) return text;
  const next = applyEdits(text, edits);
  // The empty line that stood before a table at the end goes with it.
  return next.slice(first.offset).trim() === ''
    ? next.slice(0, first.offset).replace(/(\r?\n)(?:[ \t]*\r?\n)+$/, '$1')
    : next;
}

/** The pair whose value is an inline table in which the key stands, or would stand. */
function inlineAround(
  text: string,
  statements: readonly TomlStatement[],
  keys: readonly string[],
): TomlStatement | null {
  const around = statements.find(
    ({ kind, path, value }) => kind === 'pair' && isBelow(keys, path) && text[value] === '{',
  );
  return around ?? null;
}

function setInline(text: string, around: Inline, keys: readonly string[], value: EntryValue): TextEdit[] {
  const members = inlineMembers(text, around.value);
  const rest = keys.slice(around.path.length);
  const same = members.find(member => isSame(member.path, rest));
  if (same) return [{ offset: same.value, length: same.end - same.value, text: valueText(value) }];
  const inner = members.find(member => isBelow(rest, member.path) && text[member.value] === '{');
  if (inner) return setInline(text, inner, rest, value);
  const [first] = members;
  const offset = around.value + 1;
  if (first) return [{ offset, length: 0, text: ` ${pairText(rest, value)},` }];
  return [{ offset, length: text.indexOf('}', offset) - offset, text: ` ${pairText(rest, value)} ` }];
}

type Inline = Pick<TomlStatement, 'path' | 'value' | 'end'>;

function removeInline(text: string, around: Inline, keys: readonly string[]): TextEdit[] {
  const members = inlineMembers(text, around.value);
  const rest = keys.slice(around.path.length);
  const inner = members.find(member => isBelow(rest, member.path) && text[member.value] === '{');
  if (inner) return removeInline(text, inner, rest);
  const kept = members.filter(({ path }) => !isSame(path, rest) && !isBelow(path, rest));
  if (kept.length === members.length) return [];
  const pieces = kept.map(({ offset, end }) => text.slice(offset, end));
  const next = pieces.length === 0 ? '{}' : `{ ${pieces.join(', ')} }`;
  return [{ offset: around.value, length: around.end - around.value, text: next }];
}

function isSame(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && path.every((name, at) => name === other[at]);
}

function isBelow(path: readonly string[], above: readonly string[]): boolean {
  return path.length > above.length && above.every((name, at) => name === path[at]);
}

function namesOf(path: Path): string[] {
  return path.map(step => (typeof step === 'string' ? step : step.name));
}

function isTable(value: EntryValue): value is { readonly [key: string]: EntryValue } {
  return typeof value === 'object' && !Array.isArray(value);
}

function keyText(path: readonly string[]): string {
  return path.map(name => (/^[\w-]+$/.test(name) ? name : stringText(name))).join('.');
}

function pairText(path: readonly string[], value: EntryValue): string {
  return `${keyText(path)} = ${valueText(value)}`;
}

function valueText(value: EntryValue): string {
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map((item: EntryValue) => valueText(item)).join(', ')}]`;
  if (!isTable(value)) return String(value);
  const members = Object.entries(value).map(([key, member]) => pairText([key], member));
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** JSON's own text is TOML's, but for one sign that TOML wants escaped. */
function stringText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}
