// `pilothouse tools call`: a call as the user, which waits for a confirmation in the panel, and its answer.
import { randomUUID } from 'node:crypto';
import { isRecord } from '../../contract/json.ts';
import { askHub } from '../core/ask-hub.ts';
import { exitCodes, RefusedError, UsageError } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import { readFileOrInput } from './read-input.ts';
import { sayWaits } from './say-waits.ts';
import type { Replayed } from '../../contract/schemas/trace-tools.ts';
import type { CliWords } from './words/cli-words.ts';

export interface CallOptions {
  readonly arguments: string;
  readonly browser?: string;
  readonly json: boolean;
}

export async function callTool(home: string, toolId: string, options: CallOptions, words: CliWords): Promise<void> {
  const { browser, json } = options;
  const given = await argumentsOf(options.arguments, words);
  const ask = { callId: randomUUID(), toolId, arguments: given, ...(browser !== undefined && { browserId: browser }) };
  const { answer } = await askHub(home, 'tools:call', ask, sayWaits(words, json));
  if (answer === null) throw new RefusedError(words.notCalled);
  const why = answer.why ? words.reason(answer.why) : answer.reason;
  if (!json && answer.outcome === 'refused') throw new RefusedError(why ?? words.notCalled);
  if (!json && !hasResult(answer)) throw new Error(why ?? words.notCalled);
  if (answer.outcome === 'refused') process.exitCode = exitCodes.refused;
  else if (answer.outcome !== 'ok' || isError(answer)) process.exitCode = exitCodes.failed;
  printAnswer(json, answer, () => resultLines(answer.result, words));
}

async function argumentsOf(text: string, words: CliWords): Promise<Record<string, unknown>> {
  try {
    const given: unknown = JSON.parse(text === '-' ? await readFileOrInput('-') : text);
    if (isRecord(given)) return given;
  } catch {
    // Falls through to the one sentence for everything that is no JSON object.
  }
  throw new UsageError(words.noArguments);
}

const hasResult = ({ result }: Replayed) => isRecord(result);
const isError = ({ result }: Replayed) => isRecord(result) && result.isError === true;

/** Texts as they are, of everything else what it is. */
function resultLines(result: unknown, words: CliWords): string[] {
  const content = isRecord(result) && Array.isArray(result.content) ? result.content : [];
  return content.flatMap((block: unknown) => {
    if (!isRecord(block)) return [];
    return block.type === 'text' ? String(block.text).split('\n') : [words.otherContent(String(block.type))];
  });
}
