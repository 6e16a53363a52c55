// What clients of a gateway may do while what was signed about them comes into force: less at once, more in its turn.
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AgentRegistry } from '../../../../electron/core/agents/agent-registry.ts';
import { ClientRegistry } from '../../../../electron/core/clients/client-registry.ts';
import { GatewayAccess } from '../../../../electron/core/composition/gateway-access.ts';
import { GrantRegistry } from '../../../../electron/core/permissions/grant-registry.ts';
import { StatePublisher } from '../../../../electron/core/state/publisher.ts';
import { buildHubInfo } from '../../../support/hub-fixtures.ts';
import type { GatewayClient, GatewayGrant } from '../../../../contract/schemas/fleet-gateway.ts';

function openAccess(add: () => Promise<void> = async () => {}, servers: readonly object[] = []) {
  const state = new StatePublisher(buildHubInfo({}));
  const common = { state, now: Date.now, randomBytes };
  const nothing = async () => {};
  const persist = { put: nothing, seen: () => {}, remove: nothing };
  const clients = new ClientRegistry({
    ...common,
    ...{ rows: [], builtIn: [], persist, secrets: { write: nothing, remove: nothing } },
  });
  const agents = new AgentRegistry({ ...common, onLeft: () => {} });
  const grants = new GrantRegistry({
    ...{ state, rows: [], lastId: 0, runOf: () => null, now: Date.now, monotonic: () => performance.now() },
    persist: { add, used: () => {}, remove: nothing, ended: () => {} },
  });
  // A share that is not there yet is waited for.
  const hung = new Promise<string>(() => {});
  const said: string[] = [];
  const access = new GatewayAccess({
    ...{ clients, agents, grants },
    servers: { list: () => servers, get: () => null } as never,
    catalogue: { listedOtherwise: () => {} } as never,
    shares: { use: ({ share }) => (share === 'slow' ? hung : Promise.resolve(share)) },
    onFault: (id, error) => said.push(`${id}: ${error === null ? 'over' : String(error)}`),
  });
  const sees = (tool: string, server = 'files') => access.sees('ci', server, { name: tool, readOnly: false });
  return {
    ...{ access, sees, said },
    may: () =>
      grants
        .all()
        .map(
          ({ scope, tools, resource }) =>
            `${scope} ${resource.kind === 'server' ? resource.serverId : ''} ${tools?.join() ?? '*'}`,
        ),
  };
}

function client(version: number, grants: readonly Partial<GatewayGrant>[], id = 'ci'): GatewayClient {
  return {
    ...{ kind: 'pilothouse-gateway-client', fleet: 'pilothouse', id, name: id, version, secretHash: 'a'.repeat(64) },
    ...{ signedAt: new Date().toISOString(), expires: null },
    grants: grants.map(grant => ({ hub: null, share: 'files', tools: null, reading: false, ...grant })),
  };
}

const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
};

test('Narrower grants hold before anything else is waited for, also while another client comes into force.', async () => {
  const { access, sees, may, said } = openAccess();
  access.taken('ci', client(1, [{}, { share: 'mail' }]));
  await settled();
  expect(may()).toEqual(['servers:call files *', 'servers:read files *', 'servers:call mail *', 'servers:read mail *']);
  access.taken('other', client(1, [{ share: 'slow' }], 'other'));
  await settled();
  access.taken('ci', client(2, [{ tools: ['read'] }]));
  expect([sees('read'), sees('write'), sees('read', 'mail')]).toEqual([true, false, false]);
  expect(may()).toEqual([]);
  expect(said).toEqual([]);
});

test('What a client had in both versions goes on; what it has more of follows in its turn.', async () => {
  const { access, sees, may, said } = openAccess();
  access.taken('ci', client(1, [{ tools: ['read'] }]));
  await settled();
  access.taken('ci', client(2, [{ tools: ['read'] }, { share: 'mail' }]));
  expect(may()).toEqual(['servers:call files files/read']);
  expect([sees('read'), sees('send', 'mail')]).toEqual([true, false]);
  await settled();
  expect(may()).toContain('servers:call mail *');
  expect(sees('send', 'mail')).toBe(true);
  expect(said).toEqual([]);
});

test('One whose grants change while they come into force gets none of the older ones.', async () => {
  const { access, may, said } = openAccess();
  access.taken('ci', client(1, [{}, { share: 'mail' }]));
  access.taken('ci', client(2, [{ share: 'mail' }]));
  await settled();
  expect(may()).toEqual(['servers:call mail *', 'servers:read mail *']);
  expect(said).toEqual([]);
});

test('What could not be put in force is tried again, and told to be over once it is; also where it was taken away, or is another by then.', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let isFull = true;
  const { access, sees, said } = openAccess(async () => {
    if (isFull) throw new Error('The disk is full.');
  });
  const full = (id: string) => `${id}: Error: The disk is full.`;
  for (const id of ['ci', 'gone', 'other']) access.taken(id, client(1, [{}], id));
  await settled();
  await settled();
  expect(said).toEqual([full('ci'), full('gone'), full('other')]);
  // Told once for what it says again.
  await vi.advanceTimersByTimeAsync(5_000);
  await settled();
  expect(said).toHaveLength(3);
  expect(access.verify('any')).toBeNull();
  isFull = false;
  access.taken('gone', null);
  access.taken('other', client(2, [{ share: 'mail' }], 'other'));
  await settled();
  expect(said.slice(3)).toEqual(['gone: over', 'other: over']);
  await vi.advanceTimersByTimeAsync(5_000);
  await settled();
  expect(said.slice(5)).toEqual(['ci: over']);
  expect(sees('read')).toBe(true);
});

test('What waits for its second try was not tried yet; what waits for a third one holds nobody up, nor does one that was.', () => {
  const servers = [{ state: { kind: 'running' }, starts: 1 }];
  const files = { state: { kind: 'starting' }, starts: 1 };
  const { access } = openAccess(async () => {}, [...servers, files]);
  expect(access.isSettled).toBe(false);
  files.state.kind = 'waiting';
  expect(access.isSettled).toBe(false);
  Object.assign(files, { state: { kind: 'starting' }, starts: 2 });
  expect(access.isSettled).toBe(false);
  files.state.kind = 'waiting';
  expect(access.isSettled).toBe(true);
  files.state.kind = 'starting';
  expect(access.isSettled).toBe(true);
});
