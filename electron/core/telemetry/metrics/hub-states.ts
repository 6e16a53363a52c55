// The states that the panel shows, as numbers.
import { runModes } from '../../../../contract/entities.ts';
import type { ServerStateKind } from '../../../../contract/refusals.ts';
import type { StatePublisher } from '../../state/publisher.ts';
import type { Observation } from './observation.ts';

/** What one signal's exporter says of itself. */
export interface SignalHealth {
  readonly signal: string;
  readonly sent: number;
  readonly dropped: number;
  readonly queued: number;
}

export interface HubStatesOptions {
  readonly state: Pick<StatePublisher, 'all' | 'count' | 'hub'>;
  /** Calls that wait for their turn. */
  readonly queued: () => number;
  readonly health: () => readonly SignalHealth[];
  /** Entries of the audit that wait to be acknowledged, where they are not in an outbox. */
  readonly auditWaits?: () => number;
}

const serverStates: readonly ServerStateKind[] = ['running', 'asleep', 'stopped', 'degraded', 'failed'];

export function observeStates({ state, queued, health, auditWaits }: HubStatesOptions): readonly Observation[] {
  const { mode, fleet } = state.hub;
  const outbox = fleet?.outbox;
  return [
    ...serversByState(state),
    { name: 'pilothouse.agents.connected', value: count(state.all('agents'), isConnected) },
    { name: 'pilothouse.browsers.connected', value: count(state.all('browsers'), isConnected) },
    { name: 'pilothouse.tabs.owned', value: count(state.all('tabs'), ({ owner }) => owner.kind === 'agent') },
    { name: 'pilothouse.questions.waiting', value: state.count('prompts') + state.count('siteQuestions') },
    ...runModes.map(
      (name): Observation => ({
        name: 'pilothouse.run.mode',
        value: name === mode ? 1 : 0,
        labels: { 'pilothouse.mode': name },
      }),
    ),
    { name: 'pilothouse.calls.queued', value: queued() },
    ...(outbox
      ? ([
          { name: 'pilothouse.outbox.length', value: outbox.audit, labels: { 'pilothouse.outbox': 'audit' } },
          { name: 'pilothouse.outbox.length', value: outbox.traces, labels: { 'pilothouse.outbox': 'traces' } },
          { name: 'pilothouse.outbox.dropped', value: outbox.dropped },
        ] as const)
      : []),
    ...(auditWaits
      ? [{ name: 'pilothouse.outbox.length', value: auditWaits(), labels: { 'pilothouse.outbox': 'audit' } } as const]
      : []),
    ...health().flatMap(ofSignal),
  ];
}

function ofSignal({ signal, sent, dropped, queued }: SignalHealth): readonly Observation[] {
  const labels = { 'pilothouse.signal': signal };
  return [
    { name: 'pilothouse.telemetry.sent', value: sent, labels },
    { name: 'pilothouse.telemetry.dropped', value: dropped, labels },
    { name: 'pilothouse.telemetry.queued', value: queued, labels },
  ];
}

/** The usual states are there with 0 too, so that a line in a chart ends where the last one has left it. */
function serversByState(state: HubStatesOptions['state']): readonly Observation[] {
  const counts = new Map<ServerStateKind, number>(serverStates.map(kind => [kind, 0]));
  for (const { state: at } of state.all('servers')) counts.set(at.kind, (counts.get(at.kind) ?? 0) + 1);
  return [...counts].map(([kind, value]) => ({
    name: 'pilothouse.servers',
    value,
    labels: { 'pilothouse.state': kind },
  }));
}

function isConnected({ state }: { readonly state: { readonly kind: string } }): boolean {
  return state.kind === 'connected';
}

function count<T>(all: Iterable<T>, is: (one: T) => boolean): number {
  let found = 0;
  for (const one of all) if (is(one)) found += 1;
  return found;
}
