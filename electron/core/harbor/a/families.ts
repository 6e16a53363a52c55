// All messages of the wire, by families: a file for each.
import { byocFamily } from './byoc-family.ts';
import { catalogueFamily } from './catalogue-family.ts';
import { chatFamily } from './chat-family.ts';
import { coreFamily } from './core-family.ts';
import { credentialFamily } from './credential-family.ts';
import { dockerFamily } from './docker-family.ts';
import { githubFamily } from './github-family.ts';
import { hostFamily } from './host-family.ts';
import { permissionFamily } from './host-permissions.ts';
import { HubServers } from './hub-servers.ts';
import { importFamily } from './import-family.ts';
import { installerFamily } from './installer-family.ts';
import { llmFamily } from './llm-family.ts';
import { LlmProviders } from './llm-providers.ts';
import { llmSetupFamily } from './llm-setup-family.ts';
import { manifestFamily } from './manifest-family.ts';
import { mcpFamily } from './mcp-family.ts';
import { oauthFamily } from './oauth-family.ts';
import { PageServers } from './page-servers.ts';
import { ServerReads } from './server-reads.ts';
import { storeFamily } from './store-family.ts';
import type { Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';

export interface Families {
  readonly handlers: Family;
  /** The connection has ended: nothing stays that was there for it alone. Never rejects. */
  left(): Promise<void>;
}

/** Those of one connection. */
export function createFamilies(services: HarborAServices): Families {
  const pages = new PageServers(services.servers);
  return { handlers: handlersOf(services, pages), left: () => pages.end() };
}

function handlersOf(services: HarborAServices, pages: PageServers): Family {
  const hub = new HubServers(services);
  const reads = new ServerReads(services);
  const providers = new LlmProviders(services.models);
  return {
    ...coreFamily(services),
    ...storeFamily(services, hub, reads),
    ...mcpFamily(services, hub, reads),
    ...installerFamily(services, hub),
    ...catalogueFamily(services, hub),
    ...githubFamily(hub),
    ...importFamily(services, hub),
    ...manifestFamily(services, hub, reads),
    ...dockerFamily(services, hub),
    ...credentialFamily(services, hub),
    ...oauthFamily(services, hub),
    ...byocFamily(services, hub, reads, pages),
    ...permissionFamily(services),
    ...hostFamily(services, hub),
    ...llmFamily(services, providers),
    ...llmSetupFamily(services, providers),
    ...chatFamily(services),
  };
}
