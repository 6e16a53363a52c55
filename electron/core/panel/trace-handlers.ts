// What the panel asks of the trace beside reading it: replay, figures, export, import, recording.
import { Replay } from './replay.ts';
import type { PanelAsker, PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { traceToolRequests } from '../../../contract/schemas/trace-requests.ts';
import type { UserCalls } from '../agent-connections/user-calls.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { TraceRecording } from '../trace/record/trace-recording.ts';
import type { TraceLog } from '../trace/trace-log.ts';

export interface TraceToolServices {
  readonly trace: TraceLog;
  readonly recording: TraceRecording;
  readonly userCalls: UserCalls;
  readonly agents: AgentRegistry;
  readonly catalogue: ToolCatalogue;
  readonly mask: Pick<SecretMask, 'value'>;
  readonly version: string;
  readonly now: () => number;
}

type Handled = keyof typeof traceToolRequests;

export function createTraceToolHandlers(services: TraceToolServices): Pick<PanelHandlers, Handled> {
  const { trace, recording, userCalls, agents, catalogue, mask, version, now } = services;
  const callableOf = (name: string) => catalogue.lookUp(name);
  const replay = new Replay({ trace, calls: userCalls, agentOf: id => agents.get(id), callableOf, mask });
  return {
    'trace:replay-plan': ({ seq }) => replay.plan(seq),
    'trace:replay': (ask, asker) => replay.send(ask, asker.gone),
    'trace:related': ask => trace.tool('related', ask),
    'trace:figures': ask => trace.tool('figures', ask),
    'trace:export-preview': ask => trace.tool('preview', ask),
    'trace:export': ask => trace.tool('export', { ...ask, about: { version, at: now() } }),
    'trace:import-begin': (_, asker) => beginImport(trace, asker),
    'trace:import-lines': ask => trace.tool('importLines', ask),
    'trace:import-end': async ask => {
      await trace.tool('importEnd', ask);
      return {};
    },
    'trace:imported-window': ask => trace.tool('importedWindow', ask),
    'trace:imported-payload': ask => trace.tool('importedPayload', ask),
    'trace:imported-values': ask => trace.tool('importedValues', ask),
    'trace:imported-related': ask => trace.tool('related', ask),
    'trace:imported-figures': ask => trace.tool('figures', ask),
    'trace:imported-export-preview': ask => trace.tool('preview', ask),
    'trace:imported-export': ask => trace.tool('export', { ...ask, about: { version, at: now() } }),
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
  const begun = await trace.tool('importBegin', {});
  const end = () => void trace.tool('importEnd', begun).catch(() => {});
  if (gone.aborted) end();
  else gone.addEventListener('abort', end, { once: true });
  return begun;
}
