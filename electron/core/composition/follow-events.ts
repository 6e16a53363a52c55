// What follows from each event of the hub, in this order.
import type { BaseParts } from './base-parts.ts';
import type { HubEvents } from './hub-events.ts';
import type { Registries } from './registries.ts';

export function followEvents(events: HubEvents, { mode }: BaseParts, registries: Registries): void {
  const { agents, browsers, tabs, grants, prompts, pauses, limiter, servers } = registries;
  const { catalogue, toolSwitches, underWay } = registries;

  events.on('agentLeft', ({ agentId }) => tabs.orphan(agentId));
  events.on('agentLeft', ({ agentId }) => grants.agentLeft(agentId));
  events.on('agentLeft', ({ agentId }) => prompts.agentLeft(agentId));
  events.on('agentLeft', ({ agentId }) => limiter.agentLeft(agentId));
  events.on('agentLeft', ({ agentId }) => servers.agentLeft(agentId));
  followListings(events, registries);

  events.on('clientRevoked', ({ clientId }) => agents.disconnectClient(clientId, { kind: 'user-revoked' }));
  events.on('clientRevoked', ({ clientId }) => grants.revokeClient(clientId));
  events.on('clientRevoked', async ({ clientId }) => {
    for (const toolId of await toolSwitches.removeClient(clientId)) catalogue.changed(toolId);
  });

  followServers(events, registries);
  followSites(events, registries);

  followTabs(events, registries);

  // Before what waits is decided anew: a call of an agent that was stopped waits for no pause to end.
  events.on('rulesChanged', () => pauses.recheck());
  events.on('rulesChanged', () => prompts.recheck());
  events.on('rulesChanged', () => underWay.recheck());
  events.on('rulesChanged', () => servers.policyChanged());

  events.on('shortcutChanged', () => pauses.recheck());
  events.on('shortcutChanged', () => prompts.recheck());
  events.on('shortcutChanged', () => underWay.recheck());

  events.on('modeChanged', ({ mode: next }) => browsers.modeChanged(next));
  events.on('modeChanged', () => pauses.recheck());
  events.on('modeChanged', () => underWay.recheck());
  events.on('modeChanged', ({ mode: next }) => {
    if (next === 'stopped') agents.disconnectAll({ kind: 'user-stopped', of: 'agents' });
  });
  events.on('agentBrowserChanged', () => prompts.recheck());
  events.on('agentModeChanged', () => pauses.recheck());
  events.on('agentModeChanged', () => underWay.recheck());

  events.on('screenLocked', () => grants.screenLocked());
  events.on('screenLocked', () => mode.screenLocked());
}

function followTabs(events: HubEvents, { browsers, grants, prompts, underWay }: Registries): void {
  events.on('tabEnded', ({ browserId, tabId, isClosed }) => grants.tabEnded(browserId, tabId, isClosed));
  events.on('tabEnded', ({ browserId, tabId }) => prompts.tabEnded(browserId, tabId));
  events.on('tabsProven', ({ browserId, runId, tabIds }) => grants.tabsProven(browserId, runId, tabIds));
  events.on('tabOwnerChanged', () => prompts.recheck());
  events.on('tabOwnerChanged', () => underWay.recheck());
  // After the calls of the one before were withdrawn.
  events.on('tabOwnerChanged', ({ browserId, tabId, wasAgents }) => {
    if (wasAgents) browsers.ownerChanged(browserId, tabId);
  });
}

/** Of those that offer tools: what was decided about one that is gone holds for no other. */
function followServers(events: HubEvents, registries: Registries): void {
  const { grants, prompts, scripts, signIns, toolPins, toolSwitches } = registries;
  events.on('serverRemoved', ({ serverId }) => scripts.forget(serverId));
  events.on('serverRemoved', ({ serverId }) => signIns.forget(serverId));
  events.on('serverRemoved', ({ serverId }) => prompts.serverRemoved(serverId));
  events.on('serverRemoved', ({ serverId }) => grants.revokeServer(serverId));
  events.on('serverRemoved', ({ serverId }) => toolPins.removeServer(serverId));
  events.on('serverRemoved', ({ serverId }) => toolSwitches.removeServer(serverId));
  events.on('carriedForgotten', ({ serverId }) => prompts.serverRemoved(serverId));
  events.on('carriedForgotten', ({ serverId }) => grants.revokeServer(serverId));
  events.on('carriedForgotten', ({ serverId }) => toolPins.removeServer(serverId));
  events.on('carriedForgotten', ({ serverId }) => toolSwitches.removeServer(serverId));
  events.on('pluginForgotten', ({ pluginId }) => prompts.pluginForgotten(pluginId));
  events.on('pluginForgotten', ({ pluginId }) => grants.revokePlugin(pluginId));
  events.on('pluginForgotten', ({ pluginId }) => toolPins.removeServer(pluginId));
  events.on('pluginForgotten', ({ pluginId }) => toolSwitches.removePlugin(pluginId));
}

/** Of web origins whose pages use the Web Agent API. */
function followSites(events: HubEvents, registries: Registries): void {
  const { grants, siteQuestions, siteServers, servers, catalogue, prompts, underWay, tabs } = registries;
  events.on('siteBlocked', ({ origin }) => siteQuestions.originBlocked(origin));
  events.on('siteBlocked', ({ origin }) => grants.revokeOrigin(origin, false));
  // What frames in its pages were allowed there for now; before what is under way is decided again.
  events.on('siteBlocked', ({ origin }) => grants.onceOver(tabs.showing(origin)));
  events.on('siteBlocked', () => underWay.recheck());
  events.on('siteBlocked', ({ origin }) => siteServers.forgetSite(origin));
  events.on('siteForgotten', ({ origin }) => siteServers.forgetSite(origin));
  events.on('siteServerChanged', ({ serverId }) => {
    if (servers.get(serverId)) servers.refresh(serverId);
    catalogue.serverChanged(serverId);
    prompts.recheck();
    underWay.recheck();
  });
  events.on('serverRemoved', ({ serverId }) => siteServers.forget(serverId));
  events.on('serverRemoved', ({ serverId }) => siteQuestions.offererGone('server', serverId));
  events.on('carriedForgotten', ({ serverId }) => siteQuestions.offererGone('server', serverId));
  events.on('pluginForgotten', ({ pluginId }) => siteQuestions.offererGone('plugin', pluginId));
  events.on('siteForgotten', ({ origin }) => siteQuestions.originBlocked(origin));
  events.on('siteForgotten', ({ origin }) => grants.revokeOrigin(origin, true));
}

/** What is kept of an agent for itself alone. */
function followListings(events: HubEvents, { gateway, listings, refusals }: Registries): void {
  events.on('agentLeft', ({ agentId }) => gateway.agentGone(agentId));
  events.on('agentLeft', ({ agentId }) => listings.agentGone(agentId));
  events.on('agentLeft', ({ agentId }) => refusals.forget(agentId));
}
