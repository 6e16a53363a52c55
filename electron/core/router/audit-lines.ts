// The lines that calls leave in the audit: who, what, where, by which rule, with which outcome. Never payloads.
import { ruleCode } from '../../../contract/call-rules.ts';
import { frameOf, placeOf, siteOf } from './decided-page.ts';
import type { CallRule } from '../../../contract/call-rules.ts';
import type { AuditEntry } from '../../../contract/schemas/audit.ts';
import type { GatedCall } from '../gates/gate.ts';
import type { CallEnd } from './call-end.ts';

export type AuditLine = Omit<AuditEntry, 'id' | 'ended'> & {
  readonly outcome: 'allow' | 'deny' | 'undecided' | CallEnd['outcome'];
};

/** `decision` is the id of the entry that had allowed the call, where this line tells what became of it. */
export function auditLine(
  call: GatedCall,
  at: number,
  rule: CallRule,
  outcome: AuditLine['outcome'],
  decision?: number,
): AuditLine {
  const { agent, scope, tool: what } = call;
  const who = { clientId: agent.clientId, agentId: agent.id };
  return {
    at,
    ...who,
    what,
    scope,
    place: placeOf(call),
    where: whereOf(call),
    rule: ruleCode(rule),
    outcome,
    ...(decision !== undefined && { decision }),
  };
}

/** For exports: what other programs read keeps its words. */
function whereOf(call: GatedCall): string {
  const { target } = call;
  if (target.kind === 'server') return `server ${target.serverId}`;
  if (target.kind === 'plugin') return `plugin ${target.pluginId}`;
  const site = frameOf(call) === null ? siteOf(call) : `a frame of ${frameOf(call)}`;
  const tab = target.tabId === null ? '' : `tab ${target.tabId}`;
  return [tab, site].filter(Boolean).join(', ') || (target.browser?.name ?? 'no browser');
}
