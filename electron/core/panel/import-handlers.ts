// What the panel asks about servers that come from other apps, or go to them, and about the versions of their packages.
import { hubError } from '../../../words/hub-error.ts';
import { writeServers } from '../servers/export/write-servers.ts';
import { findApps } from '../servers/import/read-app.ts';
import { offerPin, pin } from '../servers/pin/pin-package.ts';
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

type ImportRequest =
  | 'servers:found'
  | 'servers:import-preview'
  | 'servers:import'
  | 'servers:export'
  | 'servers:pin-offer'
  | 'servers:pin';
type Services = Pick<PanelServices, 'servers' | 'manifests' | 'ownHub' | 'importer'>;

export function createImportHandlers(services: Services): Pick<PanelHandlers, ImportRequest> {
  const { servers, manifests, ownHub, importer } = services;
  return {
    'servers:found': async () => ({ apps: await findApps(manifests, ownHub) }),
    'servers:import-preview': ({ source }, { isProgram }) => importer.preview(source, isProgram ? 'program' : 'panel'),
    'servers:import': async ({ previewId, keys, ...completion }) => ({
      serverIds: await importer.add(previewId, keys, completion),
    }),
    'servers:pin-offer': ({ serverId }) => offerPin(servers.configs.of(serverId), manifests),
    'servers:pin': asked => done(pin(servers, asked)),
    'servers:export': ({ format, serverIds }) => {
      const chosen = serverIds?.map(id => servers.configs.of(id)) ?? servers.configs.all();
      if (chosen.length === 0) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-server-to-export' });
      return writeServers(format, chosen);
    },
  };
}
