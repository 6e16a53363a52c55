// What the panel asks about servers that come from other apps, or go to them.
import { hubError } from '../../../words/hub-error.ts';
import { writeServers } from '../servers/export/write-servers.ts';
import { ServerImporter } from '../servers/import/server-importer.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

type ImportRequest = 'servers:import-preview' | 'servers:import' | 'servers:export';
type Services = Pick<PanelServices, 'servers' | 'secretStore' | 'manifests' | 'randomId'>;

export function createImportHandlers(services: Services): Pick<PanelHandlers, ImportRequest> {
  const { servers, secretStore, manifests, randomId } = services;
  const importer = new ServerImporter({
    servers,
    machine: manifests,
    secretOf: name => secretStore.get(name),
    randomId,
  });
  return {
    'servers:import-preview': ({ source }) => importer.preview(source),
    'servers:import': async ({ previewId, keys }) => ({ serverIds: await importer.add(previewId, keys) }),
    'servers:export': ({ format, serverIds }) => {
      const chosen = serverIds?.map(id => servers.configs.of(id)) ?? servers.configs.all();
      if (chosen.length === 0) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-server-to-export' });
      return writeServers(format, chosen);
    },
  };
}
