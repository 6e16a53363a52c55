// What becomes of what is said to a transport before its code is there.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LateTransport } from '../../../../../electron/core/servers/lifecycle/late-transport.ts';
import type { RunEnd, ServerTransport } from '../../../../../electron/core/servers/lifecycle/server-transport.ts';

const graces = { inputMs: 0, termMs: 0 };
const stopped: RunEnd = { cause: 'ended', reason: { kind: 'was-stopped' } };

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>(done => {
    resolve = done;
  });
  return { promise, resolve: (value: T) => resolve(value) };
}

/** Writes down what it is told, and ends when it is stopped. */
function openNoted() {
  const heard: string[] = [];
  const ended = deferred<RunEnd>();
  const transport: ServerTransport = {
    pid: null,
    stderr: ['a line'],
    ended: ended.promise,
    gone: ended.promise.then(() => {}),
    send: text => void heard.push(text),
    note: line => void heard.push(`note ${line}`),
    fail: ({ kind }) => void heard.push(`fail ${kind}`),
    stop: () => {
      heard.push('stop');
      ended.resolve(stopped);
      return transport.gone;
    },
  };
  return { heard, transport };
}

test('What was said before it is open comes in order, and what is said later comes behind that', async () => {
  const { heard, transport } = openNoted();
  const opening = deferred<ServerTransport>();
  const late = new LateTransport(async () => {
    const opened = await opening.promise;
    return () => opened;
  });
  late.send('1');
  late.note('2');
  void opening.promise.then(() => late.send('3'));
  late.fail({ kind: 'was-stopped' });
  expect([heard, late.stderr]).toEqual([[], []]);
  opening.resolve(transport);
  await sleep(0);
  late.send('4');
  await sleep(0);
  expect(heard).toEqual(['1', 'note 2', 'fail was-stopped', '3', '4']);
  expect(late.stderr).toEqual(['a line']);
});

test('One that is stopped before it is open is never opened, and gone', async () => {
  const { heard, transport } = openNoted();
  const late = new LateTransport(async () => {
    await sleep(5);
    return () => {
      heard.push('opened');
      return transport;
    };
  });
  late.send('1');
  await late.stop(graces);
  await late.gone;
  expect([heard, await late.ended]).toEqual([[], stopped]);
});

test('Where its code cannot be loaded the run has ended, with why', async () => {
  const late = new LateTransport(() => Promise.reject(new Error('The file is gone.')));
  late.send('1');
  expect(await late.ended).toEqual({ cause: 'runtime', reason: { kind: 'foreign', text: 'The file is gone.' } });
  await late.stop(graces);
  await late.gone;
});
