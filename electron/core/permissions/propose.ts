// What the learning mode saw, as the smallest set of grants that would have covered it and nothing else.
import { createHash } from 'node:crypto';
import type { Scope } from '../../../contract/permissions.ts';
import type { Proposal } from '../../../contract/schemas/grants.ts';
import type { Resource, Subject } from '../../../contract/schemas/permissions.ts';

/** A call that was allowed only because the learning mode was on. */
export interface LearnedCall {
  readonly subject: Subject;
  readonly scope: Scope;
  readonly tool: string;
  /** The narrowest place that can be granted for good: its server, else its site, else everywhere. */
  readonly resource: Resource;
  /** How often; once when absent. */
  readonly times?: number;
}

/** Pure. One grant for each subject, scope and place, with the tools that were used there; the most used first. */
export function propose(calls: readonly LearnedCall[]): Proposal[] {
  const groups = new Map<string, { first: LearnedCall; tools: Set<string>; calls: number }>();
  for (const call of calls) {
    const { subject, scope, resource } = call;
    const key = JSON.stringify([subject.kind, subject.id, scope, resource]);
    const group = groups.get(key) ?? { first: call, tools: new Set<string>(), calls: 0 };
    group.tools.add(call.tool);
    group.calls += call.times ?? 1;
    groups.set(key, group);
  }
  return [...groups]
    .map(
      ([
        key,
        {
          first: { subject, scope, resource },
          tools,
          calls: count,
        },
      ]) => ({
        id: createHash('sha256').update(key).digest('hex').slice(0, 16),
        subject,
        scope,
        resource,
        tools: [...tools].toSorted(),
        calls: count,
      }),
    )
    .toSorted((a, b) => b.calls - a.calls || (a.id < b.id ? -1 : 1));
}
