// Names of hubs before what they keep: put there in what they say, read in what is asked.
import { expect, test } from 'vitest';
import { answeredBy, keptThere, toldBy } from '../../../../electron/core/fleet/shared/kept-by.ts';

const answer = (result: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, result });
const answered = (result: object, method = 'tools/call', ofGroup = true): unknown =>
  JSON.parse(answeredBy(answer(result), 'jun', method, ofGroup)).result;

test('A state says which hub keeps it, a task does so in a group alone.', () => {
  expect(answered({ requestState: 'a' }, 'tools/call', false)).toEqual({ requestState: 'jun:a' });
  const task = { taskId: 't', status: 'working' };
  expect(answered({ task })).toEqual({ task: { ...task, taskId: 'jun:t' } });
  expect(answered({ task }, 'tools/call', false)).toEqual({ task });
  expect(answered({ ...task, resultType: 'task' })).toMatchObject({ taskId: 'jun:t' });
  expect(answered(task, 'tasks/get')).toMatchObject({ taskId: 'jun:t' });
  expect(answered({ tasks: [task] }, 'tasks/list')).toEqual({ tasks: [{ ...task, taskId: 'jun:t' }] });
});

test('What a tool calls a task is its own affair.', () => {
  const result = { content: [], taskId: 'mine', structuredContent: { taskId: 'mine' } };
  expect(answered(result)).toEqual(result);
});

test('Tasks of a group are not listed, for one hub knows its own alone.', () => {
  const capabilities = { tools: {}, tasks: { list: {}, cancel: {} } };
  expect(answered({ capabilities }, 'server/discover')).toEqual({ capabilities: { tools: {}, tasks: { cancel: {} } } });
  expect(answered({ capabilities }, 'server/discover', false)).toEqual({ capabilities });
});

test('What is asked of a task of a group goes to its hub, with its own name there.', () => {
  expect(keptThere({ taskId: 'jun:a:b', more: 1 }, null)).toEqual({ hub: 'jun', params: { taskId: 'a:b', more: 1 } });
  expect(keptThere({ taskId: 'jun:a', requestState: 'jun:s' }, null)?.params).toEqual({ taskId: 'a', requestState: 's' });
  expect(keptThere({ taskId: 'jun:a' }, 'jun')).toBeNull();
  expect(keptThere({ taskId: 'jun:a', requestState: 'jun:s' }, 'jun')?.params).toEqual({
    taskId: 'jun:a',
    requestState: 's',
  });
  for (const taskId of ['a', 'No Hub:a', ':a', 7]) expect(keptThere({ taskId }, null)).toBeNull();
});

test('News of tasks are asked of the hub of the newest, and named as its own.', () => {
  const notifications = { toolsListChanged: true, taskIds: ['kai:1', 'jun:2', 'kai:3'] };
  const kept = keptThere({ notifications }, null);
  expect(kept).toEqual({ hub: 'kai', params: { notifications: { toolsListChanged: true, taskIds: ['1', '3'] } } });
  const told = (method: string, params: object): unknown =>
    JSON.parse(toldBy(JSON.stringify({ jsonrpc: '2.0', method, params }), 'kai')).params;
  expect(told('notifications/subscriptions/acknowledged', { notifications: { taskIds: ['1'] } })).toEqual({
    notifications: { taskIds: ['kai:1'] },
  });
  expect(told('notifications/tasks', { taskId: '1', status: 'working' })).toEqual({
    taskId: 'kai:1',
    status: 'working',
  });
  expect(told('notifications/message', { data: { taskId: '1' } })).toEqual({ data: { taskId: '1' } });
});
