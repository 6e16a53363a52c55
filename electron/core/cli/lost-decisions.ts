// What was decided about a server, a plugin or a client and goes with it: it would not hold for one that is added again under the same name.
import { grantReason } from '../permissions/change-reasons.ts';
import { pluginToolId } from '../tools/tool-names.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { GrantRegistry } from '../permissions/grant-registry.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { ToolPins } from '../tools/tool-pins.ts';
import type { ToolSwitches } from '../tools/tool-switches.ts';

export interface DecisionFacts {
  readonly state: Pick<StatePublisher, 'all' | 'get' | 'hub'>;
  readonly grants: Pick<GrantRegistry, 'all'>;
  readonly toolSwitches: Pick<ToolSwitches, 'all'>;
  readonly toolPins: Pick<ToolPins, 'refused'>;
}

/** Denies, tools that are off, definitions that were refused, its walls, and what is withheld from it. */
export function lostWithServer(server: string, facts: DecisionFacts): Reason[] {
  const { state, toolSwitches, toolPins } = facts;
  const isOfServer = ({ toolId }: { toolId: string }) => toolId.startsWith(`${server}/`);
  const own = state.get('servers', server)?.options;
  const options = [...(own?.sandbox ? ['sandbox'] : []), ...(own && own.withheld.length > 0 ? ['withheld'] : [])];
  const limits: Reason[] = options.length > 0 ? [{ kind: 'server-options-set', server, options }] : [];
  return [
    ...denies(facts, ({ resource }) => resource.kind === 'server' && resource.serverId === server),
    ...toolSwitches.all().filter(isOfServer).map(switchedOff),
    ...toolPins.refused(server).map((tool): Reason => ({ kind: 'tool-reviewed', tool, accept: false })),
    ...limits,
  ];
}

/** Denies, tools that are off, definitions that were refused, and that it is disabled itself. */
export function lostWithPlugin(plugin: string, facts: DecisionFacts): Reason[] {
  const { state, toolSwitches, toolPins } = facts;
  const known = state.get('plugins', plugin);
  const isDisabled = known?.state.kind === 'disabled';
  return [
    ...denies(facts, ({ resource }) => resource.kind === 'plugin' && resource.pluginId === plugin),
    ...toolSwitches
      .all()
      .filter(({ toolId }) => toolId.startsWith(pluginToolId(plugin, '')))
      .map(switchedOff),
    ...toolPins.refused(plugin).map((tool): Reason => ({ kind: 'tool-reviewed', tool, accept: false })),
    ...(isDisabled ? [{ kind: 'plugin-enabled-set', plugin, on: false } as const] : []),
    ...(known && !known.offered ? [{ kind: 'plugin-offered-set', plugin, on: false } as const] : []),
  ];
}

/** Denies, tools that are off for it alone, and that it may only read. */
export function lostWithClient(client: string, facts: DecisionFacts): Reason[] {
  const { state, toolSwitches } = facts;
  const start = state.get('clients', client)?.start;
  return [
    ...denies(facts, ({ subject }) => subject.kind === 'client' && subject.id === client),
    ...toolSwitches
      .all()
      .filter(({ clientId }) => clientId === client)
      .map(switchedOff),
    ...(start === 'read-only' ? [{ kind: 'client-start-set', client, start } as const] : []),
  ];
}

function denies({ grants }: DecisionFacts, isMeant: (grant: Grant) => boolean): Reason[] {
  return grants
    .all()
    .filter(grant => grant.effect === 'deny' && isMeant(grant))
    .map(grantReason);
}

function switchedOff({ toolId, clientId }: ReturnType<ToolSwitches['all']>[number]): Reason {
  return { kind: 'tool-switched', tool: toolId, client: clientId, on: false };
}
