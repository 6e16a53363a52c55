// The lines of a log that the panel holds: added to while it follows, never without end.
import { visibleText } from '../../../contract/visible-text.ts';
import { formatClockMs } from '../../words/format.ts';
import { reasonWords } from '../../words/reason-words.ts';
import type { ServerLogLine } from '../../../contract/schemas/servers.ts';

/** The most that one request gives. */
export const maxAsked = 2_000;
const maxHeld = 10_000;

/** New lines behind those that are there; the oldest go. */
export function withMore(held: readonly ServerLogLine[], more: readonly ServerLogLine[]): readonly ServerLogLine[] {
  const last = held.at(-1)?.seq ?? 0;
  const fresh = more.filter(({ seq }) => seq > last);
  return fresh.length === 0 ? held : [...held, ...fresh].slice(-maxHeld);
}

export type LogSource = 'all' | ServerLogLine['stream'];

export function linesFrom(lines: readonly ServerLogLine[], source: LogSource): readonly ServerLogLine[] {
  return source === 'all' ? lines : lines.filter(({ stream }) => stream === source);
}

export const streamWords: Readonly<Record<ServerLogLine['stream'], string>> = {
  stderr: 'err',
  stdout: 'out',
  pilothouse: 'hub',
};

const alarming = /\b(fatal|panic|error|exception|traceback|unhandled|failed|refused|denied)\b/i;

/** The class of a line: what we say, what sounds like trouble, or nothing. */
export function lineClass({ stream, text }: ServerLogLine): string {
  if (stream === 'pilothouse') return 'from-hub';
  return alarming.test(text) ? 'alarming' : '';
}

/** As text to take along, one line each, with nothing unseen in it. */
export function logText(lines: readonly ServerLogLine[]): string {
  return lines
    .map(
      ({ at, stream, text, why }) =>
        `${formatClockMs(at)} ${streamWords[stream]} ${why ? reasonWords(why) : visibleText(text)}`,
    )
    .join('\n');
}
