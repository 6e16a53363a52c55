// Whom rules may name of an agent of another hub: that hub, by an id that no credential of a user can have.
import { expect, test } from 'vitest';
import { clientSubjects, fleetClientId, hubOfClient } from '../../../../electron/core/clients/fleet-client-id.ts';
import { fleetClient } from '../../../../electron/core/fleet/shared/fleet-client.ts';
import { subjectsOf } from '../../../../electron/core/gates/permission-request.ts';
import { decide } from '../../../../electron/core/permissions/decide.ts';
import { noRules } from '../../../../electron/core/permissions/rule-index.ts';
import { agentId, buildGrant, noon, rulesOf } from '../../../support/hub-fixtures.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';

const digest = '0123456789abcdef';

test('The id of an agent of another hub names that hub, whatever the hub is called; every other id names none.', () => {
  for (const hub of ['jun', 'a-b', 'fleetagent-x', 'a-0123456789abcdef'])
    expect(hubOfClient(fleetClientId(hub, digest))).toBe(hub);
  // What `ClientRegistry.freeId` makes of the names that come nearest to it ends with six digits.
  for (const id of [
    'fleetagent-jun-abcdef',
    'fleetagent-jun-01234567-abcdef',
    `claude-${digest}`,
    'fleet-jun',
    'compat',
  ])
    expect(hubOfClient(id)).toBeNull();
  expect(subjectsOf({ clientId: fleetClientId('jun', digest), origin: undefined })).toEqual([
    { kind: 'hub', id: 'jun' },
    { kind: 'client', id: fleetClientId('jun', digest) },
  ]);
});

test('The client that an agent of a hub is made here belongs to that hub.', async () => {
  const made: string[] = [];
  const clients = {
    get: () => null,
    all: () => [],
    create: (name: string, _start: Client['start'], id = '') => {
      made.push(id);
      return Promise.resolve({ client: { id, name } as Client, token: '' });
    },
  };
  await fleetClient(clients, 'gateway', 'ci');
  await fleetClient(clients, 'gateway', null);
  expect(made.map(hubOfClient)).toEqual(['gateway', null]);
});

test('A grant for a hub is about its agents and nobody else, and about the server that it names.', () => {
  const grant = buildGrant({
    subject: { kind: 'hub', id: 'gateway' },
    scope: 'servers:call',
    resource: { kind: 'server', serverId: 'files' },
    effect: 'allow',
  });
  const asked = (clientId: string, serverId: string) =>
    decide(
      {
        subjects: clientSubjects(clientId),
        start: 'ask',
        verified: true,
        agentId,
        scope: 'servers:call',
        tool: `${serverId}/write`,
        resources: [{ kind: 'server', serverId }],
        readOnly: false,
        ownTab: false,
      },
      rulesOf([grant]),
      noRules,
      noon,
    ).kind;
  expect(asked(fleetClientId('gateway', digest), 'files')).toBe('allow');
  expect(asked(fleetClientId('gateway', digest), 'mail')).toBe('ask');
  expect(asked(fleetClientId('gateway-2', digest), 'files')).toBe('ask');
  expect(asked('gateway', 'files')).toBe('ask');
});
