// The parts of the permissions, each made with what was stored: grants, questions, the policy file, the learning mode, pauses.
import { join } from 'node:path';
import { grantsOf } from './permissions/answer.ts';
import { GrantRegistry } from './permissions/grant-registry.ts';
import { KeptLearningSchema, LearningMode } from './permissions/learning-mode.ts';
import { PermissionService } from './permissions/permission-service.ts';
import { PolicyFile } from './permissions/policy/policy-file.ts';
import { PromptQueue } from './permissions/prompt-queue.ts';
import { PauseRoom } from './router/pause-room.ts';
import type { ClientRegistry } from './clients/client-registry.ts';
import type { Closers } from './closers.ts';
import type { Foundation } from './foundation.ts';
import type { HubPlatform } from './platform.ts';
import type { ToolCatalogue } from './tools/tool-catalogue.ts';

export interface PermissionParts {
  readonly grants: GrantRegistry;
  readonly prompts: PromptQueue;
  readonly policy: PolicyFile;
  readonly learning: LearningMode;
  readonly permissions: PermissionService;
  readonly pauses: PauseRoom;
}

const learningKey = 'learning';

/** Resolves when the stored grants and the policy file hold. */
export async function createPermissionParts(
  platform: HubPlatform,
  { store, state, mode, problems }: Foundation,
  closers: Closers,
  { clients, catalogue }: { readonly clients: ClientRegistry; readonly catalogue: ToolCatalogue },
): Promise<PermissionParts> {
  const common = { state, now: () => platform.now() };
  const recheck = () => prompts.recheck();
  const rows = await store.grants.list();
  const lastId = await store.grants.lastId();
  const grants = new GrantRegistry({ ...common, rows, lastId, persist: store.grants, onChanged: recheck });
  const prompts = new PromptQueue({
    ...common,
    store: async (prompt, answer) => {
      await grants.addAll(grantsOf(prompt, answer));
    },
  });
  closers.add(() => prompts.stop());
  const show = (policy: PolicyFile['state']) => state.setHub({ policy });
  const policy = new PolicyFile({ ...common, path: join(platform.home, 'policy.json'), show, onChanged: recheck });
  await policy.start();
  closers.add(() => policy.stop());
  const learning = new LearningMode({
    ...common,
    kept: await store.settings.get(learningKey, KeptLearningSchema),
    // What cannot be kept is lost with this run, and no reason to stop.
    keep: kept =>
      store.settings.set(learningKey, kept).catch((error: unknown) => platform.log.warn({ reason: String(error) })),
    tell: sentence => (sentence === null ? problems.solved('learning') : problems.report('learning', sentence)),
    show: change => state.setHub(change),
    addGrants: added => grants.addAll(added),
    onStarted: recheck,
  });
  closers.add(() => learning.close());
  const pauses = new PauseRoom();
  closers.add(() => pauses.stop());
  mode.onChanged(() => pauses.recheck());
  const permissions = new PermissionService({
    ...common,
    grants,
    policy: () => policy.rules,
    client: id => clients.get(id),
    prompt: id => prompts.get(id),
    reads: tool => catalogue.reads(tool),
    locks: () => state.hub.locks,
  });
  return { grants, prompts, policy, learning, permissions, pauses };
}
