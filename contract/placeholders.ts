// Texts that stand in a config for a value which somebody has to give: `${NAME}`, `$NAME`, `<your-key>`, `YOUR_API_KEY`, `xxxx`, `changeme`.

/** Where a placeholder of a server's config may stand. */
export const placeholderPlaces = ['variable', 'header', 'argument', 'address', 'folder', 'file'] as const;
export type PlaceholderPlace = (typeof placeholderPlaces)[number];

export interface FoundPlaceholder {
  /** As it stands in the text. */
  readonly text: string;
  readonly at: number;
  /** What it asks for: the text without its signs. */
  readonly asks: string;
  /** The name of the variable that it takes its value from; null where it is words for a person. */
  readonly variable: string | null;
}

export interface PlaceholderRules {
  /** A shell fills in `$NAME` and `${NAME}` itself. */
  readonly isForShell?: boolean;
  /** Variables that the program is given, which it may fill in itself. */
  readonly given?: readonly string[];
}

/** Before and after a placeholder stands nothing that belongs to a longer word. */
const start = String.raw`(?<![\w$.-])`;
const end = String.raw`(?![\w-])`;
const valueWords =
  'api|key|token|secret|password|pass|id|url|uri|host|domain|user|username|email|name|account|project|org|workspace|team';

const forms: readonly RegExp[] = [
  // A reference to one of our secrets is none; what apps themselves fill in has a colon.
  /\$\{(?!secret:)(?:[A-Za-z]+:)?(?<name>[A-Za-z_][\w.-]*)(?::-[^{}]*)?\}/,
  /(?<![\w$])\$(?<name>[A-Z_][A-Z0-9_]+)(?![\w])/,
  /(?<![\w<])<(?<words>[A-Za-z][\w ./:-]{0,60})>(?![\w>])/,
  new RegExp(`${start}(?<words>YOUR[_-][A-Z0-9]+(?:[_-][A-Z0-9]+)*)${end}`),
  new RegExp(`${start}(?<words>your[-_][a-z0-9]+(?:[-_][a-z0-9]+)*[-_]here)${end}`, 'i'),
  new RegExp(`${start}(?<words>your[-_]?(?:[a-z0-9]+[-_])*(?:${valueWords}))${end}`, 'i'),
  new RegExp(`${start}(?<words>(?:insert|enter|put|paste|add)[-_][a-z0-9_-]+[-_]here)${end}`, 'i'),
  new RegExp(`${start}(?<words>change[-_]?me|replace[-_]?(?:me|with[-_][a-z0-9_-]+|this))${end}`, 'i'),
  new RegExp(`${start}(?:[A-Za-z]{2,10}[-_])*[xX]{4,}(?:[-_][xX]+)*(?:\\.{3}|…)?${end}`),
  /^(?:[xX]{3,}|\.{3}|…|\*{3,})$/,
  /^(?:[A-Za-z]:)?[\\/]path[\\/]to[\\/].+$/,
];

/** In the order of the text; where two begin together or overlap, the first form counts. */
export function placeholdersIn(
  text: string,
  { isForShell = false, given = [] }: PlaceholderRules = {},
): FoundPlaceholder[] {
  // A longer text is a program or a key, and no place for a gap.
  if (text.length > maxChars) return [];
  const found = forms.flatMap(form => [...text.matchAll(new RegExp(form, `g${form.flags}`))].map(asFound));
  return found
    .filter(({ variable }) => variable === null || !(isForShell || given.includes(variable)))
    .filter((one, index, all) => all.slice(0, index).every(other => !overlap(one, other)))
    .toSorted((a, b) => a.at - b.at);
}

/** Exchanges those for which `value` gives one; the others stay. */
export function fillText(text: string, value: (text: string) => string | undefined, rules?: PlaceholderRules): string {
  let filled = '';
  let from = 0;
  for (const { text: found, at } of placeholdersIn(text, rules)) {
    filled += text.slice(from, at) + (value(found) ?? found);
    from = at + found.length;
  }
  return filled + text.slice(from);
}

const maxChars = 4_000;

function asFound(match: RegExpExecArray): FoundPlaceholder {
  const { name, words } = match.groups ?? {};
  return { text: match[0], at: match.index, asks: name ?? words ?? match[0], variable: name ?? null };
}

function overlap(one: FoundPlaceholder, other: FoundPlaceholder): boolean {
  return one.at < other.at + other.text.length && other.at < one.at + one.text.length;
}
