// The fixture's conversations: one in the middle of an answer whose call waits for the user, with every kind of step before it.
import type {
  ChatCall,
  ChatHead,
  ChatModel,
  ChatRow,
  ChatSource,
  ChatSpent,
  ChatTurn,
  ChatView,
} from '../../../contract/schemas/chat.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const id = (place: number) => place.toString(16).padStart(12, '0');
const turnId = (place: number) => (0xa000 + place).toString(16).padStart(12, '0');

type Row = readonly [title: string, ago: number, model: string, state?: ChatRow['state'], from?: ChatRow['from']];

const page: ChatRow['from'] = { kind: 'origin', id: 'https://docs.ledger.test' };
const rows: readonly Row[] = [
  ['Failed invoices on staging', minute, 'ollama:qwen2.5:14b', 'waiting'],
  ['Why does the nightly import stall?', 2 * minute, 'anthropic:claude-sonnet-4-5', 'writing'],
  ['Release notes for 0.9', 3 * minute, 'ollama:qwen2.5:14b'],
  ['Postgres roles, who can drop tables', 4 * minute, 'anthropic:claude-sonnet-4-5', 'failed'],
  ['Sum up docs.ledger.test', 5 * minute, 'ollama:qwen2.5:14b', 'idle', page],
  ['Rename plan.ts and its tests', day, 'ollama:qwen2.5:14b'],
  ['Compare two pricing pages', day + minute, 'ollama:qwen2.5:7b', 'idle', page],
  ['Linear: what is late in Billing', day + 2 * minute, 'anthropic:claude-sonnet-4-5'],
  ['Sentry, top five of the week', 9 * day, 'openai:gpt-5-mini'],
  ['Regex for VAT numbers', 40 * day, 'ollama:qwen2.5:7b'],
];

export function fixtureChatRows(now: number): ChatRow[] {
  return rows.map(([title, ago, model, state = 'idle', from = { kind: 'user' }], at) => ({
    ...{
      id: id(at + 1),
      title,
      state,
      model,
      from,
      withoutTools: false,
      isBranch: title.startsWith('Regex'),
      questions: 2,
      found: null,
    },
    createdAt: now - ago - 3 * minute,
    updatedAt: now - ago,
  }));
}

const model: ChatModel = {
  ...{ providerId: 'ollama', provider: 'Ollama', model: 'qwen2.5:14b', goesTo: null },
  ...{ callsTools: true, readsPictures: false, contextTokens: 32_768 },
};

const source = (name: string, tools: number, more: Partial<ChatSource> = {}): ChatSource => ({
  ...{ id: name, kind: 'server', name, tools, isRunning: true, score: 0, words: [], byFile: false },
  ...{ picked: false, because: 'none', ...more },
});

const sources: readonly ChatSource[] = [
  source('postgres', 8, { picked: true, because: 'hit', score: 2, words: ['invoices'] }),
  source('github', 26, { picked: true, because: 'hit', score: 1.5, words: ['issue'] }),
  source('filesystem', 15, { picked: true, because: 'hit', byFile: true }),
  source('linear', 21, { score: 0.5 }),
  source('notes.wasm', 4),
  source('memory', 9, { isRunning: false }),
  source('sentry', 12, { isRunning: false }),
  source('browser', 20),
];

const call = (toolId: string, summary: string, more: Partial<ChatCall>, now: number): ChatCall => {
  const [sourceId = '', tool = ''] = toolId.split('/');
  const args = JSON.stringify({ query: summary });
  return {
    ...{ id: toolId, toolId, sourceId, tool, summary, argumentsText: args, argumentsChars: args.length },
    ...{ state: { kind: 'done', isError: false }, rule: 'grant 31', seq: 12_466, startedAt: now - 3100 },
    ...{ latencyMs: 84, waitedMs: 0, result: null, ...more },
  };
};

const spent = (now: number, more: Partial<ChatSpent>): ChatSpent => ({
  ...{ calls: 3, maxCalls: 10, rounds: 2, maxRounds: 10, contextTokens: 6_420, inputTokens: 940, outputTokens: 264 },
  ...{ ms: 7_600, at: now, maxMs: 180_000, cost: null, maxCost: null, ...more },
});

const refused = {
  kind: 'refused',
  code: 'ERR_SCOPE_REQUIRED',
  why: { kind: 'rule-denies', rule: 'policy no-env-files' },
} as unknown as ChatCall['state'];

const text = [
  '**14 invoices** failed since Monday: the customer has no `vat_id`. No open issue mentions it.',
  '| Night | Failed | First |\n| --- | ---: | --- |\n| 16 Nov | 6 | `inv_2091` |\n| 17 Nov | 5 | `inv_2102` |',
  'See [the run](https://app.atlas.test/runs/7), ![a picture](https://evil.test/p.png) and <b>no HTML</b>:',
  '```sql\nselect id, failed_at, error\n  from invoices where failed_at > $1\n```',
].join('\n\n');

