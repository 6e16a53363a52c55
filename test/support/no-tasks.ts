// A registry of tasks that nothing is kept of, for what needs one beside what it tests.
import { TaskRegistry } from '../../electron/core/tasks/task-registry.ts';
import type { TaskRegistryOptions } from '../../electron/core/tasks/task-registry.ts';

export function noTasks(options: Partial<TaskRegistryOptions> = {}): TaskRegistry {
  const nothing = { put: () => {}, remove: () => {} };
  const none = { rows: [], persist: nothing, now: () => 0, agent: () => null };
  return new TaskRegistry({ ...none, isAnybody: () => false, ...options });
}
