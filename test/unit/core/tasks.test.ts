// Tasks of servers by themselves: whose they are, how they end, what is given back then, and what agents carry out for servers.
import { describe, expect, test } from 'vitest';
import { AskedTasks } from '../../../electron/core/gateway/asked-tasks.ts';
import { TaskKeeper } from '../../../electron/core/tasks/task-keeper.ts';
import { createdTask, withRelatedName, withTaskNames } from '../../../electron/core/tasks/task-words.ts';
import { english } from '../../../words/english.ts';
import { german } from '../../../words/german.ts';
import { reasonText } from '../../../words/reason.ts';
import { noTasks } from '../../support/no-tasks.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { KeptTask } from '../../../electron/core/store/kept-lives.ts';
import type { Verdict } from '../../../electron/core/trace/tap.ts';

const run = {};
const call = {
  agentId: 'a',
  clientId: 'client',
  serverId: 'server',
  tool: 'server/tool',
  seq: 7,
  run,
  isShared: false,
};
const name = { agentId: 'a', serverId: 'server', taskId: 't' };
const working = { taskId: 't', status: 'working', ttlMs: 1_000 };
const agentOf = (id: string, more: object = {}) =>
  ({ id, clientId: 'client', state: { kind: 'connected', since: 0 }, ...more }) as unknown as Agent;

const keptTask = (): KeptTask => ({
  ...{ ...name, clientId: 'client', tool: 'server/tool', byRules: true, fetched: false, seq: 7 },
  ...{ status: 'working', life: [{ status: 'working', afterMs: 0 }], createdAt: 0, endsAt: null },
});

describe('Words', () => {
  test.each([
    [{ task: { taskId: 't', status: 'working', ttl: 5 } }, { taskId: 't', status: 'working', ttlMs: 5 }],
    [
      { resultType: 'task', taskId: 't', status: 'working', ttlMs: null },
      { taskId: 't', status: 'working', ttlMs: null },
    ],
    [{ task: { taskId: 't', status: 'lost' } }, { taskId: 't', status: 'unknown', ttlMs: undefined }],
    [{ task: { taskId: 't'.repeat(1_001), status: 'working' } }, null],
    [{ task: { taskId: 't', status: 'working' }, content: [] }, null],
    [{ taskId: 't', status: 'working', content: [] }, null],
    [{ task: { taskId: 7 } }, null],
    [null, null],
  ])('%j has begun the task %j.', (result, task) => {
    expect(createdTask(result)).toEqual(task);
  });

  test('Every place where a task is named has the other name, and nothing else changes.', () => {
    const related = { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 't' }, other: 1 }, x: 1 };
    const named = (value: unknown) => withTaskNames(value, id => `server/${id}`);
    expect(named(related)).toEqual({
      _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'server/t' }, other: 1 },
      x: 1,
    });
    expect(named({ task: { taskId: 't' } })).toEqual({ task: { taskId: 'server/t' } });
    expect(named({ tasks: [{ taskId: 't' }, null] })).toEqual({ tasks: [{ taskId: 'server/t' }, null] });
    expect(named('t')).toBe('t');
  });

  test('What an agent answers has the server’s name for the task it belongs to, and its own names for its own.', () => {
    const related = (taskId: string) => ({ _meta: { 'io.modelcontextprotocol/related-task': { taskId } } });
    const answer = (taskId: string) => ({ task: { taskId: 'server/own' }, ...related(taskId) });
    expect(withRelatedName(answer('server/t'), id => id.replace('server/', ''))).toEqual(answer('t'));
    expect(withRelatedName(null, id => `server/${id}`)).toBeNull();
  });

  test('The life of a task is told in either language; one that is not the hub’s is shown as it came.', () => {
    const told = (life: string) => reasonText(german, { kind: 'task-life', life });
    expect(told('created → working 0.0 s → withdrawn 6.4 s')).toBe(
      'Er lief als Aufgabe weiter: begonnen → in Arbeit 0.0 s → nicht mehr erlaubt 6.4 s.',
    );
    expect(told('created → constructor 1.0 s')).toContain('created → constructor 1.0 s');
    expect(reasonText(english, { kind: 'task-life', life: 'created → input_required 1.0 s' })).toContain('needs input');
  });
});

