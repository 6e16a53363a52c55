// The parts of the permissions, each made with what was stored: grants, questions, the policy file, the learning mode, pauses.
import { grantsOf } from '../permissions/answer.ts';
import { GrantRegistry } from '../permissions/grant-registry.ts';
import { KeptLearningSchema, LearningMode } from '../permissions/learning-mode.ts';
import { PermissionService } from '../permissions/permission-service.ts';
import { PromptQueue } from '../permissions/prompt-queue.ts';
import { PauseQueue } from '../router/pause-queue.ts';
import { createPolicyParts } from './policy-parts.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { TabRegistry } from '../tabs/tab-registry.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { PolicyParts } from './policy-parts.ts';

export interface PermissionParts extends PolicyParts {
  readonly grants: GrantRegistry;
  readonly prompts: PromptQueue;
  readonly learning: LearningMode;
  readonly permissions: PermissionService;
  readonly pauses: PauseQueue;
}

const learningKey = 'learning';
/** No reason to stop: the next run lacks it, and this one has it. */
const notKept = 'What the permissions wanted to keep was not written.';

interface Neighbours {
  readonly clients: ClientRegistry;
  readonly catalogue: ToolCatalogue;
  readonly tabs: TabRegistry;
}

/** Resolves when the stored grants and the policy file hold. */
export async function createPermissionParts(
  boot: Boot,
  base: BaseParts,
  { clients, catalogue, tabs }: Neighbours,
): Promise<PermissionParts> {
  const { platform, closers, events } = boot;
  const { store, state } = base;
  const common = { state, now: () => platform.now() };
  const onChanged = () => events.emit({ kind: 'rulesChanged' });
  const rows = await store.grants.list();
  const lastId = await store.grants.lastId();
  const runOf = (browserId: string) => tabs.runOf(browserId);
  const monotonic = () => performance.now();
  const grants = new GrantRegistry({ ...common, monotonic, rows, lastId, persist: store.grants, runOf, onChanged });
  closers.add(() => grants.stop());
  const prompts = createPrompts(boot, base, grants, catalogue);
  const { policy, policyRules, ...ofPolicies } = await createPolicyParts(boot, base, onChanged);
  const learning = await createLearning(boot, base, grants, onChanged);
  const pauses = new PauseQueue();
  closers.add(() => pauses.stop());
  const permissions = new PermissionService({
    ...common,
    grants,
    policy: policyRules,
    client: id => clients.get(id),
    agent: id => state.snapshot().agents[id] ?? null,
    server: id => id in state.snapshot().servers,
    plugin: id => state.get('plugins', id) !== null,
    prompt: id => prompts.get(id),
    reads: tool => catalogue.reads(tool),
    locks: () => state.hub.locks,
  });
  return { grants, prompts, policy, policyRules, ...ofPolicies, learning, permissions, pauses };
}

function createPrompts(
  { platform, closers }: Boot,
  { state }: BaseParts,
  grants: GrantRegistry,
  catalogue: ToolCatalogue,
): PromptQueue {
  const prompts = new PromptQueue({
    state,
    now: () => platform.now(),
    store: async (prompt, answer) => {
      await grants.addAll(grantsOf(prompt, answer));
    },
  });
  closers.add(() => prompts.stop());
  catalogue.onChange(() => prompts.toolsChanged());
  return prompts;
}

async function createLearning(
  { platform, closers }: Boot,
  { store, state, problems }: BaseParts,
  grants: GrantRegistry,
  onStarted: () => void,
): Promise<LearningMode> {
  const learning = new LearningMode({
    now: () => platform.now(),
    kept: await store.settings.get(learningKey, KeptLearningSchema),
    keep: learned =>
      store.settings
        .set(learningKey, learned)
        .catch((error: unknown) => platform.log.warn({ reason: String(error) }, notKept)),
    tell: reason => (reason === null ? problems.solved('learning') : problems.report('learning', reason)),
    show: change => state.setHub(change),
    addGrants: added => grants.addAll(added),
    onStarted,
  });
  closers.add(() => learning.close());
  return learning;
}
