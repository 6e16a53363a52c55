// Edits JSON, with comments or without: comments, order, line ends and indentation of everything else stay as they are.
import { type Node, parse } from 'jsonc-parser';
import { isRecord, maxJsonDepth } from '../../../../contract/json.ts';
import { faultOf } from '../../json/check-json.ts';
import { brokenAt } from './broken-config.ts';
import { commaBehind, endOf, endOfLineComments, findMember, firstIndent, isBlank, treeOf } from './json-nodes.ts';
import { isDeeper, nested, withName } from './paths.ts';
import { applyEdits, beginsLine, indentAt, lineEndOf, lineStart, nextLine } from './text-edits.ts';
import type { EntryValue } from '../agent-app.ts';
import type { ConfigEditor, Path, Step } from './config-editor.ts';
import type { TextEdit } from './text-edits.ts';

/** `lenient`: comments and trailing commas are no fault, because the program that reads the file takes them. */
export function jsonEditor(lenient: boolean): ConfigEditor {
  return { read: text => readJson(text, lenient), set: setMember, remove: removeMember };
}

function readJson(text: string, lenient: boolean): Record<string, unknown> {
  if (text.trim() === '') return {};
  const value = parsed(text, lenient);
  if (isRecord(value)) return value;
  if (value === undefined) return {};
  throw brokenAt(text, text.search(/\S/), { kind: 'config-no-table', at: '' });
}

function parsed(text: string, lenient: boolean): unknown {
  try {
    // Much faster for a file of megabytes, and what nearly every file is.
    const value: unknown = JSON.parse(text);
    if (!isDeeper(value, maxJsonDepth)) return value;
  } catch {
    if (lenient && isBlank(text)) return undefined;
  }
  const fault = faultOf(text, { lenient, mayName: name => name !== '__proto__' });
  if (!fault) return parse(text, [], { allowTrailingComma: true });
  const found = fault.found === '' ? null : JSON.stringify(fault.found.slice(0, 20));
  throw brokenAt(text, fault.offset, { kind: 'config-json', expected: fault.expected, found });
}

function setMember(text: string, path: Path, value: EntryValue): string {
  let node = treeOf(text);
  if (!node) {
    const eol = lineEndOf(text);
    const kept = text.trim() === '' ? '' : `${text.trimEnd()}${eol}`;
    return kept + rendered(nested(path, value), { indent: '', unit: '  ', eol }) + eol;
  }
  for (const [index, step] of path.entries()) {
    const { container, member } = findMember(text, node, step, pathText(path.slice(0, index)));
    const inner = nested(path.slice(index + 1), value);
    if (!member) return applyEdits(text, insertion(text, container, step, inner));
    const found: Node = member.type === 'property' ? member.children![1]! : member;
    if (index === path.length - 1 || found.type === 'null') {
      const layout = { ...layoutOf(text), indent: indentAt(text, member.offset) };
      const isFlat = !text.slice(member.offset, endOf(member)).includes('\n') && !beginsLine(text, member.offset);
      const next = isFlat ? JSON.stringify(inner) : rendered(inner, layout);
      return applyEdits(text, [{ offset: found.offset, length: found.length, text: next }]);
    }
    node = found;
  }
  return text;
}

function removeMember(text: string, path: Path): string {
  let node = treeOf(text);
  for (const [index, step] of path.entries()) {
    if (!node || (node.type !== 'object' && node.type !== 'array')) return text;
    const { container, member } = findMember(text, node, step, pathText(path.slice(0, index)));
    if (!member) return text;
    if (index === path.length - 1) return applyEdits(text, removal(text, container, member));
    node = member.type === 'property' ? member.children![1]! : member;
  }
  return text;
}

/** Behind the last member: its comment stays with it, and a trailing comma stays the style of the file. */
function insertion(text: string, container: Node, step: Step, value: EntryValue): TextEdit[] {
  const { unit, eol } = layoutOf(text);
  const members = container.children ?? [];
  const [first] = members;
  const last = members.at(-1);
  const item = (indent: string | null) => memberText(step, value, indent === null ? null : { indent, unit, eol });
  if (!first || !last) return [intoEmpty(text, container, item)];
  const end = endOf(last);
  const comma = commaBehind(text, end);
  const behind = comma < 0 ? end : comma + 1;
  const trailing = comma < 0 ? '' : ',';
  const separator: TextEdit[] = comma < 0 ? [{ offset: end, length: 0, text: ',' }] : [];
  if (!text.slice(container.offset, first.offset).includes('\n')) {
    const space = /[:,]\s/.test(text.slice(container.offset, endOf(container))) ? ' ' : '';
    return joined(separator, { offset: behind, length: 0, text: `${space}${item(null)}${trailing}` });
  }
  const indent = indentAt(text, first.offset);
  const at = endOfLineComments(text, behind);
  return joined(separator, { offset: at, length: 0, text: `${eol}${indent}${item(indent)}${trailing}` });
}

