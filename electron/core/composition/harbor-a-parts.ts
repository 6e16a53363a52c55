// What Harbor's first generation uses of the hub, joined: pages as callers, its catalogue, and what it knows of servers.
import { Catalogue } from '../harbor/a/catalogue/catalogue.ts';
import { createTurns } from '../harbor/a/in-turn.ts';
import { ServerFacts } from '../harbor/a/server-facts.ts';
import type { ChatServices } from '../chat/chat-services.ts';
import type { HarborAParts } from '../harbor/a/harbor-a-parts.ts';
import type { RuleChanges } from '../permissions/rule-changes.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export async function createHarborA(
  { platform, events }: Boot,
  { store, state, secretStore }: BaseParts,
  registries: Registries,
  { changes, chat }: { readonly changes: RuleChanges; readonly chat: ChatServices },
): Promise<HarborAParts> {
  const { sites, servers, grants, limiter, runtimes, models, oauth } = registries;
  const facts = new ServerFacts(store.settings);
  await facts.load();
  events.on('serverRemoved', ({ serverId }) => facts.forget(serverId));
  await endPageServers(platform, facts, servers);
  return {
    servers,
    grants,
    grantTurns: createTurns(),
    limiter,
    models,
    oauth,
    runtimes,
    secretStore,
    state,
    changes,
    chat,
    facts,
    policy: registries.policyRules,
    sites,
    catalogue: new Catalogue({ settings: store.settings, now: () => platform.now() }),
  };
}

/** The pages of an earlier run are gone, and so are the servers that they brought. One that cannot be removed is tried again at the next start. */
async function endPageServers(
  { log }: Boot['platform'],
  facts: ServerFacts,
  servers: Registries['servers'],
): Promise<void> {
  for (const { serverId, adding } of facts.ofPages()) {
    const server = servers.get(serverId);
    const isIts = server !== null && (adding === null || server.name === adding);
    const gone = isIts ? servers.changes.remove(serverId) : facts.forget(serverId);
    await gone.catch((error: unknown) =>
      log.warn({ server: serverId, reason: String(error) }, 'The server of a page that is gone could not be removed.'),
    );
  }
}
