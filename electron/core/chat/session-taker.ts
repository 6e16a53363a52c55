// Takes conversations over that Harbor has kept: each is here once, however often it is taken.
import { createHash } from 'node:crypto';
import { firstBudget, maxQuestionChars, maxSystemChars, maxTitleChars } from '../../../contract/chat.ts';
import { isRecord } from '../../../contract/json.ts';
import type { KeptAnswer, KeptCall, KeptStep, KeptTurn } from '../../../contract/schemas/chat-kept.ts';
import type { HarborSession } from '../../../contract/schemas/harbor-home.ts';
import type { ThingTakers } from '../servers/import/harbor-home/home-things.ts';
import type { Chats } from './chats.ts';

type Said = HarborSession['messages'][number];

const idChars = 24;

export function sessionTakers(chats: Pick<Chats, 'adopt'>): Pick<ThingTakers, 'conversation'> {
  return {
    conversation: {
      take: async ({ session }) => {
        const { id, name, createdAt, systemPrompt } = session;
        const hash = createHash('sha256').update(id).digest('hex').slice(0, idChars);
        const title = name.trim().slice(0, maxTitleChars) || 'Harbor';
        const change = { title, systemPrompt: (systemPrompt ?? '').slice(0, maxSystemChars) };
        await chats.adopt({ id: `harbor-${hash}`, createdAt, change, turns: turnsOf(session) });
      },
      // Whether it was taken before is known when it is taken.
      isHere: () => false,
    },
  };
}

/** One question and one answer after the other, as they stand here: what is said between two questions is one answer. */
export function turnsOf({ messages, createdAt }: HarborSession): KeptTurn[] {
  const results = new Map(messages.flatMap(said => (said.role === 'tool' ? [[said.toolCallId ?? '', said]] : [])));
  const turns: KeptTurn[] = [];
  for (const [index, said] of messages.entries()) {
    const place = { id: `m${index}`, parent: null, at: createdAt + index };
    if (said.role === 'user') {
      const text = (said.content ?? '').slice(0, maxQuestionChars);
      turns.push({ kind: 'question', ...place, text, files: [] });
    }
    const last = turns.at(-1);
    if (said.role !== 'assistant' || !last) continue;
    const before = last.kind === 'answer' ? last : answerAt(place);
    const round = before.spent.rounds + 1;
    const steps = [...before.steps, ...stepsOf(said, results, round, place.at)];
    const calls = before.spent.calls + (said.toolCalls?.length ?? 0);
    const answer: KeptAnswer = { ...before, steps, spent: { ...before.spent, rounds: round, calls } };
    if (last.kind === 'answer') turns.pop();
    turns.push(answer);
  }
  return turns;
}

function answerAt(place: Pick<KeptTurn, 'id' | 'parent' | 'at'>): KeptAnswer {
  const { calls, rounds, seconds } = firstBudget;
  const spent = {
    ...{ calls: 0, maxCalls: calls, rounds: 0, maxRounds: rounds, contextTokens: 0, inputTokens: null },
    ...{ outputTokens: null, ms: 0, at: place.at, maxMs: seconds * 1_000, cost: null, maxCost: null },
  };
  return { kind: 'answer', ...place, state: 'ended', model: null, steps: [], sources: [], spent };
}

function stepsOf(
  { content, toolCalls }: Said,
  results: ReadonlyMap<string, Said>,
  round: number,
  at: number,
): KeptStep[] {
  const text: KeptStep[] = content ? [{ kind: 'text', round, text: content, reasoning: '' }] : [];
  const calls = (toolCalls ?? []).map(({ id, name, arguments: args }): KeptCall => {
    const result = results.get(id)?.content ?? null;
    return {
      ...{ id: id.slice(0, 100), toolId: name, sourceId: null, tool: name.split('__').at(-1) ?? name, name },
      state: result === null ? { kind: 'stopped' } : { kind: 'done', isError: false },
      ...{ rule: null, seq: null, startedAt: at, latencyMs: null, waitedMs: 0 },
      arguments: isRecord(args) ? args : {},
      resultText: result,
    };
  });
  return calls.length > 0 ? [...text, { kind: 'calls', round, calls }] : text;
}
