// What holds the tasks of servers to the user's decisions, as long as the hub runs.
import { TaskKeeper } from '../tasks/task-keeper.ts';
import type { Router } from '../router/router.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

/**
 * To be called before other events are followed: a task is ended at its server while its agent's run of that is there. Returns what is to
 * be called as the hub stops: who is cut off by that may come back to the next one, and finds its tasks.
 */
export function followTasks({ events, closers }: Boot, registries: Registries, router: Router): () => void {
  const { agents, gateway, tasks } = registries;
  const keeper = new TaskKeeper({
    tasks,
    servers: gateway,
    refusal: task => {
      const agent = agents.get(task.agentId);
      return agent && router.taskRefusal(agent, task);
    },
  });
  tasks.onUnwanted(task => void gateway.cancelTask(task));
  let isOver = false;
  events.on('agentLeft', ({ agentId }) => isOver || keeper.agentLeft(agentId));
  events.on('serverRemoved', ({ serverId }) => keeper.serverRemoved(serverId));
  events.on('rulesChanged', () => keeper.recheck());
  const leave = () => {
    isOver = true;
    keeper.stop();
  };
  closers.add(leave);
  return leave;
}
