// Why a program ended, by what it wrote: a failure that is known, else the last of its lines that look like an error.
import { dockerFailures } from './docker-failures.ts';
import { nodeExceptions, nodeFailures } from './node-failures.ts';
import { npmFailures } from './npm-failures.ts';
import { pythonExceptions, pythonFailures } from './python-failures.ts';
import { systemFailures } from './system-failures.ts';
import { usageFailures } from './usage-failures.ts';
import { uvFailures } from './uv-failures.ts';
import { variableFailures } from './variable-failures.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Recogniser } from './recogniser.ts';

/** Those that say more come first: an address that is taken is told rather than the exception that it became. */
const recognisers: readonly Recogniser[] = [
  ...npmFailures,
  ...uvFailures,
  ...dockerFailures,
  ...variableFailures,
  ...systemFailures,
  ...pythonFailures,
  ...nodeFailures,
  ...usageFailures,
  ...pythonExceptions,
  ...nodeExceptions,
];

interface Sighting {
  readonly why: Reason;
  readonly from: number;
  readonly to: number;
  readonly isHint: boolean;
}

/** What stood further up has been lived with. */
const maxLines = 100;
const maxLineChars = 600;

/** `lines` as they were written, oldest first, without empty ones. Null when nothing known is among them. */
export function failureIn(lines: readonly string[]): Reason | null {
  const text = cleaned(lines).join('\n');
  const seen = recognisers.flatMap(recogniser => lastOf(recogniser, text));
  // What something else followed was not the end, unless it only says how the program is used.
  const ended = seen.filter(one => !seen.some(other => !other.isHint && other.from > one.to));
  return ended.find(one => !one.isHint)?.why ?? ended[0]?.why ?? null;
}

const error =
  /\b(?:error|fatal|exception|panic(?:ked)?|failed|failure|cannot|can't|could not|couldn't|unable|denied|invalid|missing|required|not found|unknown|refused|unsupported|expired|unauthori[sz]ed|aborted?|corrupt)\b|Error\b/i;
/** Frames, versions, pointers to files and advice on how to see more tell nothing. */
const noise =
  /^(?:\s*(?:at |File "|\^|~)|Node\.js v|\s+\d+: 0x|npm notice|npm warn|npm (?:error|ERR!) A complete log|note: run with|goroutine \d|exit status|\(Use `node)/;
/** A line that belongs to the one above it. */
const goesOn = /^(?:\s+\S|called |caused by|because|reason:)/i;

/** The last line that looks like an error with what belongs to it, else the last that says anything; null when none does. */
export function lastWords(lines: readonly string[]): string | null {
  const telling = cleaned(lines).filter(line => /\p{L}/u.test(line) && !noise.test(line));
  const at = telling.findLastIndex(line => error.test(line));
  if (at < 0) return telling.at(-1)?.trim() ?? null;
  const first = goesOn.test(telling[at] ?? '') && error.test(telling[at - 1] ?? '') ? at - 1 : at;
  const rest = telling.slice(first + 1);
  const length = rest.findIndex(line => !goesOn.test(line));
  const block = [telling[first] ?? '', ...rest.slice(0, Math.min(length < 0 ? rest.length : length, 2))];
  return block.map(line => line.trim()).join(' ');
}

function lastOf({ pattern, why, isHint = false }: Recogniser, text: string): Sighting[] {
  for (const match of [...text.matchAll(pattern)].reverse()) {
    const reason = why(match);
    if (reason) return [{ why: reason, from: match.index, to: match.index + match[0].length, isHint }];
  }
  return [];
}

/** Without colours, the marks of stdout, and what draws the tree of an exception group of Python. */
function cleaned(lines: readonly string[]): string[] {
  const plain = lines.slice(-maxLines).map(line =>
    line
      .slice(0, maxLineChars)
      .replace(/\x1b\[[0-9;]*[A-Za-z]/g, '')
      .replace(/^stdout: /, ''),
  );
  return plain.some(line => line.includes('Exception Group Traceback'))
    ? plain.map(line => line.replace(/^\s*(?:\| ?|\+(?=[ -]))/, ''))
    : plain;
}
