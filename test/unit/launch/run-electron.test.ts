// How a child is run in Electron's place: its end, its environment, and the signals that reach it. A real Node plays the child.
import { expect, test } from 'vitest';
import { runElectron } from '../../../electron/launch/run-electron.ts';

const node = process.execPath;
const child = (code: string) => ['-e', code];

test('answers the exit code of the child', async () => {
  expect(await runElectron(node, child('process.exit(7)'), process.env)).toMatchObject({
    code: 7,
    signal: null,
    asked: false,
  });
});

test('answers the signal that ended the child', async () => {
  const exit = await runElectron(node, child('process.kill(process.pid, "SIGABRT")'), process.env);
  expect(exit).toMatchObject({ code: null, signal: 'SIGABRT' });
});

test('a binary that cannot be started counts as a failure, not as an exception', async () => {
  expect(await runElectron('/nonexistent/electron', [], process.env)).toMatchObject({ code: 1 });
});

test('hands on the path of Node, and takes away what would turn Electron into a plain Node', async () => {
  const code = `process.exit(process.env.PILOTHOUSE_NODE === ${JSON.stringify(node)} && !('ELECTRON_RUN_AS_NODE' in process.env) ? 0 : 1)`;
  expect(await runElectron(node, child(code), { ...process.env, ELECTRON_RUN_AS_NODE: '1' })).toMatchObject({
    code: 0,
  });
});

test('an interrupt of the starter asks the child to end, and leaves no listener behind', async () => {
  const before = process.listenerCount('SIGINT');
  const running = runElectron(
    node,
    child(
      'process.on("SIGTERM", () => process.exit(9)); setInterval(() => {}, 1e6); process.kill(process.ppid, "SIGUSR2")',
    ),
    process.env,
  );
  await new Promise<void>(resolve => process.once('SIGUSR2', () => resolve()));
  process.emit('SIGINT');
  expect(await running).toMatchObject({ code: 9, asked: true });
  expect(process.listenerCount('SIGINT')).toBe(before);
});
