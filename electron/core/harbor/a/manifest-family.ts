// Servers by their repositories' manifests: what they run, what they ask for, and the sign-in that some of them need.
import { HarborManifestSchema } from '../../../../contract/schemas/harbor-a.ts';
import { faultOf } from '../../../../contract/schemas/value-fault.ts';
import { inEnglish } from '../../../../words/english.ts';
import { Fault, failingAs, needText } from './asked.ts';
import { installedAnswer } from './installer-family.ts';
import { addManifestServer, signInOf } from './manifest-server.ts';
import { mcpConnect } from './mcp-family.ts';
import type { HarborManifest } from '../../../../contract/schemas/harbor-a.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';
import type { ServerReads } from './server-reads.ts';

export function manifestFamily(services: HarborAServices, hub: HubServers, reads: ServerReads): Family {
  return {
    install_from_manifest: failingAs('install_error', async asked => {
      const manifest = readManifest(asked.fields.manifest);
      const server = await installManifest(hub, manifest);
      return {
        serverId: hub.wireId(server),
        ...installedAnswer(hub, server),
        ...signInOf(services, server, manifest),
      };
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

/** Throws the wire's `invalid_manifest`. */
export function readManifest(value: unknown): HarborManifest {
  if (value === undefined || value === null) throw new Fault('invalid_request', 'Missing manifest');
  const parsed = HarborManifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Fault('invalid_manifest', `Invalid manifest: ${inEnglish(faultOf(parsed.error, value))}`);
}

async function installManifest(hub: HubServers, manifest: HarborManifest): Promise<Server> {
  const wireId = idOf(manifest.name);
  return hub.find(wireId) ?? (await addManifestServer(hub, manifest, { wireId, catalogSource: 'manifest' }));
}

function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200);
}
