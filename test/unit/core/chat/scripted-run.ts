// An answer of the chat whose model says what a test scripts and whose calls are answered by a function.
import { AnswerRun } from '../../../../electron/core/chat/answer/answer-run.ts';
import { offeredTools } from '../../../../electron/core/chat/answer/tool-offer.ts';
import type { ChatModel } from '../../../../contract/schemas/chat.ts';
import type { KeptAnswer, KeptQuestion, KeptStep, KeptTurn } from '../../../../contract/schemas/chat-kept.ts';
import type { AnswerRunOptions } from '../../../../electron/core/chat/answer/answer-run.ts';
import type { ChatAgentAnswer, ChatAgentCall } from '../../../../electron/core/chat/chat-agent.ts';
import type { ChatModels } from '../../../../electron/core/chat/chat-models.ts';
import type { ModelEvent, ModelRequest } from '../../../../electron/core/models/model-answer.ts';
import type { Callable } from '../../../../electron/core/tools/callable.ts';

export const nativeModel: ChatModel = {
  providerId: 'ollama',
  provider: 'Ollama',
  model: 'qwen2.5:7b',
  goesTo: null,
  callsTools: true,
  readsPictures: false,
  contextTokens: 32_768,
};
export const textModel: ChatModel = { ...nativeModel, model: 'llava:7b', callsTools: false, readsPictures: true };

export const question: KeptQuestion = {
  kind: 'question',
  id: 'aaaaaaaaaaaa',
  parent: null,
  at: 1,
  text: 'Which invoices failed?',
  files: [],
};

export const firstAnswer: KeptAnswer = {
  kind: 'answer',
  id: 'bbbbbbbbbbbb',
  parent: question.id,
  at: 2,
  state: 'running',
  model: null,
  steps: [],
  sources: [],
  spent: {
    ...{ calls: 0, maxCalls: 10, rounds: 0, maxRounds: 10, contextTokens: 0, inputTokens: null, outputTokens: null },
    ...{ ms: 0, at: 2, maxMs: 180_000, cost: null, maxCost: null },
  },
};

const callables: readonly Callable[] = ['query', 'drop', 'now'].map(name => ({
  kind: 'server',
  id: `db/${name}`,
  serverId: 'db',
  listName: `db__${name}`,
  readOnly: false,
  tool: { name, description: `Does ${name}.`, inputSchema: { properties: { n: { type: 'integer' } } } },
}));
export const tools = offeredTools(callables, () => 'db');

/** One answer of the model. */
export type Round = readonly ModelEvent[] | ((request: ModelRequest) => AsyncIterable<ModelEvent>);

export const usage = { input: 100, output: 20 };
export const started: ModelEvent = { kind: 'started', providerId: 'ollama', model: 'qwen2.5:7b', seq: 7 };
export const ended: ModelEvent = { kind: 'end', finish: 'stop', usage };
export const says = (...texts: string[]): ModelEvent[] => [
  started,
  ...texts.map(text => ({ kind: 'text', text }) as const),
  ended,
];
export const calling = (...calls: readonly (readonly [name: string, args?: unknown])[]): ModelEvent[] => [
  started,
  ...calls.map(([name, args = {}], at) => ({
    kind: 'tool-call' as const,
    call: { id: `c${at}`, name, arguments: args },
  })),
  { kind: 'end', finish: 'tool-calls', usage },
];

export const answered = (text: string, more: Partial<ChatAgentAnswer> = {}): ChatAgentAnswer => ({
  ...{ outcome: 'ok', code: null, why: null, rule: 'grant 1', waitedMs: 0 },
  result: { content: [{ type: 'text', text }] },
  ...more,
});

export interface ScriptedRun {
  readonly run: AnswerRun;
  /** What the model was asked. */
  readonly asked: ModelRequest[];
  readonly called: ChatAgentCall[];
  /** Every state in which it was kept. */
  readonly kept: KeptAnswer[];
  /** What came in as text, joined. */
  readonly streamed: () => string;
}

export interface ScriptOptions extends Partial<AnswerRunOptions> {
  readonly model?: ChatModel;
  readonly call?: (call: ChatAgentCall) => Promise<ChatAgentAnswer>;
  readonly before?: readonly KeptTurn[];
  readonly costOf?: ChatModels['costOf'];
}

export function scriptedRun(rounds: readonly Round[], options: ScriptOptions = {}): ScriptedRun {
  const {
    model = nativeModel,
    call = async () => answered('14 rows'),
    answer = firstAnswer,
    before = [question],
    costOf = () => null,
  } = options;
  const asked: ModelRequest[] = [];
  const called: ChatAgentCall[] = [];
  const kept: KeptAnswer[] = [];
  const texts: string[] = [];
  const left = [...rounds];
  let shown = answer;
  const models: ChatModels = {
    meant: () => ({ model, trouble: null }),
    ready: () => ['ollama:qwen2.5:7b', 'ollama:other'],
    costOf,
    async *stream(request) {
      asked.push(request);
      const round = left.shift() ?? says('Done.');
      yield* typeof round === 'function' ? round(request) : round;
    },
  };
  const run = new AnswerRun({
    ...{ answer, models, files: new Map(), mark: 'mark', seq: 5 },
    sink: {
      put: next => {
        shown = next;
        kept.push(next);
      },
      text: (next, piece) => {
        shown = next;
        texts.push(piece.text);
      },
    },
    modelNow: () => null,
    systemNow: () => '',
    path: () => [...before, shown],
    agent: {
      call: one => {
        called.push(one);
        return call(one);
      },
    },
    tools: () => tools,
    asker: { kind: 'user', id: 'chat', agentId: 'agent_1' },
    totals: () => ({ calls: null, cost: null }),
    spentMore: () => {},
    now: () => Date.now(),
    ...options,
  });
  return { run, asked, called, kept, streamed: () => texts.join('') };
}

export const kinds = ({ steps }: KeptAnswer): KeptStep['kind'][] => steps.map(({ kind }) => kind);
export const callsIn = ({ steps }: KeptAnswer) => steps.flatMap(step => (step.kind === 'calls' ? step.calls : []));
