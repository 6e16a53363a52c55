// Edits YAML by lines: a member is put in, changed or taken out, and comments, order and layout of all others stay as they are.
import { isMap, isScalar, isSeq, type Pair, type Scalar, stringify, type YAMLMap, type YAMLSeq } from 'yaml';
import { brokenAt } from './broken-config.ts';
import { isNamed, nested, removeIn, setIn, withName } from './paths.ts';
import { applyEdits, lineEndOf, lineStart, nextLine } from './text-edits.ts';
import { blockEnd, blockLines, columnOf, contentEnd } from './yaml-blocks.ts';
import { documentOf, readYaml } from './yaml-reader.ts';
import type { Document } from 'yaml';
import type { EntryValue } from '../agent-app.ts';
import type { ConfigEditor, Path, Step } from './config-editor.ts';

export const yamlEditor: ConfigEditor = { read: readYaml, set: setKey, remove: removeKey };

type Collection = YAMLMap<Scalar> | YAMLSeq;

/** Where a path leads: as far as there are members, and what remains of it. */
interface Reached {
  readonly container: Collection;
  /** Of `container`: the pair that it is the value of; null at the root and in a list. */
  readonly parent: Pair<Scalar> | null;
  readonly step: Step;
  readonly rest: Path;
  readonly member: Member | null;
}
type Member = { readonly pair: Pair<Scalar> } | { readonly item: unknown };

function setKey(text: string, path: Path, value: EntryValue): string {
  const document = documentOf(text);
  if (!isCollectionNode(document.contents)) return ended(text) + blockLines(text, nested(path, value), '');
  const reached = reach(text, document, path);
  const { container, step, rest, member } = reached;
  if (container.flow) return inFlow(text, document, reached, plain => setIn(plain, [step, ...rest], value));
  const inner = nested(rest, value);
  if (!member) return isSeq(container) ? addItem(text, container, step, inner) : addPair(text, reached, inner);
  if ('item' in member) return text;
  if (rest.length > 0) return belowNothing(text, member.pair, inner);
  return replacePair(text, member.pair, value);
}

function removeKey(text: string, path: Path): string {
  const document = documentOf(text);
  if (!isCollectionNode(document.contents)) return text;
  const reached = reach(text, document, path);
  const { container, parent, step, rest, member } = reached;
  if (!member || rest.length > 0) return text;
  if (container.flow) return inFlow(text, document, reached, plain => removeIn(plain, [step]));
  const { from, to } = linesOf(text, member);
  const lines = { offset: from, length: to - from, text: '' };
  if (container.items.length > 1 || !parent) return applyEdits(text, [lines]);
  // A key without anything would be null.
  const colon = text.indexOf(':', rangeOf(parent.key)[1]) + 1;
  return applyEdits(text, [lines, { offset: colon, length: 0, text: isSeq(container) ? ' []' : ' {}' }]);
}

/** Throws where a value on the way is no table. */
function reach(text: string, document: Document, path: Path): Reached {
  let container = document.contents as unknown as Collection;
  let parent: Reached['parent'] = null;
  for (const [index, step] of path.entries()) {
    const rest = path.slice(index + 1);
    const member = memberOf(text, document, container, step);
    const value = member && ('pair' in member ? member.pair.value : member.item);
    if (!member || rest.length === 0 || isNothing(value)) return { container, parent, step, rest, member };
    if (!isCollectionNode(value)) throw noTable(text, value, step);
    parent = 'pair' in member ? member.pair : null;
    container = value;
  }
  throw new Error('A path of an edit has no steps.');
}

function memberOf(text: string, document: Document, container: Collection, step: Step): Member | null {
  if (typeof step === 'string') {
    if (!isMap(container)) throw noTable(text, container, step);
    const pair = container.items.find(({ key }) => isScalar(key) && key.value === step);
    return pair ? { pair } : null;
  }
  if (!isSeq(container)) throw noTable(text, container, step);
  const item = container.items.find(one => isMap(one) && isNamed(one.toJS(document), step));
  return item === undefined ? null : { item };
}

/** A table gets it first, right below its own line: so no comment changes the member that it stands above. The root gets it last. */
function addPair(text: string, { container, parent, step, rest: _ }: Reached, value: EntryValue): string {
  const member = { [String(step)]: value };
  const [first] = container.items as Pair<Scalar>[];
  if (container.items.length === 0 || !first) return text;
  const column = columnOf(text, rangeOf(first.key)[0]);
  const lines = blockLines(text, member, ' '.repeat(column));
  if (parent) return inserted(text, nextLine(text, rangeOf(parent.key)[1]), lines);
  const isRoot = column === columnOf(text, lineStart(text, rangeOf(first.key)[0]));
  return isRoot ? ended(text) + lines : inserted(text, linesOf(text, { pair: first }).to, lines);
}

