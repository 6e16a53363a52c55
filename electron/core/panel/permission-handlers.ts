// What the panel asks of the permissions: answers, grants, reasons, the audit, the learning mode, the modes of agents.
import { auditText } from '../permissions/audit-export.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { AgentRegistry } from '../agents/agent-registry.ts';
import type { RunModeSwitch } from '../agents/run-mode.ts';
import type { LearningMode } from '../permissions/learning-mode.ts';
import type { PermissionService } from '../permissions/permission-service.ts';
import type { PromptQueue } from '../permissions/prompt-queue.ts';
import type { RuleChanges } from '../permissions/rule-changes.ts';
import type { AuditTable } from '../store/audit-table.ts';

export interface PermissionHandlerServices {
  readonly mode: RunModeSwitch;
  readonly agents: AgentRegistry;
  readonly prompts: PromptQueue;
  readonly permissions: PermissionService;
  readonly learning: LearningMode;
  readonly audit: AuditTable;
  readonly changes: Pick<RuleChanges, 'answer'>;
  setCliWidens(on: boolean): Promise<void>;
}

export type PermissionPanelRequest =
  | 'hub:set-pause-on-lock'
  | 'agents:set-mode'
  | 'hub:set-cli-widens'
  | 'confirmations:answer'
  | 'prompts:answer'
  | 'prompts:answer-all'
  | 'prompts:arguments'
  | 'grants:set'
  | 'grants:revoke'
  | 'grants:explain'
  | 'audit:query'
  | 'audit:export'
  | 'learning:start'
  | 'learning:stop'
  | 'learning:proposals'
  | 'learning:accept';

/** Characters of one piece of a call's arguments: what a panel draws at once without stopping. */
const pieceChars = 100_000;
/** Rows of one piece of an export. */
const pieceRows = 5_000;

export function createPermissionHandlers(
  services: PermissionHandlerServices,
): Pick<PanelHandlers, PermissionPanelRequest> {
  const { mode, agents, prompts, permissions, learning, audit } = services;
  return {
    'hub:set-pause-on-lock': async ({ on }) => {
      await mode.setPauseOnLock(on);
      return {};
    },
    'hub:set-cli-widens': async ({ on }) => {
      await services.setCliWidens(on);
      return {};
    },
    'confirmations:answer': ({ confirmationId, effect }) => {
      services.changes.answer(confirmationId, effect);
      return {};
    },
    'agents:set-mode': async ({ agentId, mode: next }) => {
      await agents.setMode(agentId, next);
      return {};
    },
    'prompts:answer': async ({ promptId, ...answer }) => {
      permissions.expectLifetime(answer.lifetime);
      await prompts.answer(promptId, answer);
      return {};
    },
    'prompts:answer-all': async ({ promptIds, ...answer }) => {
      permissions.expectLifetime(answer.lifetime);
      return { answered: await prompts.answerAll(promptIds, answer) };
    },
    'prompts:arguments': ({ promptId, call, from }) => {
      const whole = prompts.argumentsOf(promptId, call);
      return { text: whole.slice(from, from + pieceChars), chars: whole.length };
    },
    'grants:set': async grant => ({ grant: await permissions.set(grant) }),
    'grants:revoke': async ({ grantId }) => {
      await permissions.revoke(grantId);
      return {};
    },
    'grants:explain': ask => permissions.explain(ask),

    'audit:query': async ({ filter, before, count }) => {
      const entries = await audit.newest(count, before, filter);
      return { entries, matched: await audit.count(filter) };
    },
    'audit:export': async ({ filter, format, before }) => {
      const entries = await audit.newest(pieceRows, before, filter);
      const last = entries.length < pieceRows ? null : (entries.at(-1)?.id ?? null);
      return { text: auditText(entries, format, before === undefined), before: last };
    },

    'learning:start': async () => {
      await learning.start();
      return {};
    },
    'learning:stop': async () => {
      await learning.stop();
      return {};
    },
    'learning:proposals': () => ({ proposals: learning.proposals() }),
    'learning:accept': async ({ accept, refuse }) => ({ grants: await learning.answer(accept, refuse) }),
  };
}
