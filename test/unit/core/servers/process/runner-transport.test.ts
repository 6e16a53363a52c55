// What the hub reads of a server and of its runner, which come over different pipes, in whatever order they arrive.
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readyLine } from '../../../../../contract/runner-commands.ts';
import { RunnerTransport } from '../../../../../electron/core/servers/process/runner-transport.ts';
import type { Spawn } from '../../../../../electron/core/servers/process/server-process.ts';

/** No process has such a number. */
const pid = 2 ** 30;

test('A server that answers before its runner has told of it is heard when its process is known.', async () => {
  const pipes = Array.from({ length: 5 }, () => new PassThrough());
  const [stdin, stdout, stderr, , said] = pipes;
  const runner = Object.assign(new EventEmitter(), { pid, stdin, stdout, stderr, stdio: pipes, kill() {} });
  const heard: string[] = [];
  const transport = new RunnerTransport({
    config: { kind: 'stdio', command: 'server', args: [], env: {} },
    env: {},
    os: 'linux',
    graces: { inputMs: 0, termMs: 0 },
    runner: { nodePath: '/usr/bin/node', program: 'runner.cjs' },
    spawn: (() => runner) as unknown as Spawn,
    onText: line => void heard.push(line),
    onStderr() {},
    onPid: known => void heard.push(`pid ${known}`),
  });
  said?.write('{"answer":1}\n');
  await turn();
  expect([heard, transport.pid]).toEqual([[], null]);
  const connected = { jsonrpc: '2.0', method: 'status', params: { status: 'connected', pid } };
  stdout?.write(`${readyLine}\n${JSON.stringify(connected)}\n`);
  await turn();
  expect([heard, transport.pid]).toEqual([[`pid ${pid}`, '{"answer":1}'], pid]);
});
