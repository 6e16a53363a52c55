// Everything that can be called: the browser's tools and those of all servers, under both of their names.
import { HubError } from '../../contract/errors.ts';
import { scopes } from '../../contract/permissions.ts';
import { isRecord } from '../../../native-host/dialects/json.ts';
import { browserTools } from './browser-tools.ts';
import { listName, toolId } from './tool-names.ts';
import type { Tool } from '../../contract/entities.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { BrowserTool } from './browser-tool.ts';

/** A tool as its server lists it; unknown keys are kept. */
export type ServerTool = Readonly<Record<string, unknown>> & { readonly name: string };

export type Callable =
  | { readonly kind: 'browser'; readonly id: string; readonly tool: BrowserTool }
  | {
      readonly kind: 'server';
      readonly id: string;
      readonly serverId: string;
      readonly tool: ServerTool;
      readonly readOnly: boolean;
    };

export class ToolCatalogue {
  readonly #state: StateWriter;
  readonly #byServer = new Map<string, readonly Callable[]>();
  readonly #byName = new Map<string, Callable>();
  readonly #listeners = new Set<() => void>();

  constructor(state: StateWriter) {
    this.#state = state;
    for (const tool of browserTools) this.#add({ kind: 'browser', id: tool.name, tool });
  }

  /** Replaces a server's tools. An empty list takes them away. */
  setServerTools(serverId: string, tools: readonly ServerTool[]): void {
    for (const old of this.#byServer.get(serverId) ?? []) {
      this.#byName.delete(old.id);
      this.#byName.delete(listNameOf(old));
      this.#state.remove('tools', old.id);
    }
    // A name that a server lists twice would make the whole list unusable for a model.
    const named = new Map(tools.map(tool => [tool.name, tool]));
    const callables = [...named.values()].map<Callable>(tool => ({
      kind: 'server',
      id: toolId(serverId, tool.name),
      serverId,
      tool,
      readOnly: isReadOnly(tool),
    }));
    this.#byServer.set(serverId, callables);
    for (const callable of callables) this.#add(callable);
    for (const listener of this.#listeners) listener();
  }

  /** Definitions as they stand in an MCP `tools/list`. */
  list(): readonly Record<string, unknown>[] {
    const servers = [...this.#byServer.values()].flat();
    return [
      ...browserTools.map(tool => definitionOf({ kind: 'browser', id: tool.name, tool })),
      ...servers.map(definitionOf),
    ];
  }

  /** Finds a tool by either name. Throws ERR_TOOL_NOT_FOUND. */
  find(name: string): Callable {
    const callable = this.#byName.get(name);
    if (callable) return callable;
    throw new HubError(
      'ERR_TOOL_NOT_FOUND',
      `There is no tool ${JSON.stringify(name.slice(0, 120))}; tools/list names the ${this.list().length} that there are.`,
    );
  }

  definition(id: string): Record<string, unknown> {
    return definitionOf(this.find(id));
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #add(callable: Callable): void {
    this.#byName.set(callable.id, callable);
    this.#byName.set(listNameOf(callable), callable);
    this.#state.set('tools', callable.id, entityOf(callable));
  }
}

function listNameOf(callable: Callable): string {
  return callable.kind === 'browser' ? callable.id : listName(callable.serverId, callable.tool.name);
}

function definitionOf(callable: Callable): Record<string, unknown> {
  if (callable.kind === 'server') return { ...callable.tool, name: listNameOf(callable) };
  const { name, title, description, inputSchema, scope } = callable.tool;
  return {
    name,
    title,
    description,
    inputSchema,
    annotations: { readOnlyHint: !scopes[scope].acts, openWorldHint: true },
  };
}

function entityOf(callable: Callable): Tool {
  const definition = definitionOf(callable);
  const text = (key: string) => (typeof definition[key] === 'string' ? definition[key] : '');
  return {
    id: callable.id,
    name: listNameOf(callable),
    source: callable.kind === 'browser' ? { kind: 'browser' } : { kind: 'server', serverId: callable.serverId },
    title: text('title') || (callable.kind === 'browser' ? callable.id : callable.tool.name),
    description: text('description').slice(0, 1_000),
    scope: callable.kind === 'browser' ? callable.tool.scope : 'servers:call',
    readOnly: callable.kind === 'browser' ? !scopes[callable.tool.scope].acts : callable.readOnly,
    bytes: Buffer.byteLength(JSON.stringify(definition)),
  };
}

/** MCP 2025-11-25 "Tool annotations": a hint of the server, so it decides only what the user left to hints: questions, and what read-only lets through. */
function isReadOnly(tool: ServerTool): boolean {
  return isRecord(tool.annotations) && tool.annotations.readOnlyHint === true;
}