/** Two insertions at one place are one. */
function joined(separator: readonly TextEdit[], edit: TextEdit): TextEdit[] {
  const [comma] = separator;
  if (comma?.offset !== edit.offset) return [...separator, edit];
  return [{ ...edit, text: comma.text + edit.text }];
}

function intoEmpty(text: string, container: Node, item: (indent: string | null) => string): TextEdit {
  const [open, close] = [container.offset + 1, endOf(container) - 1];
  const inner = text.slice(open, close);
  if (!text.trim().includes('\n') && inner.trim() === '')
    return { offset: open, length: close - open, text: text.trim() === '{}' ? onLines() : item(null) };
  const kept = inner.trimEnd().length;
  return { offset: open + kept, length: inner.length - kept, text: onLines() };

  function onLines(): string {
    const { unit, eol } = layoutOf(text);
    const outer = indentOfLine(text, container.offset);
    return `${eol}${outer}${unit}${item(outer + unit)}${eol}${outer}`;
  }
}

function removal(text: string, container: Node, member: Node): TextEdit[] {
  const members = container.children ?? [];
  const [open, close] = [container.offset + 1, endOf(container) - 1];
  const end = endOf(member);
  const comma = commaBehind(text, end);
  const behind = comma < 0 ? end : comma + 1;
  if (members.length === 1 && (text.slice(open, member.offset) + text.slice(behind, close)).trim() === '')
    return [{ offset: open, length: close - open, text: '' }];
  const previous = members[members.indexOf(member) - 1];
  const commaBefore = comma < 0 && previous ? commaBehind(text, endOf(previous)) : -1;
  const before: TextEdit[] = commaBefore < 0 ? [] : [{ offset: commaBefore, length: 1, text: '' }];
  const rest = text.slice(behind, nextLine(text, behind));
  if (beginsLine(text, member.offset)) {
    const from = rest.trim() === '' ? lineStart(text, member.offset) : member.offset;
    const to = rest.trim() === '' ? nextLine(text, behind) : behind + (rest.length - rest.trimStart().length);
    return [...before, { offset: from, length: to - from, text: '' }];
  }
  if (commaBefore >= 0 && text.slice(commaBefore + 1, member.offset).trim() === '')
    return [{ offset: commaBefore, length: end - commaBefore, text: '' }];
  const spaces = /^[ \t]*/.exec(rest)?.[0].length ?? 0;
  return [...before, { offset: member.offset, length: behind + (comma < 0 ? 0 : spaces) - member.offset, text: '' }];
}

interface Layout {
  readonly indent: string;
  readonly unit: string;
  readonly eol: string;
}

/** What one level is indented by: as the first member of the file is. */
function layoutOf(text: string): Pick<Layout, 'unit' | 'eol'> {
  return { unit: firstIndent(text) || '  ', eol: lineEndOf(text) };
}

function indentOfLine(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';
}

/** In one line without a layout. */
function memberText(step: Step, value: EntryValue, layout: Layout | null): string {
  const shown = typeof step === 'string' ? value : withName(value, step);
  const text = layout ? rendered(shown, layout) : JSON.stringify(shown);
  return typeof step === 'string' ? `${JSON.stringify(step)}:${layout ? ' ' : ''}${text}` : text;
}

/** Lists in one line, as people write arguments. */
function rendered(value: EntryValue, layout: Layout): string {
  const { indent, unit, eol } = layout;
  if (Array.isArray(value) && !value.some(item => typeof item === 'object'))
    return `[${value.map(item => JSON.stringify(item)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = { ...layout, indent: indent + unit };
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Array.isArray(value)
    ? value.map((item: EntryValue) => rendered(item, inner))
    : Object.entries(value).map(([key, item]: [string, EntryValue]) => memberText(key, item, inner));
  if (items.length === 0) return `${open}${close}`;
  return `${open}${eol}${items.map(item => inner.indent + item).join(`,${eol}`)}${eol}${indent}${close}`;
}

function pathText(path: Path): string {
  return path.map(step => (typeof step === 'string' ? step : step.name)).join('.');
}