describe('The registry', () => {
  test('What a call uses is given back once, with the end of its task, and its row says how it went.', () => {
    let now = 0;
    const tasks = noTasks({ now: () => now });
    const heard: (string | Verdict)[] = [];
    tasks.created(call, working);
    tasks.hold(name, true, () => heard.push('given back'));
    tasks.whenEnded(name, { rule: 'grant 1', waitedMs: 0 }, verdict => heard.push(verdict));
    now = 2_100;
    tasks.seen(name, { ...working, status: 'input_required' });
    tasks.seen(name, { ...working, status: 'input_required' });
    expect(heard).toEqual([]);
    now = 6_400;
    tasks.seen(name, { ...working, status: 'completed' });
    tasks.seen(name, { ...working, status: 'failed' });
    const life = 'created → working 0.0 s → input_required 2.1 s → completed 6.4 s';
    expect(heard).toEqual([
      'given back',
      expect.objectContaining({ outcome: 'ok', rule: 'grant 1', why: { kind: 'task-life', life } }),
    ]);
  });

  test.each([
    ['failed', 'error'],
    ['cancelled', 'cancelled'],
    ['made up, by a server', undefined],
  ])('%j ends the row as %j.', (status, outcome) => {
    const tasks = noTasks();
    let ended: string | undefined;
    tasks.created(call, working);
    tasks.whenEnded(name, { rule: null, waitedMs: 0 }, verdict => (ended = verdict.outcome));
    tasks.seen(name, { ...working, status });
    expect(ended).toBe(outcome);
  });

  test('Another agent has it only as its successor: of the same credential and page, after it has left, and where one is not many.', () => {
    const gone = { state: { kind: 'gone', since: 0 } };
    let before = agentOf('a');
    let isAnybody = false;
    const tasks = noTasks({ agent: () => before, isAnybody: () => isAnybody });
    tasks.created(call, working);
    const has = (agent: Agent) => tasks.owned(agent, 'server', 't') !== null;
    expect(has(agentOf('a'))).toBe(true);
    expect(has(agentOf('b'))).toBe(false);
    before = agentOf('a', gone);
    expect(has(agentOf('b', { clientId: 'other' }))).toBe(false);
    expect(has(agentOf('b', { origin: 'https://page.example' }))).toBe(false);
    isAnybody = true;
    expect(has(agentOf('b'))).toBe(false);
    isAnybody = false;
    expect(has(agentOf('b'))).toBe(true);
    expect(tasks.of('a')).toEqual([]);
  });

  test('A name that a run gives again belongs to whoever got it last; in another run it is another task.', () => {
    const tasks = noTasks();
    tasks.created(call, working);
    tasks.created({ ...call, agentId: 'b', run: {} }, working);
    expect(tasks.of('a')).toHaveLength(1);
    tasks.created({ ...call, agentId: 'c' }, working);
    expect([tasks.of('a'), tasks.of('b'), tasks.of('c')].map(({ length }) => length)).toEqual([0, 1, 1]);
  });

  test.each([
    ['that all share', true, 0],
    ['of another agent’s own', false, 1],
  ])('A name that is given again after a restart ends the kept task at a run %s: %s, %i left.', (_, isShared, left) => {
    const tasks = noTasks({ rows: [keptTask()] });
    tasks.created({ ...call, agentId: 'b', isShared }, working);
    expect(tasks.of('a')).toHaveLength(left);
    expect(tasks.ownerAt('server', 't')).toBe(isShared ? 'b' : 'a');
  });

  test('The same agent’s task of that name in another run ends before the new one takes its place.', () => {
    const tasks = noTasks();
    const ends: (string | null)[] = [];
    tasks.created(call, working);
    tasks.whenEnded(name, { rule: null, waitedMs: 0 }, ({ code }) => ends.push(code));
    tasks.created({ ...call, run: {} }, working);
    expect(ends).toEqual(['ERR_SERVER_UNAVAILABLE']);
    expect(tasks.running()).toHaveLength(1);
  });

  test('A server may say anew how long it keeps a task; what it says of nothing stays.', () => {
    const tasks = noTasks();
    tasks.created(call, working);
    const endsAt = () => tasks.of('a')[0]?.endsAt;
    tasks.seen(name, { ...working, ttlMs: undefined });
    expect(endsAt()).toBe(1_000);
    tasks.seen(name, { ...working, ttlMs: 5_000 });
    expect(endsAt()).toBe(5_000);
    tasks.seen(name, { ...working, ttlMs: null });
    expect(endsAt()).toBeNull();
  });

  test('A run is needed until what it has done was handed out, or is not kept any more.', () => {
    let now = 0;
    const tasks = noTasks({ now: () => now });
    const begin = (taskId: string, status: string) => {
      tasks.created(call, { taskId, status: 'working', ttlMs: null });
      tasks.seen(name, { taskId, status, ttlMs: undefined });
    };
    begin('completed', 'completed');
    begin('failed', 'failed');
    begin('cancelled', 'cancelled');
    const needed = () => tasks.needed().map(({ taskId }) => taskId);
    expect(needed()).toEqual(['completed', 'failed']);
    tasks.fetched({ ...name, taskId: 'completed' });
    expect(needed()).toEqual(['failed']);
    now = 3_600_000;
    expect(needed()).toEqual([]);
  });

  test('What nobody can follow ends at its server: an abandoned task, and the oldest of too many.', () => {
    const tasks = noTasks();
    const unwanted: string[] = [];
    tasks.onUnwanted(({ taskId }) => unwanted.push(taskId));
    tasks.created(call, working);
    tasks.abandon(name);
    tasks.abandon(name);
    for (let made = 1; made <= 1_001; made += 1) tasks.created(call, { ...working, taskId: String(made) });
    expect(unwanted).toEqual(['t', '1']);
    expect(tasks.of('a')).toHaveLength(1_000);
  });

  test('A run that is over has lost its tasks, unless it runs elsewhere; after its time each is forgotten.', () => {
    let now = 0;
    const tasks = noTasks({ now: () => now });
    const ends: string[] = [];
    const begin = (taskId: string) => {
      tasks.created(call, { ...working, taskId });
      tasks.whenEnded({ ...name, taskId }, { rule: null, waitedMs: 0 }, ({ code }) => ends.push(`${taskId} ${code}`));
    };
    begin('elsewhere');
    tasks.runEnded(run, true);
    begin('here');
    tasks.runEnded(run, false);
    expect(ends).toEqual(['elsewhere ERR_SERVER_UNAVAILABLE', 'here ERR_SERVER_UNAVAILABLE']);
    begin('late');
    now = 62_000;
    expect(tasks.due(30_000)).toEqual([]);
    expect(ends.at(-1)).toBe('late ERR_TOOL_TIMEOUT');
  });

  test('What an earlier hub left is its agent’s still.', () => {
    const tasks = noTasks({ rows: [keptTask()] });
    expect(tasks.owned(agentOf('a'), 'server', 't')).toEqual(keptTask());
    tasks.seen(name, { ...working, status: 'completed' });
    expect(tasks.running()).toEqual([]);
  });
});

