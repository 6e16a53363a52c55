// What the panel asks of the permissions: answers, grants, reasons, the audit, the learning mode, the modes of agents.
import { auditText } from '../permissions/audit-export.ts';
import { done } from './done.ts';
import { createFleetPolicyHandlers } from './fleet-policy-handlers.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { RunModeSwitch } from '../agents/run-mode.ts';
import type { LearningMode } from '../permissions/learning-mode.ts';
import type { PermissionService } from '../permissions/permission-service.ts';
import type { PolicyList } from '../permissions/policy/policy-list.ts';
import type { PromptQueue } from '../permissions/prompt-queue.ts';
import type { RuleChanges } from '../permissions/rule-changes.ts';
import type { AuditTable } from '../store/audit-table.ts';
import type { FleetPolicyServices } from './fleet-policy-handlers.ts';

export interface PermissionHandlerServices extends FleetPolicyServices {
  readonly mode: RunModeSwitch;
  readonly agents: AgentRegistry;
  readonly prompts: PromptQueue;
  readonly permissions: PermissionService;
  readonly learning: LearningMode;
  readonly policyList: Pick<PolicyList, 'refresh' | 'refreshAlong'>;
  readonly audit: AuditTable;
  readonly changes: Pick<RuleChanges, 'answer'>;
  setCliWidens(on: boolean): Promise<void>;
}

/** Characters of one piece of a call's arguments: what a panel draws at once without stopping. */
const pieceChars = 100_000;
/** Rows of one piece of an export. */
const pieceRows = 5_000;

export function createPermissionHandlers(services: PermissionHandlerServices) {
  const { mode, agents, prompts, permissions, learning, audit } = services;
  return {
    'hub:set-pause-on-lock': ({ on }) => done(mode.setPauseOnLock(on)),
    'hub:set-cli-widens': ({ on }) => done(services.setCliWidens(on)),
    'confirmations:answer': ({ confirmationId, effect }) => done(services.changes.answer(confirmationId, effect)),
    'agents:set-mode': ({ agentId, mode: next }) => done(agents.setMode(agentId, next)),
    'prompts:answer': ({ promptId, ...answer }) => {
      permissions.expectLifetime(answer.lifetime);
      return done(prompts.answer(promptId, answer));
    },
    'prompts:answer-all': async ({ promptIds, ...answer }) => {
      permissions.expectLifetime(answer.lifetime);
      return { answered: await prompts.answerAll(promptIds, answer) };
    },
    'prompts:arguments': ({ promptId, call, from }) => {
      const whole = prompts.argumentsOf(promptId, call);
      return { text: whole.slice(from, from + pieceChars), chars: whole.length };
    },
    'prompts:picture': ({ promptId, call }) => ({ data: prompts.pictureOf(promptId, call) }),
    'grants:set': async grant => ({ grant: await permissions.set(grant) }),
    'grants:revoke': ({ grantId }) => done(permissions.revoke(grantId)),
    'grants:explain': ask => permissions.explain(ask),
    'policy:refresh': () => services.policyList.refresh(),

    ...createFleetPolicyHandlers(services),
    ...createAuditHandlers(audit),
    'learning:start': () => done(learning.start()),
    'learning:stop': () => done(learning.stop()),
    'learning:proposals': () => ({ proposals: learning.proposals() }),
    'learning:accept': async ({ accept, refuse }) => ({ grants: await learning.answer(accept, refuse) }),
  } satisfies Partial<PanelHandlers>;
}

function createAuditHandlers(audit: AuditTable) {
  return {
    'audit:query': async ({ filter, before, count }) => {
      const entries = await audit.newest(count, before, filter);
      return { entries, matched: await audit.count(filter) };
    },
    'audit:export': async ({ filter, format, before }) => {
      const entries = await audit.newest(pieceRows, before, filter);
      const last = entries.length < pieceRows ? null : (entries.at(-1)?.id ?? null);
      return { text: auditText(entries, format, before === undefined), before: last };
    },
  } satisfies Partial<PanelHandlers>;
}
