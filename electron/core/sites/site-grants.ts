// The grants that the user's answer to a page stands for.
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { AskedTool, SiteAnswer, SiteQuestion } from '../../../contract/schemas/web-agent.ts';
import type { NewGrant } from '../permissions/grant-registry.ts';

/**
 * A grant for each scope. To call tools is more than one: `mcp:tools.call` holds those that the page itself offers, and is there also where
 * none is ticked, so that it is known to be answered; those of servers and plugins are granted as what they are to everybody, each only
 * for its own server or plugin. What is denied is denied for every tool; beside others that are allowed (`others`), for those alone that the
 * user was shown: a denial beats whatever was allowed before.
 */
export function grantsOfAnswer({ origin, tab, tools }: SiteQuestion, answer: SiteAnswer, others = false): NewGrant[] {
  const { effect, lifetime } = answer;
  const whole = {
    subject: { kind: 'origin' as const, id: origin },
    ...{ effect, lifetime, tools: null, reading: false, agentId: null },
    resource: { kind: 'any' as const },
    tab: lifetime === 'once' ? tab : null,
  };
  const ticked = (tools ?? []).filter(({ id }) => answer.tools.includes(id));
  return answer.scopes.flatMap((scope): NewGrant[] => {
    if (scope !== 'mcp:tools.call') return [{ ...whole, scope }];
    if (effect === 'deny' && others) return denialsByName(whole, tools ?? []);
    if (effect === 'deny')
      return (['mcp:tools.call', 'servers:call', 'plugins:call'] as const).map(each => ({ ...whole, scope: each }));
    const own = ticked.filter(({ source }) => source.kind === 'page').map(({ id }) => id);
    return [{ ...whole, scope, tools: own }, ...offererGrants(whole, ticked)];
  });
}

function offererGrants(whole: Omit<NewGrant, 'scope'>, ticked: readonly AskedTool[]): NewGrant[] {
  const offerers = new Map(ticked.map(({ source }) => [`${source.kind} ${source.id}`, source]));
  return [...offerers.values()].flatMap(({ kind, id }): NewGrant[] => {
    const of = ticked.filter(({ source }) => source.kind === kind && source.id === id);
    const tools = of.map(tool => tool.id);
    if (kind === 'server') return [{ ...whole, scope: 'servers:call', tools, resource: { kind, serverId: id } }];
    if (kind === 'plugin') return [{ ...whole, scope: 'plugins:call', tools, resource: { kind, pluginId: id } }];
    return [];
  });
}

function denialsByName(whole: Omit<NewGrant, 'scope'>, tools: readonly AskedTool[]): NewGrant[] {
  const own = tools.filter(({ source }) => source.kind === 'page').map(({ id }) => id);
  const ofPage: NewGrant[] = own.length === 0 ? [] : [{ ...whole, scope: 'mcp:tools.call', tools: own }];
  return [...ofPage, ...offererGrants(whole, tools)];
}

/** Whether an origin may call some tool by a grant, which a denial of all tools would end. */
export function mayCallSome(grants: readonly Grant[], origin: string, now: number): boolean {
  return grants.some(
    ({ subject, scope, effect, tools, expiresAt }) =>
      subject.kind === 'origin' &&
      subject.id === origin &&
      effect === 'allow' &&
      (scope === 'mcp:tools.call' || scope === 'servers:call' || scope === 'plugins:call') &&
      tools?.length !== 0 &&
      (expiresAt === null || expiresAt > now),
  );
}
