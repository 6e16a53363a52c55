// One tool that pages of an origin may call, ticked or not: the grants that speak of it follow.
import { hubError } from '../../../words/hub-error.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { GrantRegistry, NewGrant } from '../permissions/grant-registry.ts';

export interface TickFacts {
  readonly grants: Pick<GrantRegistry, 'all' | 'add' | 'narrow' | 'revoke'>;
  readonly tool: (id: string) => Pick<Tool, 'id' | 'source'> | null;
}

/** Rejects with ERR_TOOL_NOT_FOUND for what no server and no plugin offers. */
export async function tickTool(facts: TickFacts, origin: string, toolId: string, on: boolean): Promise<void> {
  const naming = facts.grants.all().filter(grant => isNaming(grant, origin, toolId));
  if (!on) {
    for (const grant of naming) await without(facts, grant, toolId);
    return;
  }
  // A denial of it would beat what is allowed.
  for (const grant of facts.grants.all().filter(one => isNaming(one, origin, toolId, 'deny')))
    await without(facts, grant, toolId);
  if (naming.some(({ lifetime }) => lifetime === 'always')) return;
  await facts.grants.add({
    ...{ subject: { kind: 'origin', id: origin }, effect: 'allow', lifetime: 'always', tools: [toolId] },
    ...{ reading: false, agentId: null, tab: null },
    ...offererOf(facts, toolId),
  });
}

function isNaming(grant: Grant, origin: string, toolId: string, wanted: Grant['effect'] = 'allow'): boolean {
  const { subject, effect, tools } = grant;
  return subject.kind === 'origin' && subject.id === origin && effect === wanted && tools?.includes(toolId) === true;
}

/** What is left of it is not given anew: it ends when it would have. */
async function without({ grants }: TickFacts, { id, scope, tools }: Grant, toolId: string): Promise<void> {
  const left = tools?.filter(tool => tool !== toolId) ?? [];
  // That one says also that the user has been asked.
  if (left.length === 0 && scope !== 'mcp:tools.call') await grants.revoke(id);
  else await grants.narrow(id, left);
}

function offererOf({ tool: find }: TickFacts, toolId: string): Pick<NewGrant, 'scope' | 'resource'> {
  const source = find(toolId)?.source;
  if (source?.kind === 'server')
    return { scope: 'servers:call', resource: { kind: 'server', serverId: source.serverId } };
  if (source?.kind === 'plugin')
    return { scope: 'plugins:call', resource: { kind: 'plugin', pluginId: source.pluginId } };
  throw hubError('ERR_TOOL_NOT_FOUND', { kind: 'site-no-such-tool', tool: toolId });
}
