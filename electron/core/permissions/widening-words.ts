// What a change says, in one line for the audit and the terminal.
import { resourceWords } from '../../../contract/resource-words.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { Widening } from '../../../contract/schemas/rule-changes.ts';

export function wideningWords(change: Widening): string {
  switch (change.kind) {
    case 'grant':
      return grantWords(change.grant);
    case 'revoke':
      return `revoke grant ${change.grant.id} (${grantWords(change.grant)})`;
    case 'panel':
      return 'a fresh address of the panel, which may change everything';
  }
}

/** `allow client claude-1a2b3c: servers:call, server everything, always`. */
export function grantWords(
  grant: Pick<Grant, 'effect' | 'subject' | 'scope' | 'tools' | 'reading' | 'resource' | 'lifetime'>,
): string {
  const { effect, subject, scope, tools, reading, resource, lifetime } = grant;
  const what = [scope, tools ? `(${tools.join(', ')})` : '', reading ? 'reading only' : ''].filter(Boolean).join(' ');
  return `${effect} ${subject.kind} ${subject.id}: ${what}, ${resourceWords(resource)}, ${lifetime}`;
}
