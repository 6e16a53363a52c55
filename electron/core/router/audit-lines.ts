// The lines that calls leave in the audit: who, what, where, by which rule, with which outcome. Never payloads.
import { ruleCode } from '../../../contract/call-rules.ts';
import { inEnglish } from '../../../words/english.ts';
import { placeOf } from './decided-page.ts';
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
  const place = placeOf(call);
  return {
    at,
    ...who,
    what,
    scope,
    place,
    where: inEnglish(place),
    rule: ruleCode(rule),
    outcome,
    ...(decision !== undefined && { decision }),
  };
}
