// The fixture's trace: calls of four agents through the hub to browsers and servers, the same for every run.
import { plainValues } from '../../../contract/trace-fields.ts';
import type { Party, TraceEntry } from '../../../contract/schemas/trace.ts';

const agents: readonly Party[] = [
  { kind: 'agent', id: 'agent_5b1e', label: 'Claude Code' },
  { kind: 'agent', id: 'agent_77c4', label: 'Codex CLI' },
  { kind: 'agent', id: 'agent_e810', label: 'Cursor' },
  { kind: 'agent', id: 'agent_31aa', label: 'MCP Inspector' },
];
const hub: Party = { kind: 'hub', id: 'hub', label: 'hub' };
const work: Party = { kind: 'browser', id: 'browser-work', label: 'Chromium Work' };
const esr: Party = { kind: 'browser', id: 'browser-esr', label: 'Firefox ESR' };
const server = (id: string): Party => ({ kind: 'server', id, label: id });

type Plan = readonly [agent: number, to: Party, tool: string, latencyMs: number, bytes: number, tabId: number | null];

const plans: readonly Plan[] = [
  [0, server('filesystem'), 'list_directory', 8.4, 312, null],
  [0, server('filesystem'), 'read_file', 6.2, 288, null],
  [1, esr, 'tabs_context', 12, 140, null],
  [0, work, 'navigate', 1640, 198, 42],
  [1, server('github'), 'search_code', 1210, 240, null],
  [0, work, 'computer', 231, 220, 42],
  [2, server('everything'), 'echo', 2.6, 142, null],
  [0, work, 'read_page', 318, 96, 42],
  [1, work, 'tabs_create', 48, 188, 53],
  [0, work, 'get_page_text', 204, 92, 49],
  [2, server('filesystem'), 'edit_file', 14, 1_920, null],
  [1, work, 'navigate', 1910, 204, 53],
];

/** How often a call is refused, fails or waits: every so many calls. */
const every = { refused: 17, error: 41, waited: 29, listChanged: 23 } as const;

/** `calls` calls, each as one entry from the agent and one to the target, ending just before `now`. */
export function fixtureTrace(now: number, calls: number): TraceEntry[] {
  const entries: TraceEntry[] = [];
  for (let call = 0; call < calls; call += 1) {
    const at = now - (calls - call) * 410 - ((call * 137) % 290);
    appendCall(entries, call, at);
  }
  appendOpen(entries, now);
  return entries;
}

/** Adds one finished call: the agent's request and, unless it was refused, what the hub passed on because of it. */
export function appendCall(entries: TraceEntry[], call: number, at: number): void {
  const plan = plans[call % plans.length];
  if (!plan) return;
  const [agentIndex, to, tool, base, bytes, tabId] = plan;
  if (call % every.listChanged === 5)
    append(entries, {
      at,
      from: server('filesystem'),
      to: hub,
      dir: 'in',
      kind: 'notification',
      method: 'notifications/tools/list_changed',
      bytes: 96,
      outcome: 'none',
    });
  if (call % every.refused === 9) {
    appendRefusal(entries, call, at);
    return;
  }
  const from = agents[agentIndex] ?? hub;
  const waitedMs = call % every.waited === 11 ? 1060 : 0;
  const latencyMs = base * (0.7 + ((call * 31) % 60) / 100) + waitedMs;
  const failed = call % every.error === 13;
  const outcome = failed ? 'error' : 'ok';
  const end = {
    latencyMs,
    waitedMs,
    outcome,
    responseBytes: Math.round(bytes * (2 + (call % 7) * 3)),
    rule: `grant ${9 + (call % 12)}`,
  } as const;
  const failure = failed
    ? {
        code: 'ERR_TOOL_FAILED' as const,
        reason: `${to.label} answered: the page did not finish loading in 30 s. Try again, or give a longer wait.`,
      }
    : {};
  const parent = append(entries, {
    at,
    from,
    to: hub,
    dir: 'in',
    method: 'tools/call',
    tool,
    tabId,
    bytes,
    ...end,
    ...failure,
  });
  const method = to.kind === 'browser' ? 'call' : 'tools/call';
  append(entries, {
    at: at + 1 + waitedMs,
    from: hub,
    to,
    dir: 'out',
    method,
    tool,
    tabId,
    bytes: bytes + 40,
    parent,
    ...end,
    rule: null,
    waitedMs: 0,
    latencyMs: Math.max(0.4, latencyMs - waitedMs - 1.2),
    ...failure,
  });
}

function appendRefusal(entries: TraceEntry[], call: number, at: number): void {
  const owner = call % 2 === 0;
  const from = agents[owner ? 1 : 3] ?? hub;
  append(entries, {
    at,
    from,
    to: hub,
    dir: 'in',
    method: 'tools/call',
    tool: owner ? 'navigate' : 'everything__printEnv',
    tabId: owner ? 42 : null,
    bytes: 204,
    responseBytes: 310,
    latencyMs: 0.2,
    outcome: 'refused',
    code: owner ? 'ERR_NOT_OWNER' : 'ERR_PERMISSION_DENIED',
    ...(owner
      ? {
          reason: 'OWNERSHIP: Cannot navigate tab 42 (owned by agent_5b1e)',
          why: { kind: 'owner', tabId: 42, act: 'navigate', owner: 'agent', agentId: 'agent_5b1e' },
        }
      : {
          reason: 'You denied MCP Inspector printEnv of everything. Revoke grant 16 to be asked again.',
          why: {
            ...{ kind: 'denied', by: 'grant', id: '16', reason: null, client: 'MCP Inspector', frame: null },
            ...{ scope: 'servers:call', tool: 'everything/printEnv', resource: { kind: 'any' } },
            remedy: 'pilothouse grants revoke 16',
          },
        }),
    rule: owner ? 'owner 42' : 'grant 16',
  });
}

/** Two calls that are not over: one runs, one waits for the user. */
function appendOpen(entries: TraceEntry[], now: number): void {
  append(entries, {
    at: now - 1500,
    from: agents[0] ?? hub,
    to: hub,
    dir: 'in',
    method: 'tools/call',
    tool: 'computer',
    tabId: 42,
    bytes: 148,
    outcome: 'pending',
  });
  append(entries, {
    at: now - 1200,
    from: agents[2] ?? hub,
    to: hub,
    dir: 'in',
    method: 'tools/call',
    tool: 'write_file',
    bytes: 2_812,
    outcome: 'waiting',
    rule: 'permission',
  });
}

type Given = Pick<TraceEntry, 'at' | 'from' | 'to' | 'dir' | 'method' | 'bytes' | 'outcome'> & Partial<TraceEntry>;

function append(entries: TraceEntry[], given: Given): number {
  const seq = (entries.at(-1)?.seq ?? 0) + 1;
  const rpcId = given.kind === 'notification' ? null : String(300 + seq);
  entries.push({
    seq,
    kind: 'request',
    tool: null,
    ...plainValues({ rpcId }),
    parent: null,
    responseBytes: null,
    latencyMs: null,
    waitedMs: 0,
    code: null,
    reason: null,
    rule: null,
    ...given,
  });
  return seq;
}
