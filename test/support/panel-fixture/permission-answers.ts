// How the fixture answers about grants, the audit, the learning mode and the modes of agents.

import { fleetPolicyAnswers } from './fleet-answers.ts';
import { promptPicture } from './prompt-picture.ts';
import { siteAudit } from './sites.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';
import type { createPermissionHandlers } from '../../../electron/core/panel/permission-handlers.ts';

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
  readonly setHub: (hub: Snapshot['hub']) => void;
}

/** The hub of the fixture answers the others, which change its queue and its grants. */
type Answered = Exclude<
  keyof ReturnType<typeof createPermissionHandlers>,
  'prompts:answer' | 'prompts:answer-all' | 'grants:revoke'
>;

export function permissionAnswers({ snapshot, change, setHub }: Inside): Pick<PanelHandlers, Answered> {
  const changeHub = (fields: Partial<Snapshot['hub']>) => setHub({ ...snapshot().hub, ...fields });
  const done = (): Record<string, never> => ({});
  return {
    'hub:set-pause-on-lock': ({ on }) => {
      changeHub({ pauseOnLock: on });
      return done();
    },
    'hub:set-cli-widens': ({ on }) => {
      changeHub({ cliWidens: on });
      return done();
    },
    'policy:refresh': () => ({ version: 1 }),
    ...fleetPolicyAnswers(snapshot),
    'confirmations:answer': ({ confirmationId }) => {
      change('confirmations', confirmationId, null);
      return done();
    },
    'agents:set-mode': ({ agentId, mode }) => {
      change('agents', agentId, { ...snapshot().agents[agentId], mode });
      return done();
    },
    'prompts:arguments': ({ promptId }) => {
      const text = snapshot().prompts[promptId]?.argumentsText ?? '';
      return { text, chars: text.length };
    },
    'prompts:picture': () => ({ data: promptPicture() }),
    'grants:set': newGrant => {
      const createdAt = Date.now();
      const id = `grant-${createdAt}`;
      const grant: Grant = { ...newGrant, id, tab: null, createdAt, expiresAt: null, uses: 0, lastUsedAt: null };
      change('grants', id, grant);
      return { grant };
    },
    'grants:explain': () => ({ decision: 'ask', rule: null, nearest: [], remedy: 'pilothouse grants allow' }),
    'audit:query': ({ filter }) => {
      const entries = filter.clientId === 'web-sites' && 'web-sites' in snapshot().clients ? siteAudit(Date.now()) : [];
      return { entries, matched: entries.length };
    },
    'audit:export': () => ({ text: '', before: null }),
    'learning:start': () => {
      const since = Date.now();
      changeHub({ learning: { since, until: since + 15 * 60_000, calls: 0 } });
      return done();
    },
    'learning:stop': () => {
      changeHub({ learning: null });
      return done();
    },
    'learning:proposals': () => ({ proposals: [] }),
    'learning:accept': () => ({ grants: [] }),
  };
}
