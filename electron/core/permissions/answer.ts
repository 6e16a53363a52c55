// From the user's answer on a prompt to the grant that is kept of it.
import type { Grant, Prompt } from '../../contract/permissions.ts';
import type { Answer } from './prompt-queue.ts';

type NewGrant = Omit<Grant, 'id' | 'createdAt' | 'expiresAt' | 'uses' | 'lastUsedAt'>;

/** The grant that an answer stands for, or null for "this use only", of which nothing is kept. */
export function grantOf(prompt: Prompt, { effect, lifetime }: Answer): NewGrant | null {
  if (lifetime === 'use') return null;
  const { clientId, scope, resource } = prompt;
  return {
    clientId,
    effect,
    scope,
    resource,
    lifetime,
    tools: null,
    agentId: lifetime === 'agent' ? prompt.agentId : null,
    tab: lifetime === 'once' ? prompt.tab : null,
  };
}