function addItem(text: string, container: YAMLSeq, step: Step, value: EntryValue): string {
  const last = container.items.at(-1);
  const { column } = dashOf(text, container.items[0]);
  const end = blockEnd(text, { ...dashOf(text, last), isPair: false, least: contentEnd(last, 0) }, true);
  const item = typeof step === 'string' ? value : withName(value, step);
  return inserted(text, end, blockLines(text, [item], ' '.repeat(column)));
}

/** `extensions:` without a value, or with `null`. */
function belowNothing(text: string, pair: Pair<Scalar>, value: EntryValue): string {
  const [start, keyEnd] = rangeOf(pair.key);
  const lines = blockLines(text, value, ' '.repeat(columnOf(text, start) + 2));
  const nothing = isScalar(pair.value) ? rangeOf(pair.value) : [keyEnd, keyEnd];
  const kept = applyEdits(text, [{ offset: nothing[0], length: nothing[1] - nothing[0], text: '' }]);
  return inserted(kept, nextLine(kept, keyEnd), lines);
}

function replacePair(text: string, pair: Pair<Scalar>, value: EntryValue): string {
  const [start] = rangeOf(pair.key);
  if (isScalar(pair.value) && !pair.value.type?.startsWith('BLOCK') && typeof value !== 'object') {
    const [from, to] = rangeOf(pair.value);
    return applyEdits(text, [{ offset: from, length: to - from, text: stringify(value, { lineWidth: 0 }).trimEnd() }]);
  }
  const lines = blockLines(text, { [String(pair.key.value)]: value }, ' '.repeat(columnOf(text, start))).trimStart();
  return applyEdits(text, [{ offset: start, length: linesOf(text, { pair }).to - start, text: lines }]);
}

/** A table in `{}` stands in few lines: it is written anew as a whole, unless comments or anchors stand in it. */
function inFlow(
  text: string,
  document: Document,
  { container, parent }: Reached,
  change: (plain: unknown) => unknown,
): string {
  const [from, to] = rangeOf(container);
  if (/[#&*]/.test(text.slice(from, to).replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '')))
    throw brokenAt(text, from, { kind: 'config-form' });
  const next = change(container.toJS(document));
  if (container.items.length > 0 || !parent)
    return applyEdits(text, [{ offset: from, length: to - from, text: flowText(next) }]);
  const start = text[from - 1] === ' ' ? from - 1 : from;
  const kept = applyEdits(text, [{ offset: start, length: to - start, text: '' }]);
  const indent = ' '.repeat(columnOf(text, rangeOf(parent.key)[0]) + 2);
  return inserted(kept, nextLine(kept, rangeOf(parent.key)[1]), blockLines(text, next as EntryValue, indent));
}

function flowText(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd().replaceAll(/\n\s*/g, ' ');
}

function linesOf(text: string, member: Member): { from: number; to: number } {
  if ('pair' in member) {
    const [start, end] = rangeOf(member.pair.key);
    const block = { start, column: columnOf(text, start), isPair: true, least: contentEnd(member.pair, end) };
    return { from: lineStart(text, start), to: blockEnd(text, block) };
  }
  const dash = dashOf(text, member.item);
  const to = blockEnd(text, { ...dash, isPair: false, least: contentEnd(member.item, 0) });
  return { from: lineStart(text, dash.start), to };
}

function dashOf(text: string, item: unknown): { start: number; column: number } {
  const start = text.lastIndexOf('-', rangeOf(item)[0] - 1);
  return { start, column: columnOf(text, start) };
}

function rangeOf(node: unknown): readonly [number, number] {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  if (!Array.isArray(range)) throw new Error('A node of YAML has no place.');
  return [Number(range[0]), Number(range[1])];
}

function isCollectionNode(node: unknown): node is Collection {
  return isMap(node) || isSeq(node);
}

function isNothing(value: unknown): boolean {
  return value === null || (isScalar(value) && value.value === null);
}

function noTable(text: string, node: unknown, step: Step) {
  return brokenAt(text, rangeOf(node)[0], { kind: 'config-no-table', at: typeof step === 'string' ? step : step.name });
}

function inserted(text: string, at: number, lines: string): string {
  const before = text.slice(0, at);
  return ended(before, text) + lines + text.slice(at);
}

/** With a line end at its end, as the text has them. */
function ended(text: string, whole = text): string {
  return text === '' || text.endsWith('\n') ? text : text + lineEndOf(whole);
}
