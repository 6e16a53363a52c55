// A call of a server of the stateless era over all its rounds: what its results ask for is asked of the agent, then it is called again.
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '../../../contract/json.ts';
import { hubError } from '../../../words/hub-error.ts';
import { cancelled, fail } from '../platform/wait.ts';

/** One thing that a result asks for (MCP 2026-07-28 `inputRequests`). */
export interface Question {
  readonly method: string;
  readonly params: unknown;
}

export interface Rounds {
  /** Asks the agent. `key` is the server's own name for the question. Rejects with HubError. */
  ask(key: string, question: Question, signal: AbortSignal): Promise<unknown>;
  /** The same request with these params besides. */
  again(more: Readonly<Record<string, unknown>>): Promise<unknown>;
  readonly signal: AbortSignal;
}

const maxRounds = 20;
/** A server that asks for nothing wants to be asked again, a little later. */
const pauseMs = 250;

/** Resolves with the first result that asks for nothing. Rejects with HubError. */
export async function throughRounds(first: unknown, { ask, again, signal }: Rounds): Promise<unknown> {
  let result = first;
  for (let round = 0; isRecord(result) && result.resultType === 'input_required'; round += 1) {
    if (round === maxRounds) throw hubError('ERR_TOOL_FAILED', { kind: 'asked-too-often', rounds: maxRounds });
    const questions = questionsOf(result.inputRequests);
    if (questions.length === 0) await sleep(pauseMs, undefined, { signal }).catch(() => fail(cancelled()));
    const answers = await askAll(questions, ask, signal);
    const { requestState } = result;
    result = await again({
      ...(answers.length > 0 && { inputResponses: Object.fromEntries(answers) }),
      ...(requestState !== undefined && { requestState }),
    });
  }
  return result;
}

/** Once one question is not answered the others are not waited for. */
async function askAll(
  questions: readonly [string, Question][],
  ask: Rounds['ask'],
  signal: AbortSignal,
): Promise<[string, unknown][]> {
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  try {
    return await Promise.all(
      questions.map(async ([key, question]): Promise<[string, unknown]> => [key, await ask(key, question, either)]),
    );
  } finally {
    ending.abort();
  }
}

function questionsOf(inputRequests: unknown): [string, Question][] {
  return Object.entries(isRecord(inputRequests) ? inputRequests : {}).map(([key, value]) => {
    if (isRecord(value) && typeof value.method === 'string')
      return [key, { method: value.method, params: value.params }];
    throw hubError('ERR_TOOL_FAILED', { kind: 'asked-without-method', key });
  });
}
