// How long the calls of each agent take, asked for again every two seconds.
import { useNow } from '../../parts/panel-context.tsx';
import { useRequest } from '../../parts/use-request.ts';
import type { AgentFigures } from '../../../contract/schemas/entities.ts';

const stepMs = 2000;

/** By the agent's id. While the hub is away they stay as they were. */
export function useFigures(): Readonly<Record<string, AgentFigures>> {
  const step = Math.floor(useNow(stepMs) / stepMs);
  const asked = useRequest(`figures ${step}`, link => link.request('agents:figures', {}));
  if (asked.kind !== 'there') return {};
  return Object.fromEntries(asked.value.figures.map(figures => [figures.agentId, figures]));
}
