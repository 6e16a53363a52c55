// From the user's answer on a prompt to the grants that are kept of it, and of whom else it speaks.
import { scopes } from '../../../contract/permissions.ts';
import type { Breadth, Lifetime, Scope } from '../../../contract/permissions.ts';
import type { Prompt, Resource } from '../../../contract/schemas/permissions.ts';
import type { NewGrant } from './grant-registry.ts';

export interface Answer {
  readonly effect: 'allow' | 'deny';
  readonly lifetime: Lifetime;
  readonly breadth: Breadth;
}

export type Question = Omit<Prompt, 'id' | 'askedAt' | 'expiresAt' | 'calls' | 'asks'>;

const readingScopes = (Object.keys(scopes) as Scope[]).filter(
  scope => scope.startsWith('browser:') && !scopes[scope].acts,
);

/** The grants that an answer stands for; none for "this use only", of which nothing is kept. */
export function grantsOf(prompt: Prompt, { effect, lifetime, breadth }: Answer): NewGrant[] {
  if (lifetime === 'use') return [];
  const { subject, scope, resource, tool, tab } = prompt;
  const whole: NewGrant = {
    subject,
    effect,
    scope,
    lifetime,
    tools: null,
    reading: false,
    resource: placeOf(prompt),
    agentId: lifetime === 'agent' ? prompt.agentId : null,
    tab: lifetime === 'once' ? tab : null,
  };
  switch (breadth) {
    case 'tool':
      return [{ ...whole, tools: [tool] }];
    case 'reading':
      if (resource.kind === 'server' || resource.kind === 'plugin') return [{ ...whole, reading: true }];
      return readingScopes.map(reading => ({ ...whole, scope: reading, reading: true }));
    case 'site':
      return [whole];
    case 'scope':
      return [{ ...whole, resource }];
  }
}

/** The answers that a question can be given, from the narrowest to the widest. What is always asked about speaks of nothing else. */
export function breadthsOf({
  readOnly,
  site,
  asksUser,
}: Pick<Question, 'readOnly' | 'site'> & { readonly asksUser?: boolean | undefined }): Breadth[] {
  if (asksUser) return ['tool'];
  return ['tool', ...(readOnly ? (['reading'] as const) : []), ...(site === null ? [] : (['site'] as const)), 'scope'];
}

/** Whether the answer to `prompt` answers `question` too. `use` speaks of the call that the card showed, and of no other. */
export function speaksOf(prompt: Prompt, { lifetime, breadth }: Answer, question: Question): boolean {
  if (lifetime === 'use') return isSameCall(prompt, question);
  if (lifetime === 'agent' && question.agentId !== prompt.agentId) return false;
  switch (breadth) {
    case 'tool':
      return question.tool === prompt.tool && question.site === prompt.site;
    case 'reading':
      return question.readOnly && question.site === prompt.site;
    case 'site':
      return question.site === prompt.site;
    case 'scope':
      return true;
  }
}

/** By its digest alone: what is shown of a call is masked and cut, and two calls may look the same. */
export function isSameCall(a: Pick<Question, 'call'>, b: Pick<Question, 'call'>): boolean {
  return a.call === b.call;
}

function placeOf({ site, resource }: Prompt): Resource {
  return site === null ? resource : { kind: 'site', origin: site };
}
