// Reads the panel's sources: which messages they hand to the catalogue, and which words they say past it.
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { repositoryRoot } from '../../../support/provided.ts';

/** A node of the syntax tree, as ESTree and its JSX and TypeScript relatives have it. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

export interface Spoken {
  /** `renderer/frame/app.tsx:12`. */
  readonly place: string;
  readonly key: string;
  readonly message: string;
}

export interface Sources {
  readonly spoken: readonly Spoken[];
  /** Calls whose message is not a literal, so that nobody can tell whether it has a German text. */
  readonly unreadable: readonly string[];
  /** Words that reach the screen without the catalogue, each with its place. */
  readonly hardCoded: readonly { readonly place: string; readonly text: string }[];
}

/** Attributes that are never words, on elements and on parts. */
const wordless = /^(id|htmlFor|key|name|type|role|href|rel|value|width|look|size|tone|autoComplete|inputMode|d)$/;
/** Names of keys and such, which the browser hands us in English whatever the language is. */
const keysOfKeyboard =
  /^(Arrow(Up|Down|Left|Right)|Escape|Enter|Tab|Home|End|Delete|Backspace|Page(Up|Down)|Control|Shift|Alt|Meta|F\d+)$/;
/** Attributes whose every letter is read or heard by a person. */
const spokenAttribute =
  /^(title|label|alt|placeholder|note|text|head|aria-(label|description|roledescription|valuetext))$/;
/** What is looked for in the page, and prefixes of names. */
const selector = /^[.#]\w|\[|^input, |^\w+\.$|^Arrow$/;
const looksLikeWords = /^\p{Lu}\p{Ll}+($|[ .,:;!?…-])|\p{Ll}{2,},? (\p{L}{2,}|\d)|\p{Ll}{2,}[.…?!]$/u;

/** Everything in `folder`, relative to the repository. The catalogue itself and the tests are no sources. */
export function readSources(folder: string): Sources {
  const found = {
    spoken: [] as Spoken[],
    unreadable: [] as string[],
    hardCoded: [] as { place: string; text: string }[],
  };
  const names = fs.readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' });
  for (const name of names.toSorted()) {
    const file = path.posix.join(folder, name.replaceAll(path.sep, '/'));
    if (!/\.tsx?$/.test(file) || file.endsWith('.d.ts') || file.startsWith('renderer/words/de/')) continue;
    readSource(file, found);
  }
  return found;
}

function readSource(
  file: string,
  found: { spoken: Spoken[]; unreadable: string[]; hardCoded: { place: string; text: string }[] },
) {
  const code = fs.readFileSync(path.join(repositoryRoot, file), 'utf8');
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const placeOf = ({ start }: Node) => `${file}:${code.slice(0, start).split('\n').length}`;

  const visit = (node: Node): void => {
    const message = messageOf(node);
    if (message === 'unreadable') {
      // The part and the function that pass a message on are the catalogue's own doors.
      if (!/renderer\/(parts\/say\.tsx|words\/language\.ts)$/.test(file)) found.unreadable.push(placeOf(node));
    } else if (message) {
      found.spoken.push({ place: placeOf(node), ...message });
    }
    const text = wordsOf(node);
    if (text !== null) found.hardCoded.push({ place: placeOf(node), text });
    for (const child of childrenOf(node, message !== null)) visit(child);
  };
  visit(program as unknown as Node);
}

/** What a call of `t`, `tIn` or `tParts` or an element `Say` hands to the catalogue; null for every other node. */
function messageOf(node: Node): { key: string; message: string } | 'unreadable' | null {
  if (node.type === 'CallExpression') {
    const name = (node['callee'] as Node)['name'];
    if (name !== 't' && name !== 'tIn' && name !== 'tParts') return null;
    const literals = (node['arguments'] as Node[]).slice(0, name === 'tIn' ? 2 : 1).map(literalOf);
    const message = literals.at(-1);
    if (message == null || literals.includes(null)) return 'unreadable';
    return { key: literals.join('|'), message };
  }
  if (node.type !== 'JSXOpeningElement' || (node['name'] as Node)['name'] !== 'Say') return null;
  const text = (node['attributes'] as Node[]).find(one => (one['name'] as Node | undefined)?.['name'] === 'text');
  const message = text && literalOf(unwrapped(text['value'] as Node));
  return message == null ? 'unreadable' : { key: message, message };
}

/** The children to look at; the literals of a message are known already. */
function childrenOf(node: Node, isMessage: boolean): Node[] {
  if (node.type === 'ImportDeclaration' || (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)))
    return [];
  // Errors of the program's own, never shown where the panel is in order; the others are calls of `t`.
  if (node.type === 'NewExpression' && String((node['callee'] as Node)['name']).endsWith('Error'))
    return inside(node['arguments']).filter(({ type }) => type === 'CallExpression');
  if (namesClasses(node)) return [];
  if (node.type === 'JSXAttribute' && wordless.test(String((node['name'] as Node)['name'])))
    return inside(node['value']).filter(({ type }) => type !== 'Literal');
  return Object.entries(node).flatMap(([field, value]) => {
    if (field === 'typeAnnotation' || field === 'typeArguments') return [];
    if (field === 'key' && node.type === 'Property' && !node['computed']) return [];
    if (field === 'property' && node.type === 'MemberExpression')
      return inside(value).filter(({ type }) => type !== 'Literal');
    const children = inside(value);
    if (!isMessage) return children;
    return children.filter(
      child => literalOf(child) === null && (child['name'] as Node | undefined)?.['name'] !== 'text',
    );
  });
}

/** An attribute or a member that holds classes, however they are put together. */
function namesClasses(node: Node): boolean {
  if (node.type === 'JSXAttribute') return (node['name'] as Node)['name'] === 'className';
  return node.type === 'Property' && (node['key'] as Node)['name'] === 'className';
}

function inside(value: unknown): Node[] {
  const many: unknown[] = Array.isArray(value) ? value : [value];
  return many.filter((one): one is Node => typeof one === 'object' && one !== null && 'type' in one);
}

/** The words that this very node says, or null. */
function wordsOf(node: Node): string | null {
  if (node.type === 'JSXAttribute' && spokenAttribute.test(String((node['name'] as Node)['name']))) {
    const text = literalOf(unwrapped(node['value'] as Node));
    return text !== null && /\p{L}/u.test(text) && !said(text) ? text : null;
  }
  if (node.type === 'JSXText') return /\p{L}/u.test(String(node['value'])) ? String(node['value']).trim() : null;
  if (node.type === 'TemplateElement') return said((node['value'] as { cooked: string }).cooked);
  if (node.type === 'Literal' && typeof node['value'] === 'string') return said(node['value']);
  return null;
}

function said(text: string): string | null {
  return looksLikeWords.test(text) && !keysOfKeyboard.test(text) && !selector.test(text) ? text : null;
}

function literalOf(node: Node | undefined): string | null {
  if (node?.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node?.type !== 'TemplateLiteral' || (node['expressions'] as Node[]).length > 0) return null;
  const [quasi] = node['quasis'] as { value: { cooked: string } }[];
  return quasi?.value.cooked ?? null;
}

function unwrapped(node: Node): Node {
  return node?.type === 'JSXExpressionContainer' ? (node['expression'] as Node) : node;
}
