// The permissions on the command line: the same service as the panel's.
import type { CliCommands } from '../cli-peer.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { PermissionService } from './permission-service.ts';

export interface GrantCommandServices {
  readonly permissions: PermissionService;
  readonly clients: Pick<ClientRegistry, 'all'>;
  readonly state: StatePublisher;
}

type Answered = 'grants:list' | 'grants:set' | 'grants:revoke' | 'grants:explain';

export function grantCommands({ permissions, clients, state }: GrantCommandServices): Pick<CliCommands, Answered> {
  return {
    'grants:list': () => ({
      grants: [...permissions.list()],
      clients: clients.all().map(({ id, name }) => ({ id, name })),
      policy: state.hub.policy,
    }),
    'grants:set': async wish => ({ grant: await permissions.set(wish) }),
    'grants:revoke': async ({ grantId }) => {
      await permissions.revoke(grantId);
      return {};
    },
    'grants:explain': ask => permissions.explain(ask),
  };
}
