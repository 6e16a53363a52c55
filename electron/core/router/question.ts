// The question to the user that a call raises, in words and with its arguments masked.
import { scopes } from '../../contract/permissions.ts';
import { breadthsOf } from '../permissions/answer.ts';
import { subjectsOf } from '../gates/permission-request.ts';
import { originOf } from '../../contract/sites.ts';
import type { Resource } from '../../contract/permissions.ts';
import type { Question } from '../permissions/answer.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { GatedCall } from '../gates/gate.ts';

const maxArguments = 2_000;

export function questionOf(
  call: GatedCall,
  args: Record<string, unknown>,
  mask: Pick<SecretMask, 'message'>,
): Question {
  const { agent, scope, tool, target, readOnly } = call;
  const site = call.resources.find(resource => resource.kind === 'site')?.origin ?? null;
  const tab = target.kind === 'browser' ? target.tab : null;
  return {
    clientId: agent.clientId,
    subject: subjectsOf(agent).at(-1) ?? { kind: 'client', id: agent.clientId },
    agentId: agent.id,
    agentName: agent.claimedName || agent.name,
    program: agent.program,
    scope,
    tool,
    resource: resourceOf(call),
    site,
    readOnly,
    destructive: call.destructive || scopes[scope].risk === 'high',
    breadths: breadthsOf({ readOnly, site }),
    where: whereOf(call),
    tab: tab && { browserId: tab.browserId, tabId: tab.tabId },
    argumentsText: mask.message(JSON.stringify(args)).slice(0, maxArguments),
  };
}

/** A server's tools are granted server by server, the browser's scope by scope. */
function resourceOf({ target }: GatedCall): Resource {
  return target.kind === 'server' ? { kind: 'server', serverId: target.serverId } : { kind: 'any' };
}

function whereOf({ target }: GatedCall): string {
  if (target.kind === 'server') return `server ${target.serverId}`;
  const browser = target.browser?.name ?? 'no browser';
  if (!target.tab) return browser;
  const site = originOf(target.tab.url);
  return `tab ${target.tab.tabId}${site ? `, ${site}` : ''}, in ${browser}`;
}
