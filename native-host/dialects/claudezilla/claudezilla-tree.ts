// The tree of read_page, one element a line, as the nested nodes of spec 000's getAccessibilitySnapshot and the lists of its getPageState. Pure.
type Result = Record<string, unknown>;

export interface ReadTree {
  readonly head: { readonly url: string; readonly title: string; readonly viewport?: Result };
  readonly lines: readonly string[];
}

export interface TreeToken {
  readonly role: string;
  readonly name: string;
  readonly ref: string;
  /** ` level=2 disabled`. */
  readonly details: string;
}

export interface AccessibilityNode {
  role?: string;
  /** Of a heading. */
  level?: number;
  /** Where the element has no ref. */
  selector?: string;
  name?: string;
  text?: string;
  ref?: string;
  disabled?: true;
  checked?: boolean | 'mixed';
  expanded?: boolean;
  selected?: true;
  value?: string;
  children?: AccessibilityNode[];
}

/** A text of the page, which may look like anything, or an element: role, name, ref and what else is told of it. */
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const element = String.raw`([a-z]+)(?: (${quoted}))? \[((?:f\d+_)?ref_\d+)\]((?: [a-z]+(?:=(?:${quoted}|[^\s"]+))?(?= |$)(?! ["\[]))*)`;
const token = new RegExp(`${element}|${quoted}`, 'g');
const bullet = String.raw`(?:(?:-|\d+\.) )?`;
const wholeText = new RegExp(`^${bullet}(${quoted})`);
const atStart = new RegExp(`^${bullet}${element}`);
/** A thing without a ref: a heading, a list. */
const bare = new RegExp(String.raw`^${bullet}([a-z]+)(?: (${quoted}))?((?: [a-z]+(?:=(?:${quoted}|[^\s"]+))?)*)$`);
const indentChars = 2;

/** The companion ends with the number of the reading, by which its own tool tells what has changed since. */
const readingNumber = /\n\nreading \d+$/;

/** read_page begins with title, address and viewport, then an empty line, then one element a line. */
export function readTreeText(text: string): ReadTree {
  const [title = '', url = '', size = '', , ...lines] = text.replace(readingNumber, '').split('\n');
  const [, width, height] = /^viewport (\d+)x(\d+)$/.exec(size) ?? [];
  if (width === undefined) return { head: { url: '', title: '' }, lines: text.split('\n') };
  return { head: { url, title, viewport: { width: Number(width), height: Number(height) } }, lines };
}

/** Every element with a ref, in the order of the page. */
export function tokensOf(lines: readonly string[]): TreeToken[] {
  return lines.flatMap(line =>
    [...line.matchAll(token)].flatMap(([, role = '', name = '""', ref = '', details = '']) =>
      role === '' ? [] : [{ role, name: unquoted(name), ref, details }],
    ),
  );
}

/** `disabled` of ` level=2 disabled`; the value of `name=value`, unquoted. */
export function hasDetail(details: string, name: string): boolean {
  return new RegExp(` ${name}(?![\\w=])`).test(details);
}

export function detailOf(details: string, name: string): string | undefined {
  const value = new RegExp(` ${name}=("(?:[^"\\\\]|\\\\.)*"|\\S+)`).exec(details)?.[1];
  return value === undefined ? undefined : unquoted(value);
}

/** Nested as the lines are indented; no more than `maxNodes`, counted as they stand on the page. Null for a page without any. */
export function accessibilityTree(lines: readonly string[], maxNodes: number) {
  const root: AccessibilityNode = {};
  const path: { readonly node: AccessibilityNode; readonly level: number }[] = [{ node: root, level: -1 }];
  let nodeCount = 0;
  let truncated = false;
  for (const line of lines) {
    const node = nodeOf(line.trimStart());
    // What read_page had no room for it says in a line of its own.
    if (node === null) truncated ||= /^\((?:\d+ )?more /.test(line.trimStart());
    if (node === null) continue;
    if (nodeCount >= maxNodes) {
      truncated = true;
      break;
    }
    nodeCount += 1;
    const level = (line.length - line.trimStart().length) / indentChars;
    while ((path.at(-1)?.level ?? -1) >= level) path.pop();
    const parent = path.at(-1)?.node ?? root;
    (parent.children ??= []).push(node);
    path.push({ node, level });
  }
  const [only, ...others] = root.children ?? [];
  const tree = only === undefined ? null : others.length === 0 ? only : root;
  return { tree, nodeCount, maxNodes, truncated };
}

/** Null for a line that is no element and no text, such as how to read on. */
function nodeOf(line: string): AccessibilityNode | null {
  const [whole = '', role, name = '""', ref = '', details = ''] = atStart.exec(line) ?? [];
  if (role !== undefined) return described(role, unquoted(name), `${details}${line.slice(whole.length)}`, ref);
  const text = wholeText.exec(line)?.[1];
  if (text !== undefined) return { text: unquoted(text) };
  if (line === '' || /^\(.*\)$/.test(line)) return null;
  const [, plain, said = '""', more = ''] = bare.exec(line) ?? [];
  const row = /^row (.*)$/.exec(line)?.[1];
  // Its cells stand side by side.
  if (row !== undefined) return { role: 'row', text: row };
  return plain === undefined ? { text: line } : described(plain, unquoted(said), more, '');
}

function described(role: string, name: string, details: string, ref: string): AccessibilityNode {
  const checked = detailOf(details, 'checked');
  const value = detailOf(details, 'value');
  const expanded = detailOf(details, 'expanded');
  const level = Number(detailOf(details, 'level'));
  const selector = detailOf(details, 'selector');
  return {
    role,
    ...(level > 0 && { level }),
    ...(name !== '' && { name }),
    ...(ref !== '' && { ref }),
    ...(selector !== undefined && { selector }),
    ...(hasDetail(details, 'disabled') && { disabled: true }),
    ...(hasDetail(details, 'checked') && { checked: true }),
    ...(checked !== undefined && { checked: checked === 'mixed' ? 'mixed' : checked === 'true' }),
    ...(expanded !== undefined && { expanded: expanded === 'true' }),
    ...(hasDetail(details, 'selected') && { selected: true }),
    ...(value !== undefined && { value }),
  };
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
