// What the panel asks of the trace besides plain questions, which the trace answers itself: calls sent again, exports, imports, recordings.
import { Replay } from './replay.ts';
import type { PanelAsker, PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { TraceRequestName } from '../../../contract/schemas/trace-requests.ts';
import type { UserCalls } from '../agent-connections/user-calls.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { TraceRecording } from '../trace/record/trace-recording.ts';
import type { TraceLog } from '../trace/trace-log.ts';

export interface TraceServices {
  readonly trace: TraceLog;
  readonly recording: TraceRecording;
  readonly userCalls: UserCalls;
  readonly agents: AgentRegistry;
  readonly catalogue: ToolCatalogue;
  readonly mask: Pick<SecretMask, 'value'>;
  readonly version: string;
  readonly now: () => number;
}

export function createTraceHandlers(services: TraceServices): Pick<PanelHandlers, TraceRequestName> {
  const { trace, recording, userCalls, agents, catalogue, mask, version, now } = services;
  const callableOf = (name: string) => catalogue.lookUp(name);
  const replay = new Replay({ trace, calls: userCalls, agentOf: id => agents.get(id), callableOf, mask });
  return {
    ...trace.panelHandlers,
    'trace:replay-plan': ({ seq }) => replay.plan(seq),
    'trace:replay': (ask, asker) => replay.send(ask, asker.gone),
    'trace:export': params => trace.query('export', { ...params, about: { version, at: now() } }),
    'trace:import-begin': (_, asker) => beginImport(trace, asker),
    'trace:record': async ({ on }) => {
      await recording.set(on);
      return {};
    },
    'trace:recordings': () => recording.list(),
    'trace:forget-recordings': async () => {
      await recording.forget();
      return {};
    },
  };
}

/** Its memory goes with the panel that asked for it. */
async function beginImport(trace: TraceLog, { gone }: PanelAsker): Promise<{ importId: number }> {
  const begun = await trace.query('import-begin', {});
  const end = () => void trace.query('import-end', begun).catch(() => {});
  if (gone.aborted) end();
  else gone.addEventListener('abort', end, { once: true });
  return begun;
}
