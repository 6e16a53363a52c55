// What a change of the rules and its asker are as values, for the audit, the panels and the terminal.
import { basename } from 'node:path';
import { hubOfClient } from '../../../contract/fleet-client-id.ts';
import { isRecord } from '../../../contract/json.ts';
import type { Reason, RuleChangeReasons } from '../../../contract/reasons.ts';
import type { Grant, Resource } from '../../../contract/schemas/permissions.ts';
import type { RuleAsker, Widening } from '../../../contract/schemas/rule-changes.ts';

export type Note = RuleChangeReasons['rule-asker']['note'];

/** With the names of what is not known to its reader by its id: the agents of other hubs, whose ids nobody has chosen. */
export function withNames(reason: Reason, nameOf: (clientId: string) => string | null): Reason {
  const named = (fact: unknown, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(one => named(fact, one));
    if (isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([each, inner]) => [each, named(each, inner)]));
    const isClient = typeof value === 'string' && (fact === 'client' || fact === 'subject');
    return isClient && hubOfClient(value) !== null ? (nameOf(value) ?? value) : value;
  };
  return named(null, reason) as Reason;
}

/** How many of its processes a line names. */
const maxNamed = 6;

/** Worded as `the command line: node (process 4130) …`. */
export function askerReason({ via, browser, hub, file, processes }: RuleAsker, note: Note): Reason {
  const named = processes.slice(0, maxNamed).map(({ pid, program }): Reason => {
    return { kind: 'asking-process', pid, program: program === null ? null : basename(program) };
  });
  const [first, ...others] = named;
  const started: Reason[] = first && others.length > 0 ? [{ kind: 'started-by', program: first, by: others }] : named;
  const where = {
    ...(browser !== undefined && { browser }),
    ...(hub !== undefined && { hub }),
    ...(file !== undefined && { file }),
  };
  return { kind: 'rule-asker', via, ...where, processes: started, note };
}

export function wideningReason(change: Widening): Reason {
  switch (change.kind) {
    case 'grant':
      return grantReason(change.grant);
    case 'revoke':
      return { kind: 'grant-revoked', id: change.grant.id, grant: grantReason(change.grant) };
    case 'panel':
      return { kind: 'address-wanted' };
    case 'request':
      return change.what;
  }
}

/** In English: `allow client claude-1a2b3c: servers:call, server everything, always`. */
export function grantReason(
  grant: Pick<Grant, 'effect' | 'subject' | 'scope' | 'tools' | 'reading' | 'resource' | 'lifetime'>,
): Reason {
  const { effect, subject, scope, tools, reading, resource, lifetime } = grant;
  const who = { subjectKind: subject.kind, subject: subject.id };
  const browser = resource.kind === 'tab' ? resource.browserId : null;
  const where = { placeKind: resource.kind, place: placeOf(resource), browser };
  return { kind: 'grant-line', effect, ...who, scope, tools, reading, ...where, lifetime };
}

function placeOf(resource: Resource): string | null {
  switch (resource.kind) {
    case 'any':
      return null;
    case 'site':
      return resource.origin;
    case 'tab':
      return String(resource.tabId);
    case 'server':
      return resource.serverId;
    case 'plugin':
      return resource.pluginId;
  }
}
