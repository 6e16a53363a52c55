// Docker as the wire asks for it. Images are servers of their own here, so that there is no mode to set, none to build and nothing orphaned.
import { Fault, failingAs, isOn, needText, textsIn } from './asked.ts';
import { dockerVersion, programPath } from './runtime-words.ts';
import { isConnected } from './server-words.ts';
import type { Answer, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';

const missing = 'Docker was not found. Install it, and start it.';

export function dockerFamily(services: HarborAServices, hub: HubServers): Family {
  return {
    check_docker: failingAs('docker_error', async () => {
      const docker = await dockerOf(services);
      return { ...docker, images: {}, containers: docker.available ? containersOf(hub) : [] };
    }),
    build_docker_images: () => {
      throw new Fault(
        'docker_build_error',
        'Pilothouse builds no images: a server that is an image is fetched when it starts.',
      );
    },
    set_docker_mode: failingAs('docker_mode_error', asked => {
      const server = hub.expect(needText(asked, 'server_id'));
      const wantsDocker = asked.fields.use_docker === undefined || isOn(asked, 'use_docker');
      if (wantsDocker !== (server.package?.runner === 'docker'))
        throw new Fault(
          'docker_mode_error',
          `${server.name} runs as it was added; add ${wantsDocker ? 'its image' : 'its package'} as a server of its own in Pilothouse.`,
        );
      const volumes = textsIn(asked, 'volumes');
      return { server_id: hub.wireId(server), use_docker: wantsDocker, ...(volumes && { volumes }) };
    }),
    should_prefer_docker: failingAs('docker_check_error', async asked => {
      const server = hub.find(needText(asked, 'server_id'));
      const { available, error } = await dockerOf(services);
      const prefer = available && server?.package?.runner === 'docker';
      return { prefer, dockerAvailable: available, ...(!available && { reason: error ?? missing }) };
    }),
    reconnect_orphaned_containers: async () => {
      const { available } = await dockerOf(services);
      const message = available ? 'No orphaned containers found' : 'Docker not available';
      return { reconnected: [], failed: [], message };
    },
  };
}

async function dockerOf(services: HarborAServices): Promise<{ available: boolean; version?: string; error?: string }> {
  const path = await programPath(services, 'docker');
  if (path === null) return { available: false, error: missing };
  const version = await dockerVersion(services, path);
  return version === null ? { available: false, error: 'Docker does not answer.' } : { available: true, version };
}

/** Servers that are images; what else Docker runs is nothing of the hub's. */
function containersOf(hub: HubServers): Answer[] {
  return hub.list().flatMap(server =>
    server.package?.runner === 'docker'
      ? [
          {
            id: server.id,
            name: server.name,
            serverId: hub.wireId(server),
            image: server.package.name,
            status: isConnected(server.state) ? 'running' : 'stopped',
            statusText: server.state.kind,
          },
        ]
      : [],
  );
}
