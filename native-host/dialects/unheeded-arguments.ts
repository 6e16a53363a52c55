// Arguments of the hub's browser tools that an extension of others would pass over without a word: refused by name before anything is done, or told in the answer.
import { HubError } from '../../contract/errors.ts';
import { jsonIn } from '../../contract/json.ts';
import type { ToolResult } from '../../contract/schemas/messages.ts';

type Args = Readonly<Record<string, unknown>>;
/** By the name of a tool; for `computer` also by `computer <action>`. */
type ByTool = Readonly<Record<string, readonly string[]>>;

export interface Unheeded {
  /** `Claude's extension`. */
  readonly kind: string;
  /** Without them something else would be done than was asked for, or something else read. */
  readonly refused: ByTool;
  /** Without them the same is done: more comes back, or it looks otherwise. */
  readonly told: ByTool;
}

/** Throws ERR_TOOL_NOT_FOUND that names the argument. */
export function expectHeeded({ kind, refused }: Unheeded, tool: string, args: Args): void {
  const [name] = givenOf(refused, tool, args);
  if (name === undefined) return;
  const what = `${calledOf(tool, args)} with ${name}`;
  throw new HubError(
    'ERR_TOOL_NOT_FOUND',
    `${what} has no counterpart in ${kind}; leave it out or use another browser.`,
  );
}

/** What its answer has to tell of; empty where the extension heeds all. */
export function untold({ told }: Unheeded, tool: string, args: Args): string[] {
  // The hub ends a call in time, whatever is done with its script.
  return givenOf(told, tool, args).map(name => (name === 'timeout' ? 'timeout of the script' : name));
}

/** The answer, and behind it what was passed over. */
export function withUnheeded<R extends Pick<ToolResult, 'content' | 'isError'>>(
  result: R,
  { kind }: Unheeded,
  names: readonly string[],
): R {
  if (names.length === 0 || result.isError) return result;
  const text = `Ignored by ${kind}: ${names.join(', ')}.`;
  const [first, ...rest] = result.content;
  // Some wires show the first text alone; one that programs read stays what it is.
  const isProse = first?.type === 'text' && typeof first.text === 'string' && !isData(first.text);
  const content = isProse
    ? [{ ...first, text: `${String(first.text)} ${text}` }, ...rest]
    : [...result.content, { type: 'text', text }];
  return { ...result, content };
}

function isData(text: string): boolean {
  return /^\s*[[{"]/.test(text) || jsonIn(text) !== undefined;
}

function givenOf(table: ByTool, tool: string, args: Args): string[] {
  const rows = new Set([tool, calledOf(tool, args)]);
  const names = [...rows].flatMap(row => (Object.hasOwn(table, row) ? (table[row] ?? []) : []));
  return names.filter(name => isAsked(name, args[name]));
}

function calledOf(tool: string, { action }: Args): string {
  return tool === 'computer' && typeof action === 'string' ? `computer ${action.slice(0, 50)}` : tool;
}

/** What asks for no more than is done anyway is not asked for. */
function isAsked(name: string, value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (name === 'filter') return value !== 'all';
  return name === 'repeat' ? value !== 1 : true;
}
