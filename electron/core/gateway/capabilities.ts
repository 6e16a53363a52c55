// What the gateway declares to an agent (MCP 2025-11-25 "Capability negotiation").
import { isRecord } from '../../../contract/json.ts';
import { hasToolTasks } from '../tasks/task-words.ts';
import { hasTasksExtension, tasksExtension } from '../wire/tasks-extension.ts';

type Capabilities = Readonly<Record<string, unknown>>;

/**
 * For a view of all servers: what any of them declared. Lists change when a server comes or goes, so the hub announces that itself.
 * Tasks are those of each era: an agent without a handshake is told of the extension, another of what came before it.
 */
export function unionOf(declared: readonly Capabilities[], isStateless = false): Record<string, unknown> {
  const some = (key: string) => declared.some(capabilities => capabilities[key] !== undefined);
  const subscribe = declared.some(({ resources }) => isRecord(resources) && resources.subscribe === true);
  return {
    tools: { listChanged: true },
    ...(some('prompts') && { prompts: { listChanged: true } }),
    ...(some('resources') && { resources: { ...(subscribe && { subscribe }), listChanged: true } }),
    ...(some('completions') && { completions: {} }),
    ...(some('logging') && { logging: {} }),
    ...(isStateless
      ? declared.some(hasTasksExtension) && { extensions: { [tasksExtension]: {} } }
      : declared.some(hasToolTasks) && { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }),
  };
}

/** For a view of one server: its own. The hub announces changed tools whether or not the server does, because the user may switch one off. */
export function ownOf(declared: Capabilities): Record<string, unknown> {
  const { tools, ...others } = declared;
  return {
    ...others,
    ...(tools !== undefined && { tools: { ...(isRecord(tools) ? tools : {}), listChanged: true } }),
  };
}

/** Of a server whose resources and prompts its reader may not know of. */
export function withoutReads({
  resources: _,
  prompts: _prompts,
  completions: _completions,
  ...others
}: Capabilities): Capabilities {
  return others;
}
