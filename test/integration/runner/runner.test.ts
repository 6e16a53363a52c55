// The runner beside a server: what passes between that and the hub, how each of the three may end, and that nothing stays behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { commandLine, serverDescriptors } from '../../../contract/runner-commands.ts';
import { ServerOptionsSchema } from '../../../contract/schemas/servers.ts';
import { openTransport } from '../../../electron/core/servers/lifecycle/open-transport.ts';
import { SandboxSupport } from '../../../electron/core/servers/sandbox/sandbox-support.ts';
import { inEnglish } from '../../../words/english.ts';
import { call, callTool, fixture, isRunning, quick, row, supervise, tempDir, textOf } from '../servers/support.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';

const distDir = resolve('dist');

/** A run behind a runner; `lines` are what its server says. */
function run(config: ServerConfig) {
  const lines: string[] = [];
  const pids: number[] = [];
  const runners: number[] = [];
  const transport = openTransport(
    {
      id: 'a',
      name: 'a',
      config,
      options: ServerOptionsSchema.parse({}),
      platform: { version: '9', env: process.env, os: process.platform, nodePath: process.execPath, distDir },
      graces: quick,
      mask: text => text,
      workFolders: { prepare: () => tmpdir() },
      sandbox: new SandboxSupport(process.platform, process.env),
      spawn: (...args) => {
        const child = spawn(...args);
        runners.push(child.pid ?? 0);
        return child;
      },
    },
    { onText: text => void lines.push(text), onStderr() {}, onPid: pid => void pids.push(pid) },
  );
  const started = () => expect.poll(() => pids).toHaveLength(1);
  return { transport, lines, pids, started, runner: () => runners[0] ?? 0 };
}

