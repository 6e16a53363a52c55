// What the user changes of a server while it runs: its config, its name, and that it starts again.
import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../electron/core/servers/config/config-shape.ts';
import { fixture, row, supervise } from './support.ts';

describe('a server that is changed', () => {
  test('shows what was approved beside what it is now, and asks again', async () => {
    const config = fixture('well-behaved');
    const { supervisor, until } = supervise([row('a', config, { approvedHash: null })]);
    await supervisor.changes.approve('a', supervisor.get('a')?.hash ?? '');
    await until('a', ({ state }) => state.kind === 'running');
    const variables = { LEVEL: '3' };
    await supervisor.changes.configure('a', {
      config: { kind: 'stdio', command: config.command, args: [...config.args, '--more'], cwd: null, variables },
    });
    expect(supervisor.get('a')?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
    const { config: now, approved } = supervisor.configs.shapes('a');
    expect(approved).toEqual(shapeOf(config));
    expect(now).toMatchObject({ args: [...config.args, '--more'], variables: [{ name: 'LEVEL', secrets: [] }] });
  });

  test('goes on running under another name without asking again', async () => {
    const config = fixture('well-behaved');
    const { supervisor, until } = supervise([row('a', config, { wanted: 'running' })]);
    await until('a', ({ state }) => state.kind === 'running');
    await supervisor.changes.configure('a', { name: 'Notes' });
    const after = await until('a', ({ name, state }) => name === 'Notes' && state.kind === 'running');
    expect(after.id).toBe('a');
  });

  test('starts again as another process when it is told to', async () => {
    const { supervisor, until } = supervise([row('a', fixture('well-behaved'), { wanted: 'running' })]);
    const before = await until('a', ({ state }) => state.kind === 'running');
    await supervisor.restart('a');
    const { state } = supervisor.get('a') ?? before;
    expect(state.kind).toBe('running');
    expect(state).not.toMatchObject({ pid: 'pid' in before.state ? before.state.pid : null });
  });
});
