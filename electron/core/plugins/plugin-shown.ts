// A plugin as the panel is shown it: the row of the snapshot, and all that is asked for beside it. Pure.
import { listName, pluginToolId } from '../tools/tool-names.ts';
import { hasOffered } from './plugin-entry.ts';
import { kindOf } from './plugin-tools.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { PluginDefinition } from '../../../contract/schemas/plugin-wire.ts';
import type { Plugin, PluginDetail, PluginTool } from '../../../contract/schemas/plugins.ts';
import type { Held } from '../../../contract/schemas/tools.ts';
import type { PluginEntry } from './plugin-entry.ts';
import type { PluginFigures } from './plugin-figures.ts';

const maxDescription = 1_000;

export function rowOf(entry: PluginEntry, held: number): Plugin {
  const { id, listing, homes, state, offered, lastSeenAt, registrations, refusals } = entry;
  return {
    id,
    name: listing?.claims.name ?? id,
    state,
    browsers: homes.map(home => ({
      id: home.browserId,
      name: home.name,
      here: home.link !== null,
      version: home.listing?.claims.version ?? null,
      offers: hasOffered(entry, home) && home.fault === null,
      fault: home.fault,
    })),
    tools: listing?.tools.length ?? null,
    held,
    offered,
    lastSeenAt,
    registrations,
    refusals,
  };
}

export interface ToolFacts {
  /** What the catalogue shows of it; null while it is in none. */
  tool(id: string): Pick<Tool, 'held' | 'on'> | null;
  held(id: string): Held | null;
}

export function detailOf(entry: PluginEntry, figures: PluginFigures, facts: ToolFacts): PluginDetail {
  const { id, listing, registeredAt } = entry;
  return {
    claims: listing?.claims ?? null,
    registeredAt,
    ...figures.of(id),
    tools: (listing?.tools ?? []).map(definition => toolOf(id, definition, figures, facts)),
  };
}

function toolOf(pluginId: string, definition: PluginDefinition, figures: PluginFigures, facts: ToolFacts): PluginTool {
  const { name, title, description = '', uiHints } = definition;
  const id = pluginToolId(pluginId, name);
  const listed = facts.tool(id);
  return {
    id,
    name,
    listName: listName(pluginId, name),
    title: title ?? name,
    description: description.slice(0, maxDescription),
    kind: kindOf(definition),
    speed: uiHints?.speed ?? null,
    category: uiHints?.category ?? null,
    held: listed ? listed.held : facts.held(id),
    on: listed?.on ?? true,
    ...figures.toolOf(pluginId, name),
  };
}
