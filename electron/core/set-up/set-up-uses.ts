// Who may use the servers of a set-up file: with which hubs they are shared, and whose agents call them without a question.
import { reasonOf } from '../../../contract/reason.ts';
import { toolId } from '../tools/tool-names.ts';
import { saidAt } from './setup-fault.ts';
import type { HubSetup } from '../../../contract/schemas/hub-setup.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { SettingUp } from './setting-up.ts';

type Allowed = HubSetup['allow'][number];

/** Ends what the file says no more, and what names a server that it says otherwise. */
export async function removeUses({ setup, record, ask, state }: SettingUp): Promise<void> {
  const { grants } = await state();
  const wanted = (grant: Grant) => setup.allow.some(one => isGrantOf(grant, one, record.servers[one.server]?.id));
  for (const { id, isAdopted } of record.grants) {
    const grant = grants[id];
    // What somebody had allowed beside the file is theirs.
    if (grant && !isAdopted && !wanted(grant))
      await saidAt(setup.file, ['allow'], () => ask('grants:revoke', { grantId: id }));
  }
  record.grants = record.grants.filter(({ id }) => grants[id] !== undefined && wanted(grants[id]));
  const named = new Set(setup.shares.map(({ share }) => share));
  for (const share of record.shares.filter(one => !named.has(one))) {
    await saidAt(setup.file, ['shares', share], () => unshare(ask, share));
    record.shares = record.shares.filter(one => one !== share);
  }
}

/** Also of a hub that is in no fleet now: what is kept as shared would be told in the next one. */
async function unshare(ask: SettingUp['ask'], share: string): Promise<void> {
  try {
    await ask('fleet:unshare', { share });
  } catch (error) {
    // Somebody has taken it back already, or its server is gone.
    if (reasonOf(error).kind !== 'fleet-share-none') throw error;
  }
}

export async function setUpUses({ setup, record, ask, state, keep }: SettingUp): Promise<void> {
  const idOf = (server: string) => record.servers[server]?.id ?? '';
  for (const { server, share, ...own } of setup.shares) {
    const settings = { ...own, serverId: idOf(server), share };
    if (!record.shares.includes(share)) record.shares.push(share);
    await keep();
    await saidAt(setup.file, ['shares', share], () => ask('fleet:share', settings));
  }
  const { grants } = await state();
  for (const [index, allowed] of setup.allow.entries()) {
    const serverId = idOf(allowed.server);
    const known = Object.values(grants).find(grant => isGrantOf(grant, allowed, serverId));
    const id = known?.id ?? (await saidAt(setup.file, ['allow', index], () => grant(ask, allowed, serverId)));
    if (record.grants.some(one => one.id === id)) continue;
    record.grants.push({ id, isAdopted: known !== undefined });
    await keep();
  }
}

async function grant(ask: SettingUp['ask'], { hub, tools, readOnly }: Allowed, serverId: string): Promise<string> {
  const { grant: made } = await ask('grants:set', {
    effect: 'allow',
    subject: { kind: 'hub', id: hub },
    scope: 'servers:call',
    tools: tools?.map(tool => toolId(serverId, tool)) ?? null,
    reading: readOnly,
    resource: { kind: 'server', serverId },
    lifetime: 'always',
  });
  return made.id;
}

function isGrantOf(
  { effect, subject, scope, tools, reading, resource, lifetime, agentId }: Grant,
  allowed: Allowed,
  serverId: string | undefined,
): boolean {
  const isPlain = effect === 'allow' && scope === 'servers:call' && lifetime === 'always' && agentId === null;
  const isWho = subject.kind === 'hub' && subject.id === allowed.hub;
  const isWhere = resource.kind === 'server' && resource.serverId === serverId;
  const named = allowed.tools?.map(tool => toolId(serverId ?? '', tool)).toSorted() ?? null;
  const isWhat = JSON.stringify(tools?.toSorted() ?? null) === JSON.stringify(named) && reading === allowed.readOnly;
  return isPlain && isWho && isWhere && isWhat;
}
