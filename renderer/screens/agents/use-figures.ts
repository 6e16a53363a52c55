// How long the calls of each agent take, asked for again every two seconds.
import { useNow } from '../../parts/panel-context.tsx';
import { useAsked } from '../../parts/use-asked.ts';
import type { AgentFigures } from '../../../contract/schemas/entities.ts';

const STEP_MS = 2000;

/** By the agent's id. While the hub is away they stay as they were. */
export function useFigures(): Readonly<Record<string, AgentFigures>> {
  const step = Math.floor(useNow(STEP_MS) / STEP_MS);
  const asked = useAsked(`figures ${step}`, link => link.request('agents:figures', {}));
  if (asked.kind !== 'there') return {};
  return Object.fromEntries(asked.value.figures.map(figures => [figures.agentId, figures]));
}
