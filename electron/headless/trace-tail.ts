// `pilothouse trace tail`: the newest messages, and with --follow each one as soon as it has ended.
import { maxWindow } from '../../contract/trace-bounds.ts';
import { parseQuery } from '../../contract/trace-query/trace-query.ts';
import { printJson, printLines } from '../core/platform/terminal.ts';
import { columns } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { look } from './follow.ts';
import type { TraceCondition, TraceEntry } from '../../contract/schemas/trace.ts';
import type { CliWords } from './words/cli-words.ts';

export interface TailOptions {
  readonly filter?: string;
  readonly follow: boolean;
  readonly lines: number;
  readonly json: boolean;
}

export async function tailTrace(home: string, options: TailOptions, words: CliWords): Promise<void> {
  const { follow, lines, json } = options;
  const where = conditionOf(options.filter ?? '', words);
  const filter = { text: '', ...(where && { where }) };
  /** What was printed, or is older than what is wanted. */
  let known: ReadonlySet<number> | null = null;
  await look(home, follow, async hub => {
    const { entries } = await hub.ask('trace:window', { filter, from: -1, count: maxWindow });
    const old = known ?? new Set(entries.slice(0, -lines).map(({ seq }) => seq));
    const news = entries.filter(entry => !old.has(entry.seq) && !(follow && isUnderWay(entry)));
    known = new Set(entries.filter(entry => old.has(entry.seq) || news.includes(entry)).map(({ seq }) => seq));
    if (json) news.forEach(printJson);
    else printLines(columns(news.map(entry => cells(entry, words))));
  });
}

function conditionOf(text: string, words: CliWords): TraceCondition | null {
  const { condition, problems } = parseQuery(text);
  const [problem] = problems;
  if (!problem) return condition;
  throw new UsageError(words.noFilter(text.slice(problem.from, problem.to), words.reason(problem.why)));
}

const isUnderWay = ({ outcome }: TraceEntry) => outcome === 'pending' || outcome === 'waiting';

function cells({ at, from, to, method, tool, outcome, latencyMs, why, reason }: TraceEntry, words: CliWords): string[] {
  const said = why ? words.reason(why) : (reason ?? '');
  return [
    new Date(at).toISOString(),
    `${from.label} → ${to.label}`,
    tool ?? method,
    words.outcomes[outcome],
    latencyMs === null ? '' : `${Math.round(latencyMs)} ms`,
    said,
  ];
}
