// Whom rules may name of an agent of another hub: that hub, by an id that no credential of a user can have.
import { expect, test } from 'vitest';
import { clientSubjects, fleetClientId, hubOfClient } from '../../../../contract/fleet-client-id.ts';
import { subjectsOf } from '../../../../electron/core/gates/permission-request.ts';
import { decide } from '../../../../electron/core/permissions/decide.ts';
import { noRules } from '../../../../electron/core/permissions/rule-index.ts';
import { agentId, buildGrant, noon, rulesOf } from '../../../support/hub-fixtures.ts';

const digest = '0123456789abcdef';

test('The id of an agent of another hub names that hub, whatever the hub is called; every other id names none.', () => {
  for (const hub of ['jun', 'a-b', 'hub-x', 'a-0123456789abcdef'])
    for (const of of [digest, null]) expect(hubOfClient(fleetClientId(hub, of))).toBe(hub);
  // What `ClientRegistry.freeId` makes of a name has no colon.
  for (const id of [
    'hub-jun-abcdef',
    `claude-${digest}`,
    'fleet-jun',
    'compat',
    'hub:',
    'hub:jun:',
    `hub:jun:${digest}0`,
  ])
    expect(hubOfClient(id)).toBeNull();
  expect(subjectsOf({ clientId: fleetClientId('jun', digest), origin: undefined })).toEqual([
    { kind: 'hub', id: 'jun' },
    { kind: 'client', id: fleetClientId('jun', digest) },
  ]);
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
