// What the panel asks of the catalogue of servers.
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { ServerCatalogue } from '../catalogue/server-catalogue.ts';
import type { PermissionHandlerServices } from './permission-handlers.ts';

type CatalogueRequest = Extract<keyof PanelHandlers, `catalogue:${string}`>;

export interface CatalogueServices {
  readonly serverCatalogue: ServerCatalogue;
}

export function createCatalogueHandlers({
  serverCatalogue: all,
  policyList,
}: CatalogueServices & Pick<PermissionHandlerServices, 'policyList'>): Pick<PanelHandlers, CatalogueRequest> {
  return {
    'catalogue:search': params => all.search(params),
    'catalogue:entry': async ({ sourceId, name, version }) => ({ entry: await all.entryOf(sourceId, name, version) }),
    'catalogue:refresh': ({ sources }) => {
      if (!sources) void policyList.refreshAlong();
      return done(all.refresh(sources));
    },
    'catalogue:stop-refresh': () => done(all.stopRefresh()),
    'catalogue:add-source': async params => ({ sourceId: await all.add(params) }),
    'catalogue:change-source': params => done(all.change(params)),
    'catalogue:remove-source': ({ sourceId }) => done(all.remove(sourceId)),
  };
}