describe('a run behind a runner', () => {
  test('Its pid is the one of the server, which is not the runner.', async () => {
    const { supervisor, shown } = supervise([row('a', fixture('well-behaved'))]);
    await supervisor.start('a');
    const told = JSON.parse(textOf(await callTool(supervisor, 'a', { name: 'describe' }, call)));
    expect(shown.get('a')?.state).toMatchObject({ kind: 'running', pid: told.pid });
  });

  test('A server without isolation is a child of the hub itself.', async () => {
    const options = ServerOptionsSchema.parse({ isolation: false });
    const { supervisor, shown } = supervise([row('a', fixture('well-behaved'), { options })]);
    await supervisor.start('a');
    const { state } = shown.get('a') ?? {};
    const pid = state && 'pid' in state ? state.pid : 0;
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toContain(`PPid:\t${process.pid}\n`);
  });

  test('A message of 40 MiB arrives whole, and so does its answer.', async () => {
    const { supervisor } = supervise([row('a', fixture('well-behaved'))]);
    await supervisor.start('a');
    const big = 'ä'.repeat(20 * 1024 * 1024);
    const result = await callTool(supervisor, 'a', { name: 'echo', arguments: { big } }, call);
    expect(JSON.parse(textOf(result)).big === big).toBe(true);
  });

  test('What passes between hub and server takes no way over the runner, and a runner that stands still holds up nothing.', async () => {
    const { transport, lines, started, runner } = run(fixture('well-behaved'));
    await started();
    process.kill(runner(), 'SIGSTOP');
    transport.send('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await expect.poll(() => lines).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
    process.kill(runner(), 'SIGCONT');
    await transport.stop(quick);
  });

  test('A server has its three pipes and no other descriptor of its runner.', async () => {
    // A program that opens nothing itself tells what it was given.
    const { transport, lines } = run({
      kind: 'stdio',
      command: '/bin/sh',
      args: ['-c', 'ls /proc/$$/fd; sleep 60'],
      env: {},
    });
    await expect.poll(() => lines).toContain('2');
    expect(lines.filter(line => Number(line) > 2 && Number(line) < 10)).toEqual([]);
    await transport.stop(quick);
  });

  test('A server cannot speak for its runner.', async () => {
    const forged = '{"jsonrpc":"2.0","method":"status","params":{"status":"crashed","code":1,"signal":null}}';
    const { transport, lines } = run({
      kind: 'stdio',
      command: process.execPath,
      args: ['-e', `console.log(${JSON.stringify(forged)}); setInterval(() => {}, 1000)`],
      env: {},
    });
    await expect.poll(() => lines).toEqual([forged]);
    await transport.stop(quick);
  });

  test('A program that is not there is told as one, not as a fault of the runner.', async () => {
    const { transport } = run({ kind: 'stdio', command: '/no/such/program', args: [], env: {} });
    expect(inEnglish((await transport.ended).reason)).toBe('"/no/such/program" does not exist; correct the path.');
    expect(transport.pid).toBeNull();
    await transport.gone;
  });

  test('Arguments that no program can take are a sentence.', async () => {
    const { transport } = run({ kind: 'stdio', command: 'node', args: ['a\0b'], env: {} });
    expect(inEnglish((await transport.ended).reason)).toMatch(
      /^"node" could not be started: .* correct its command\.$/,
    );
    await transport.gone;
  });

  test('A server that does not read its input is ended before more than 64 MiB are kept for it.', async () => {
    const { transport, started } = run(fixture('not-reading'));
    await started();
    const ended = transport.ended.then(({ reason }) => inEnglish(reason));
    const message = 'x'.repeat(1024 * 1024);
    let reason: string | undefined;
    while (reason === undefined) {
      transport.send(message);
      reason = await Promise.race([ended, sleep(50, undefined)]);
    }
    expect(reason).toBe('It did not read its input: 64 MiB wait for it.');
    await transport.gone;
  });

  test('A server that crashes says why, whatever it has left holds its stderr open.', async () => {
    const left =
      "require('child_process').spawn('sleep', ['5'], { stdio: ['ignore', 'ignore', 'inherit'], detached: true }).unref();";
    const program = `${left} console.error('no key'); process.exit(3)`;
    const { transport } = run({ kind: 'stdio', command: process.execPath, args: ['-e', program], env: {} });
    expect(inEnglish((await transport.ended).reason)).toContain('no key');
    await transport.gone;
  });

  test('What a server has said before it crashed is read to its end.', async () => {
    const program =
      "for (let n = 0; n < 3_000; n += 1) console.log(JSON.stringify({ n, text: 'x'.repeat(50) })); process.exitCode = 1";
    const { transport, lines } = run({ kind: 'stdio', command: process.execPath, args: ['-e', program], env: {} });
    await transport.ended;
    expect(lines).toHaveLength(3_000);
  });

  test('A runner that was named no descriptors, as by a hub of another version, starts nothing.', async () => {
    const runner = spawn(process.execPath, [join(distDir, 'runner/runner.cjs')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    createInterface({ input: runner.stdout }).on('line', line => lines.push(line));
    const params = {
      command: process.execPath,
      args: ['-e', ''],
      verbatim: false,
      env: {},
      cwd: null,
      sandbox: null,
      graces: quick,
    };
    runner.stdin.write(`${commandLine('connect', params)}\n`);
    await expect.poll(() => lines[1]).toContain('of another version');
    runner.stdin.end();
    await once(runner, 'exit');
  });

  test('A server that closes its output is ended.', async () => {
    const { transport } = run(fixture('closes-output'));
    expect(inEnglish((await transport.ended).reason)).toBe('It closed its output.');
    await transport.gone;
  });

  test('A second stop is less patient than the first.', async () => {
    const { transport, started } = run(fixture('not-reading'));
    await started();
    void transport.stop({ inputMs: 60_000, termMs: 60_000 });
    await transport.stop({ inputMs: 60_000, termMs: 60_000 });
    expect(inEnglish((await transport.ended).reason)).toBe('It was ended by SIGTERM.');
  });
});

describe('an end', () => {
  test('A server that somebody kills is reported as killed, and its runner goes.', async () => {
    const { transport, pids, started, runner } = run(fixture('not-reading'));
    await started();
    process.kill(pids[0] ?? 0, 'SIGKILL');
    expect(inEnglish((await transport.ended).reason)).toBe('It was ended by SIGKILL.');
    await transport.gone;
    await expect.poll(() => isRunning(runner())).toBe(false);
  });

  test('A runner that somebody kills ends the run with that reason, and its tree is killed.', async () => {
    const file = join(tempDir(), 'grandchild');
    const { transport, lines, pids, runner } = run(fixture('stubborn', file));
    transport.send('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await expect.poll(() => lines).toHaveLength(1);
    process.kill(runner(), 'SIGKILL');
    expect(inEnglish((await transport.ended).reason)).toBe('Its runner was ended by SIGKILL.');
    await transport.gone;
    const tree = [pids[0] ?? 0, Number(readFileSync(file, 'utf8'))];
    await expect.poll(() => tree.filter(isRunning)).toEqual([]);
  });

  test('A runner that stands still is killed with its tree when it is to stop.', async () => {
    const { transport, pids, started, runner } = run(fixture('not-reading'));
    await started();
    process.kill(runner(), 'SIGSTOP');
    await transport.stop(quick);
    await expect.poll(() => [runner(), pids[0] ?? 0].filter(isRunning)).toEqual([]);
  });

  test('A hub that is killed leaves neither the runner nor a server that ignores SIGTERM nor its grandchild.', async () => {
    const file = join(tempDir(), 'grandchild');
    const { command, args } = fixture('stubborn', file);
    const params = {
      descriptors: serverDescriptors,
      command,
      args,
      verbatim: false,
      env: {},
      cwd: null,
      sandbox: null,
      graces: quick,
    };
    // A process in the hub's place: it starts a runner as the hub does, tells the pids, and is then killed.
    const hub = spawn(
      process.execPath,
      ['-e', hubProgram, join(distDir, 'runner/runner.cjs'), commandLine('connect', params)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const [line] = (await once(createInterface({ input: hub.stdout }), 'line')) as [string];
    const grandchild = () => Number(readFileSync(file, 'utf8'));
    await expect.poll(grandchild).toBeGreaterThan(0);
    const pids = [...(JSON.parse(line) as number[]), grandchild()];
    expect(pids.filter(isRunning)).toHaveLength(3);
    hub.kill('SIGKILL');
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });
});

const hubProgram = `
  const [program, connect] = process.argv.slice(1);
  const runner = require('node:child_process').spawn(process.execPath, [program], { detached: true, stdio: Array(5).fill('pipe') });
  runner.stdin.write(connect + '\\n');
  require('node:readline').createInterface({ input: runner.stdout }).on('line', line => {
    const { params } = JSON.parse(line);
    if (params.status === 'connected') console.log(JSON.stringify([runner.pid, params.pid]));
  });`;
