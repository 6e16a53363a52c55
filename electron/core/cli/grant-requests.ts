// The permissions on the command line: the same service as the panel's. What widens access waits until the user confirms it there.
import { grantReason, wideningReason } from '../permissions/change-reasons.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { PermissionService } from '../permissions/permission-service.ts';
import type { RuleChanges } from '../permissions/rule-changes.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { CliCommands } from './cli-peer.ts';

export interface GrantCommandServices {
  readonly permissions: PermissionService;
  readonly clients: Pick<ClientRegistry, 'all'>;
  readonly state: StatePublisher;
  readonly changes: RuleChanges;
}

type Answered = 'grants:list' | 'grants:set' | 'grants:revoke' | 'grants:explain';

export function grantCommands(services: GrantCommandServices): Pick<CliCommands, Answered> {
  const { permissions, clients, state, changes } = services;
  return {
    'grants:list': () => ({
      grants: [...permissions.list()],
      clients: clients.all().map(({ id, name }) => ({ id, name })),
      policy: state.hub.policy,
    }),
    'grants:set': async (newGrant, from) => {
      permissions.expectSettable(newGrant);
      const note = newGrant.effect === 'allow' ? await changes.confirm({ kind: 'grant', grant: newGrant }, from) : null;
      const grant = await permissions.set(newGrant);
      changes.made(
        from.asker,
        'grants:set',
        { kind: 'grant-added', grant: grantReason(grant), id: grant.id },
        { note },
      );
      return { grant };
    },
    'grants:revoke': async ({ grantId }, from) => {
      const grant = permissions.list().find(({ id }) => id === grantId);
      const note = grant?.effect === 'deny' ? await changes.confirm({ kind: 'revoke', grant }, from) : null;
      await permissions.revoke(grantId);
      if (grant) changes.made(from.asker, 'grants:revoke', wideningReason({ kind: 'revoke', grant }), { note });
      return {};
    },
    'grants:explain': ask => permissions.explain(ask),
  };
}
