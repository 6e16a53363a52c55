// What can be done with a supervised program in each of its states.
import type { ProviderState } from '../../../../contract/schemas/models.ts';

type Kind = ProviderState['kind'];

const startable: ReadonlySet<Kind> = new Set(['stopped', 'crashed', 'failed']);
const stoppable: ReadonlySet<Kind> = new Set(['loading', 'running', 'ready', 'rate-limited', 'timed-out']);

export function programActions({ kind }: Pick<ProviderState, 'kind'>) {
  const runs = stoppable.has(kind);
  return { start: startable.has(kind), stop: runs, restart: runs };
}
