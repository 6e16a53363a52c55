// What a stateless agent may listen to, and which of its streams hears what.
import { expect, test } from 'vitest';
import { ChangeListeners, grantedFilter } from '../../../../../electron/core/http/stateless/change-listeners.ts';

test('Names of tasks are kept, each once; what is no name is left out, and without any there is no such filter.', () => {
  expect(grantedFilter({ notifications: { taskIds: ['a', 1, 'b', 'a', null] } }, {})).toEqual({ taskIds: ['a', 'b'] });
  for (const taskIds of ['a', {}, []]) expect(grantedFilter({ notifications: { taskIds } }, {})).toEqual({});
});

test('News of a task go to the streams that asked for it, each under its own id.', () => {
  const told: [string, unknown][] = [];
  const listeners = new ChangeListeners();
  const filters = { one: { taskIds: ['a'] }, two: { taskIds: ['a', 'b'] }, three: { toolsListChanged: true } } as const;
  for (const [id, filter] of Object.entries(filters))
    listeners.add({
      id,
      filter,
      stream: { event: (_name, data) => told.push([id, JSON.parse(data).params]) > 0, end: () => {} },
    });
  told.length = 0;
  listeners.tell('notifications/tasks', { taskId: 'b', status: 'working' });
  listeners.tell('notifications/tasks', { status: 'working' });
  expect(told).toEqual([
    ['two', { taskId: 'b', status: 'working', _meta: { 'io.modelcontextprotocol/subscriptionId': 'two' } }],
  ]);
});