const rowsText = 'inv_2091  11-16 02:14  vat_id missing\ninv_2094  11-16 02:14  vat_id missing\n12 more rows';

/** As many turns as a year of one conversation has; it is in no list. */
/** One answer in its middle, and that alone, comes with what was thought before it. */
export const longChat = { id: id(0xc0ffee), turns: 1_000, thoughtful: 251 } as const;

/** The turns from one place on, the oldest first. */
export function longChatTurns(now: number, from: number, to: number): ChatTurn[] {
  return Array.from({ length: to - from }, (_, step): ChatTurn => {
    const at = from + step;
    const plain = { id: (0xb000 + at).toString(16).padStart(12, '0'), at: now - (longChat.turns - at) * minute };
    const version = { number: 1, ids: [plain.id] };
    if (at % 2 === 0) return { ...plain, version, kind: 'question', text: `Question ${at / 2 + 1}`, files: [] };
    const number = (at + 1) / 2;
    const reasoning = number === longChat.thoughtful ? 'It thought about it.' : '';
    const text = `Answer ${number}, with some lines.\n\n- one\n- two\n- three`;
    return {
      ...{ ...plain, version, kind: 'answer', state: 'ended', model, sources: [] },
      spent: spent(plain.at, { calls: 0 }),
      steps: [{ kind: 'text', round: 1, text, reasoning }],
    };
  });
}

/** The first conversation; `promptId` is what its last call waits for. */
export function fixtureChat(now: number, promptId: string): ChatView {
  const whole = { number: 1, ids: [] };
  const turns: ChatTurn[] = [
    {
      ...{ kind: 'question', id: turnId(1), at: now - 2 * minute, version: { number: 2, ids: [turnId(9), turnId(1)] } },
      text: 'Which invoices failed on staging since Monday, and is there an issue for it yet?',
      files: [{ id: 'file-1', name: 'billing-errors.csv', mediaType: 'text/csv', bytes: 14_200 }],
    },
    {
      ...{ kind: 'answer', id: turnId(2), at: now - 2 * minute, state: 'ended', model, sources: [...sources] },
      ...{ version: whole, spent: spent(now, {}) },
      steps: [
        {
          ...{ kind: 'calls', round: 1 },
          calls: [
            call(
              'postgres/query',
              'select id, failed_at, error from invoices',
              {
                result: { text: rowsText, chars: rowsText.length, bytes: 2_100, tokens: 512 },
              },
              now,
            ),
            call(
              'filesystem/read_file',
              '~/.env',
              { state: refused, rule: 'policy no-env-files', latencyMs: 0.2 },
              now,
            ),
            call('github/search_issues', 'repo:atlas/billing vat_id', { rule: 'reading-tool', latencyMs: 1280 }, now),
          ],
        },
        { kind: 'text', round: 2, text, reasoning: '' },
      ],
    },
    { ...{ kind: 'question', id: turnId(3), at: now - 10_000, version: whole }, text: 'Open one for it.', files: [] },
    {
      ...{ kind: 'answer', id: turnId(4), at: now - 9_000, state: 'running', model, sources: [...sources] },
      ...{ version: whole, spent: spent(now, { ms: 4_100 }) },
      steps: [
        {
          ...{ kind: 'calls', round: 1 },
          calls: [
            call('github/get_repository', 'atlas/billing', { rule: 'reading-tool', latencyMs: 212 }, now),
            call(
              'postgres/query',
              'select customer, count(*) from invoices',
              {
                ...{ state: { kind: 'running', since: now - 3100 }, latencyMs: null },
              },
              now,
            ),
            call(
              'github/create_issue',
              'Nightly run fails without vat_id',
              {
                ...{ state: { kind: 'waiting', since: now - 7000, promptId }, rule: null, latencyMs: null },
              },
              now,
            ),
          ],
        },
      ],
    },
  ];
  return { head: fixtureHead(now), turns, earlier: 0 };
}

function fixtureHead(now: number): ChatHead {
  const [row] = fixtureChatRows(now);
  if (!row) throw new Error('The fixture has no conversation.');
  return {
    row,
    settings: {
      ...{ model: null, servers: 'picked', chosen: [], totalCalls: null, totalCost: null },
      systemPrompt: 'You work on Atlas billing. Name invoices by id, answer in tables, never change data.',
      budget: { calls: 10, rounds: 10, seconds: 180, cost: null },
    },
    ...{
      model,
      modelTrouble: null,
      sources: [...sources],
      queued: null,
      totalCalls: 6,
      totalCost: null,
      agentId: null,
    },
    rules: [
      { rule: 'grant 31', sourceId: 'postgres', effect: 'allowed', times: 2 },
      { rule: 'reading-tool', sourceId: 'github', effect: 'allowed', times: 2 },
      { rule: 'policy no-env-files', sourceId: 'filesystem', effect: 'refused', times: 1 },
    ],
  };
}
