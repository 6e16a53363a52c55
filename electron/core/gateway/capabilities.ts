// What the gateway declares to an agent (MCP 2025-11-25 "Capability negotiation").
import { isRecord } from '../../../contract/json.ts';

type Capabilities = Readonly<Record<string, unknown>>;

/**
 * For a view of all servers: what any of them declared. Lists change when a server comes or goes, so the hub announces that itself.
 * Tasks are left out: their ids say nothing of the server that a later request is meant for.
 */
export function unionOf(declared: readonly Capabilities[]): Record<string, unknown> {
  const some = (key: string) => declared.some(capabilities => capabilities[key] !== undefined);
  const subscribe = declared.some(({ resources }) => isRecord(resources) && resources.subscribe === true);
  return {
    tools: { listChanged: true },
    ...(some('prompts') && { prompts: { listChanged: true } }),
    ...(some('resources') && { resources: { ...(subscribe && { subscribe }), listChanged: true } }),
    ...(some('completions') && { completions: {} }),
    ...(some('logging') && { logging: {} }),
  };
}

/** For a view of one server: its own. The hub announces changed tools whether or not the server does, because the user may switch one off. */
export function ownOf(declared: Capabilities, isShared: boolean): Record<string, unknown> {
  const { tasks, tools, ...others } = declared;
  return {
    ...others,
    ...(tools !== undefined && { tools: { ...(isRecord(tools) ? tools : {}), listChanged: true } }),
    // Whoever knows the id of a task may read and end it, so a run that all agents share has none.
    ...(tasks !== undefined && !isShared && { tasks }),
  };
}
