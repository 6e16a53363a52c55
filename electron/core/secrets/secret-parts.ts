// Where secrets stand within a text of a config: a member of JSON, the password or a parameter of an address, `name=value`, a header.
import { parseTree } from 'jsonc-parser';
import { placeholdersIn } from '../../../contract/placeholders.ts';
import { isSecretName, isSwitch, looksRandom, looksSecret, opensSomething, scheme } from './secret-looks.ts';
import type { Node } from 'jsonc-parser';

/** From `at` up to `end` in the text, without the quotes around it and without a scheme such as `Bearer`. */
export interface SecretPart {
  readonly at: number;
  readonly end: number;
  /** What it is called there; empty where it is all of the text. */
  readonly label: string;
}

const maxDepth = 20;
/** A longer text, which is no value that somebody typed, is a secret as a whole or not at all: whoever wrote it must not hold up the hub. */
const maxSearched = 20_000;
/** `--name=value` and `NAME=value`; what follows the name of a header has no second slash, which would be an address. */
const assigned = /^-{0,2}([A-Za-z][\w.-]*)(?:=(?!=)|:(?!\/\/)\s*)(?=[^=])/;
const moreAssigned = /[;&\s]["']?[A-Za-z][\w.-]{0,100}["']?\s{0,4}[=:](?!\/\/)/;
// What stands for a value, `${env:NAME}`, assigns nothing.
const assignments =
  /(?<![\w.-]|\$\{)([A-Za-z][\w.-]*)["']?\s*[:=]\s*["']?(?:(?:bearer|basic|token)\s+)?([^\s"',;&|<>}\]]+)/gi;