describe('The keeper', () => {
  const kept = (refusal: ConstructorParameters<typeof TaskKeeper>[0]['refusal']) => {
    const tasks = noTasks();
    const cancelled: string[] = [];
    tasks.created(call, working);
    const servers = { lookAt: async () => {}, cancelTask: async ({ taskId }: KeptTask) => void cancelled.push(taskId) };
    const keeper = new TaskKeeper({ tasks, servers, refusal });
    keeper.stop();
    return { tasks, keeper, cancelled };
  };

  test('What the user has taken back ends at its server, and what only waits does not.', () => {
    const mode = { kind: 'mode', mode: 'paused', of: 'all', tool: 'server/tool' } as const;
    const paused = kept(() => mode);
    paused.keeper.recheck();
    expect([paused.cancelled, paused.tasks.running().length]).toEqual([[], 1]);
    const revoked = kept(() => ({ kind: 'client-revoked' }) as never);
    revoked.keeper.recheck();
    expect([revoked.cancelled, revoked.tasks.running().length]).toEqual([['t'], 0]);
  });

  test('The tasks of an agent that does not come back end, and are nobody’s.', () => {
    const { tasks, keeper, cancelled } = kept(() => null);
    keeper.agentLeft('b');
    expect(tasks.of('a')).toHaveLength(1);
    keeper.agentLeft('a');
    expect([cancelled, tasks.of('a')]).toEqual([['t'], []]);
  });
});

test('A task that an agent carries out for one server is no other’s.', () => {
  const asked = new AskedTasks();
  const begun = { task: { taskId: 't', status: 'working' } };
  expect(asked.answered('one', 'sampling/createMessage', begun)).toBe(begun);
  const get = (serverId: string) => () => asked.expectOwn(serverId, 'tasks/result', { taskId: 't' });
  expect(get('one')).not.toThrow();
  expect(get('two')).toThrow('There is no task "t" of this server.');
  const list = { tasks: [{ taskId: 't' }, { taskId: 'u' }] };
  expect(asked.answered('one', 'tasks/list', list)).toEqual({ tasks: [{ taskId: 't' }] });
  expect(asked.answered('two', 'tasks/list', list)).toEqual({ tasks: [] });
  expect([asked.serverOf({ taskId: 't' }), asked.serverOf({ taskId: 'u' })]).toEqual(['one', null]);
});
