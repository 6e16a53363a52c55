// Which tasks a server is asked to tell of, as agents come and go and as the tasks end.
import { describe, expect, test } from 'vitest';
import { TaskNews } from '../../../../electron/core/gateway/task-news.ts';
import { noTasks } from '../../../support/no-tasks.ts';
import type { View } from '../../../../electron/core/gateway/view.ts';
import type { McpClient } from '../../../../electron/core/servers/client/mcp-client.ts';

/** Tasks `a1`, `a2` of the agent `a` and `b1` of `b`, at a run that both share and that tells of all but `a2`. */
function open() {
  const tasks = noTasks();
  const asked: (readonly string[])[] = [];
  const listenToTasks = async (ids: readonly string[]) => {
    asked.push(ids);
    return ids.filter(id => id !== 'a2');
  };
  const client = { listenToTasks } as unknown as McpClient;
  for (const taskId of ['a1', 'a2', 'b1']) {
    const call = { agentId: taskId.charAt(0), clientId: 'c', serverId: 's', tool: 's/t', seq: 1, run: client };
    tasks.created({ ...call, isShared: true }, { taskId, status: 'working', ttlMs: null });
  }
  const news = new TaskNews({ tasks, viewOf: () => undefined, clientOf: () => client });
  const viewOf = (agentId: string) =>
    ({
      session: { agentId },
      task: (name: string) => tasks.of(agentId).find(({ taskId }) => `s/${taskId}` === name) ?? null,
    }) as unknown as View;
  return { tasks, asked, news, listen: (agentId: string, ...names: string[]) => news.listen(viewOf(agentId), names) };
}

describe('What a server is asked to tell of', () => {
  test('An agent listens to its own alone, as far as the server tells of them.', async () => {
    const { listen, asked } = open();
    expect((await listen('a', 's/a1', 's/a2', 's/b1', 's/none')).names).toEqual(['s/a1']);
    expect(asked).toEqual([['a1', 'a2']]);
    expect((await listen('a', 's/b1')).names).toEqual([]);
    expect(asked.length).toBe(1);
  });

  test('It is what all agents of the run listen to, until they leave.', async () => {
    const { listen, asked, news } = open();
    const first = await listen('a', 's/a1');
    await listen('a', 's/a1', 's/a2');
    await listen('b', 's/b1');
    first.leave();
    news.left('a');
    first.leave();
    news.left('b');
    expect(asked).toEqual([['a1'], ['a1', 'a2'], ['a1', 'a2', 'b1'], ['a1', 'a2', 'b1'], ['b1'], []]);
  });

  test.each(['completed', 'withdrawn'])('One that is %s is not listened to any more.', async end => {
    const { listen, asked, tasks, news } = open();
    await listen('a', 's/a1');
    if (end === 'withdrawn') tasks.end({ agentId: 'a', serverId: 's', taskId: 'a1' }, end);
    else news.heard('s', 'notifications/tasks', { taskId: 'a1', status: end }, 1);
    expect(asked).toEqual([['a1'], []]);
    expect((await listen('a', 's/a1')).names).toEqual([]);
  });

  test('A new run hears of what goes on.', async () => {
    const { listen, asked, news } = open();
    news.began('s');
    await listen('b', 's/b1');
    news.began('s');
    expect(asked).toEqual([['b1'], ['b1']]);
  });
});