const authority = /\b[a-z][a-z0-9+.-]{0,30}:\/\/([^\s/?#"'<>]*)@/gi;
/** A password that nobody has escaped may hold anything; what stands before it is no web address then. */
const looseAuthority = /(?!https?:)\b[a-z][a-z0-9+.-]{0,30}:\/\/([^\s:@/"'<>]*:[^\s"'<>]+)@/gi;
const address = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>]+/gi;
const parameter = /[?&#]([^=&\s#?]+)=([^&\s#]+)/g;

/** Those of the value that has this name, in the order of the text, none over another. What holds a placeholder or a reference is none. */
export function secretPartsIn(name: string, text: string, depth = 0): SecretPart[] {
  if (depth > maxDepth || text === '') return [];
  if (isSecretName(name)) return whole(text);
  if (text.length > maxSearched) return depth === 0 && looksSecret(text) ? whole(text) : [];
  const [start = '', own = ''] = assigned.exec(text) ?? [];
  if (start !== '' && !moreAssigned.test(text.slice(start.length)))
    return shifted(secretPartsIn(own, text.slice(start.length), depth + 1), start.length, own);
  if (opensSomething(name, text) || (depth === 0 && looksSecret(text))) return whole(text);
  const members = membersOf(text, depth);
  if (members !== null) return apart(members);
  return apart([...ofAddresses(text), ...ofAssignments(text)]);
}

/** The same of one of several arguments, which the one `before` it may name. */
export function secretPartsOfArgument(text: string, before: string): SecretPart[] {
  const [, option = ''] = /^-{1,2}([A-Za-z][\w-]*)$/.exec(before) ?? [];
  const isValue = option !== '' && !text.startsWith('-');
  // Its look alone has to say more here: names of packages and of files are arguments.
  const parts = isValue && isSecretName(option) ? [] : secretPartsIn('', text, 1);
  if (parts.length > 0 || !isValue) return parts;
  return opensSomething(option, text) ? shifted(whole(text), 0, option) : [];
}

function whole(text: string): SecretPart[] {
  const at = scheme.exec(text)?.[0].length ?? 0;
  return isOpen(text.slice(at)) ? [] : [{ at, end: text.length, label: '' }];
}

/** What somebody or a shell still fills in, or switches something. */
function isOpen(value: string): boolean {
  const isForShell = /^["']?(?:\$[({]|`|%[A-Za-z_]\w*%$)/.test(value);
  return (
    value === '' || isSwitch(value) || isForShell || value.includes('${secret:') || placeholdersIn(value).length > 0
  );
}

function shifted(parts: readonly SecretPart[], by: number, label: string): SecretPart[] {
  return parts.map(part => ({ at: part.at + by, end: part.end + by, label: part.label || label }));
}

/** Null for what is no JSON. */
function membersOf(text: string, depth: number): SecretPart[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree && /^(?:object|array)$/.test(tree.type) ? ofNode(tree, '', text, depth + 1) : null;
}

function ofNode(node: Node, name: string, text: string, depth: number): SecretPart[] {
  if (depth > maxDepth) return [];
  const { type, offset, length, children = [] } = node;
  if (type === 'array') return children.flatMap(child => ofNode(child, name, text, depth + 1));
  if (type === 'object') {
    // `{"name": "Authorization", "value": "…"}` is how lists of headers are written.
    const named = children.map(pairOf).find(([key]) => /^(?:name|key|header)$/i.test(key))?.[1]?.value;
    return children.flatMap(child => {
      const [key, value] = pairOf(child);
      return value ? ofNode(value, key === 'value' ? String(named ?? key) : key, text, depth + 1) : [];
    });
  }
  if (type === 'number' && isSecretName(name)) return [{ at: offset, end: offset + length, label: name }];
  if (type !== 'string') return [];
  const raw = text.slice(offset + 1, offset + length - 1);
  const found = secretPartsIn(name, String(node.value), depth + 1);
  // Within a text that is escaped nothing stands where it was found.
  const parts = raw === node.value ? found : found.length > 0 ? whole(raw) : [];
  return shifted(parts, offset + 1, name);
}

function pairOf({ children = [] }: Node): [string, Node | undefined] {
  return [String(children[0]?.value ?? ''), children[1]];
}

function ofAddresses(text: string): SecretPart[] {
  if (!text.includes('://')) return [];
  const strict = [...text.matchAll(authority)];
  const users = (strict.length > 0 ? strict : [...text.matchAll(looseAuthority)]).flatMap(ofUser);
  return [...users, ...[...text.matchAll(address)].flatMap(ofAddress)];
}

function ofUser({ 0: all, 1: user = '', index }: RegExpExecArray): SecretPart[] {
  const at = index + all.length - 1 - user.length;
  const [name = ''] = user.split(':');
  const password = { at: at + name.length + 1, end: at + user.length, label: 'password' };
  return [
    ...(looksRandom(name) ? [{ at, end: at + name.length, label: 'user' }] : []),
    ...(password.end > password.at && !isOpen(user.slice(name.length + 1)) ? [password] : []),
  ];
}

function ofAddress({ 0: all, index }: RegExpExecArray): SecretPart[] {
  const [before = ''] = all.split(/[?#]/);
  const parameters = [...all.matchAll(parameter)].flatMap(({ 0: pair, 1: name = '', 2: value = '', index: from }) => {
    const at = index + from + pair.length - value.length;
    const isSecret = opensSomething(decoded(name), decoded(value)) && !isOpen(value);
    return isSecret ? [{ at, end: at + value.length, label: decoded(name) }] : [];
  });
  const segments = /^https?:/i.test(all) ? [...before.matchAll(/(?<=[^/]\/)[^/]+/g)] : [];
  const inPath = segments.flatMap(({ 0: segment, index: from }) => {
    const isFile = /\.[a-z]{2,4}$/i.test(segment);
    return looksRandom(segment) && !isFile && !isOpen(segment)
      ? [{ at: index + from, end: index + from + segment.length, label: 'path' }]
      : [];
  });
  return [...inPath, ...parameters];
}

/** Of connection strings (`Password=…;`), of headers, and of commands for a shell. */
function ofAssignments(text: string): SecretPart[] {
  return [...text.matchAll(assignments)].flatMap(({ 0: all, 1: name = '', 2: value = '', index }) => {
    const end = index + all.length;
    const isSecret = opensSomething(name, value) && !isOpen(value) && !value.startsWith('$');
    return isSecret ? [{ at: end - value.length, end, label: name }] : [];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** In the order of the text. Of those that overlap the first counts that was found. */
function apart(parts: readonly SecretPart[]): SecretPart[] {
  return parts
    .filter((part, index) => parts.slice(0, index).every(other => part.end <= other.at || other.end <= part.at))
    .toSorted((a, b) => a.at - b.at);
}
