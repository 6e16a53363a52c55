// Servers by their repositories' manifests: what they run, what they ask for, and the sign-in that some of them need.
import { failingAs, needText } from './asked.ts';
import { installManifest, readManifest, signInOf } from './install-manifest.ts';
import { installedAnswer } from './installer-family.ts';
import { mcpConnect } from './mcp-family.ts';
import type { Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';
import type { ServerReads } from './server-reads.ts';

export function manifestFamily(services: HarborAServices, hub: HubServers, reads: ServerReads): Family {
  return {
    install_from_manifest: failingAs('install_error', async asked => {
      const manifest = readManifest(asked.fields.manifest);
      const server = await installManifest(hub, manifest);
      return { serverId: hub.wireId(server), ...installedAnswer(hub, server), ...signInOf(services, server, manifest) };
    }),
    get_server_manifest: asked => {
      const server = hub.find(needText(asked, 'server_id'));
      const manifest = (server && hub.fact(server)?.manifest) ?? null;
      return { hasManifest: manifest !== null, manifest };
    },
    start_manifest_server: async asked => {
      const { connected, ...answer } = await mcpConnect(services, hub, reads, asked);
      return { serverId: needText(asked, 'server_id'), connected, ...answer };
    },
  };
}
