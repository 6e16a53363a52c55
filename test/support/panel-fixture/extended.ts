// The fixture's hub with models and plugins besides: for the screens that show them.
import { fixtureSources } from './catalogue.ts';
import { fixtureInstalls, installingServers } from './installs.ts';
import { fixtureChoices, fixtureProviders } from './models.ts';
import { fixtureConsent, fixturePluginRules, fixturePlugins, fixturePluginTools } from './plugins.ts';
import { fixtureSnapshot } from './snapshot.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export function extendedSnapshot(now: number): Snapshot {
  const snapshot = fixtureSnapshot(now);
  return {
    ...snapshot,
    hub: { ...snapshot.hub, plugins: fixturePluginRules },
    modelProviders: byId(fixtureProviders(now)),
    modelChoices: fixtureChoices(),
    catalogueSources: byId(fixtureSources(now)),
    installs: fixtureInstalls(),
    servers: { ...snapshot.servers, ...byId(installingServers(snapshot, now)) },
    plugins: byId(fixturePlugins(now)),
    tools: { ...snapshot.tools, ...byId(fixturePluginTools()) },
    grants: { ...snapshot.grants, ...byId(fixtureConsent(now)) },
  };
}

function byId<E extends { id: string }>(entities: readonly E[]): Record<string, E> {
  return Object.fromEntries(entities.map(entity => [entity.id, entity]));
}
