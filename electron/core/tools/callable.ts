// One thing that can be called, of the browser, of a server or of a plugin: its names, its definition, and what its hints say.
import { isRecord } from '../../../contract/json.ts';
import { scopes } from '../../../contract/permissions.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { BrowserTool } from './browser-tool.ts';

/** A tool as its server lists it; unknown keys are kept. */
export type ServerTool = Readonly<Record<string, unknown>> & { readonly name: string };

export type Callable =
  | { readonly kind: 'browser'; readonly id: string; readonly tool: BrowserTool }
  | {
      readonly kind: 'server';
      readonly id: string;
      readonly serverId: string;
      readonly listName: string;
      readonly tool: ServerTool;
      readonly readOnly: boolean;
    }
  | {
      readonly kind: 'plugin';
      readonly id: string;
      readonly pluginId: string;
      readonly listName: string;
      readonly tool: ServerTool;
      readonly readOnly: boolean;
    }
  | PageCallable;

/** A tool that a page offers in the tab of an agent, which alone is offered it: to call it is to act in that page. */
export interface PageCallable {
  readonly kind: 'page';
  readonly id: string;
  /** Of one document, and never of another one. */
  readonly pageId: string;
  readonly listName: string;
  readonly tool: ServerTool;
  /** Nobody has looked at what it does. */
  readonly readOnly: false;
  readonly place: { readonly browserId: string; readonly tabId: number; readonly origin: string };
}

/** Of a server or of a plugin. */
export type OfferedCallable = Extract<Callable, { kind: 'server' | 'plugin' }>;

/** What a call of it needs. */
export const scopesOfOffers = { server: 'servers:call', plugin: 'plugins:call' } as const;

/** The name in MCP lists. */
export function listNameOf(callable: Callable): string {
  return callable.kind === 'browser' ? callable.id : callable.listName;
}

/** The server or plugin whose tool it is. */
export function offererOf(callable: Exclude<Callable, { kind: 'browser' }>): string {
  switch (callable.kind) {
    case 'server':
      return callable.serverId;
    case 'plugin':
      return callable.pluginId;
    case 'page':
      return callable.pageId;
  }
}

/** What a call of one in a page needs. */
export const scopeOfPageTools = 'browser:activeTab.interact';

/** As it stands in an MCP `tools/list`. */
export function definitionOf(callable: Callable): Record<string, unknown> {
  if (callable.kind !== 'browser') return { ...callable.tool, name: listNameOf(callable) };
  const { name, title, description, inputSchema, takesTasks } = callable.tool;
  return {
    name,
    title,
    description,
    inputSchema,
    ...(takesTasks && { execution: { taskSupport: 'optional' } }),
    // The other hints are what MCP 2025-11-25 "Tool annotations" takes for granted.
    ...(onlyReads(callable.tool) && { annotations: { readOnlyHint: true } }),
  };
}

type ToolEntity = Omit<Tool, 'held' | 'on' | 'offFor'>;

/** Of the browser's tools, which never change and are shown again with every browser that comes. */
const entities = new WeakMap<Callable, ToolEntity>();

/** What the panel is shown of it, but for what the user decided. */
export function entityOf(callable: Callable): ToolEntity {
  const known = entities.get(callable);
  if (known) return known;
  const entity = madeEntity(callable);
  if (callable.kind === 'browser') entities.set(callable, entity);
  return entity;
}

function madeEntity(callable: Callable): ToolEntity {
  const definition = definitionOf(callable);
  const text = (key: string) => (typeof definition[key] === 'string' ? definition[key] : '');
  return {
    id: callable.id,
    name: listNameOf(callable),
    source: sourceOf(callable),
    title: text('title') || (callable.kind === 'browser' ? callable.id : callable.tool.name),
    description: text('description'),
    scope: scopeOfCallable(callable),
    readOnly: callable.kind === 'browser' ? onlyReads(callable.tool) : callable.readOnly,
    bytes: Buffer.byteLength(JSON.stringify(definition)),
  };
}

function scopeOfCallable(callable: Callable): Scope {
  if (callable.kind === 'browser') return callable.tool.scope;
  return callable.kind === 'page' ? scopeOfPageTools : scopesOfOffers[callable.kind];
}

function sourceOf(callable: Callable): Tool['source'] {
  switch (callable.kind) {
    case 'browser':
      return { kind: 'browser' };
    case 'server':
      return { kind: 'server', serverId: callable.serverId };
    case 'plugin':
      return { kind: 'plugin', pluginId: callable.pluginId };
    case 'page':
      return { kind: 'page', pageId: callable.pageId, ...callable.place };
  }
}

/** What makes more calls may act by them, whatever it needs itself. */
export function onlyReads({
  scope,
  makesCalls,
  mayAct,
}: Pick<BrowserTool, 'scope' | 'makesCalls' | 'mayAct'>): boolean {
  return !scopes[scope].acts && !makesCalls && !mayAct;
}

/** MCP 2025-11-25 "Tool annotations": a hint of the server, so it decides only what the user left to hints: questions, and what read-only lets through. */
export function isReadOnly(tool: ServerTool): boolean {
  return isRecord(tool.annotations) && tool.annotations.readOnlyHint === true;
}

/** The same section: true only where the server says so, because by its default every tool that acts would be. */
export function isDestructive(tool: ServerTool): boolean {
  return isRecord(tool.annotations) && tool.annotations.destructiveHint === true && !isReadOnly(tool);
}
