// Names of hubs before what they keep: put there in what they say, read in what is asked.
import { expect, test } from 'vitest';
import { answeredBy, endOfKept, keptThere, toldBy } from '../../../../electron/core/fleet/shared/kept-by.ts';
import { unknownState } from '../../../../electron/core/http/stateless/exchanges.ts';

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
  expect(keptThere({ taskId: 'jun:a:b', more: 1 }, null)).toEqual({
    hub: 'jun',
    goesOn: false,
    params: { taskId: 'a:b', more: 1 },
  });
  expect(keptThere({ taskId: 'jun:a', requestState: 'jun:s' }, null)?.params).toEqual({
    taskId: 'a',
    requestState: 's',
  });
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
  expect(kept).toEqual({
    hub: 'kai',
    goesOn: false,
    params: { notifications: { toolsListChanged: true, taskIds: ['1', '3'] } },
  });
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

test('A call that had begun before it came back is never said to have begun nowhere.', () => {
  const kept = keptThere({ requestState: 'jun:s' }, null);
  const task = keptThere({ taskId: 'jun:s' }, null);
  if (!kept || !task) throw new Error('They are kept.');
  const [gone, cut] = [
    { kind: 'fleet-nobody-takes', share: 'a', hub: 'jun' } as const,
    { kind: 'fleet-cut-off' } as const,
  ];
  const lost = { reason: { kind: 'fleet-answer-lost', hub: 'jun', share: 'a' } };
  expect(endOfKept({ reason: gone }, kept, 'a')).toEqual({
    reason: { kind: 'fleet-taker-gone', hub: 'jun', share: 'a' },
  });
  expect(endOfKept({ reason: cut }, kept, 'a')).toEqual(lost);
  const unknown = { text: JSON.stringify({ id: 1, error: { code: -32_602, message: unknownState } }), by: 'jun' };
  expect(endOfKept(unknown, kept, 'a')).toEqual(lost);
  const said = { text: answer({ content: [{ type: 'text', text: unknownState }] }), by: 'jun' };
  expect(endOfKept(said, kept, 'a')).toBe(said);
  expect(endOfKept({ reason: gone }, task, 'a')).toEqual({ reason: gone });
});
