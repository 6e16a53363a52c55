// Servers in their boxes: scripts and modules that are greeted, called, bounded and ended.
import fs from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { timeModule } from '../../../../../electron/core/servers/built-in/time-module.ts';
import { boxBounds } from '../../../../../resources/extension/boxed/boxed-server.ts';
import { Boxes, tryServer } from '../../../../../resources/extension/boxed/boxes.ts';
import { type PlayedWorker, playWorker } from './played-worker.ts';
import type { ServerToRun } from '../../../../../resources/extension/boxed/box.ts';

const read = (file: string) => new Uint8Array(fs.readFileSync(`test/fixtures/servers/sandboxed/${file}`));
const encode = (code: string) => new TextEncoder().encode(code);
const never = new AbortController().signal;
const script: ServerToRun = { id: 'box', kind: 'script', takesOneLine: false, digest: 'd' };
const echoing = `for (;;) { const { id, method, params } = JSON.parse(await MCP.readLine());
  if (id !== undefined) MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, result: { method, params } })); }`;

describe('A server in its box', () => {
  let workers: PlayedWorker[] = [];
  let idle = 0;
  const boxesOf = (code: Uint8Array<ArrayBuffer>) =>
    new Boxes({
      newWorker: () => {
        workers.push(playWorker());
        return workers.at(-1)!;
      },
      codeOf: async () => code.slice(),
      idle: () => (idle += 1),
    });
  afterEach(() => {
    for (const worker of workers) worker.terminate();
    [workers, idle] = [[], 0];
    vi.useRealTimers();
  });

  test('lists its tools when it is tried, script or module, greeted or not.', async () => {
    const tried = async (kind: ServerToRun['kind'], code: Uint8Array<ArrayBuffer>) => {
      const { tools, takesOneLine } = await tryServer({ ...script, kind }, code, playWorker);
      return { names: tools.map(({ name }) => name), takesOneLine };
    };
    expect(await tried('script', read('toolbox.js'))).toMatchObject({ takesOneLine: false });
    expect(await tried('module', read('echo.wasm'))).toEqual({
      ...{ names: ['echo', 'env', 'read', 'files', 'exit'], takesOneLine: false },
    });
    const time = Uint8Array.from(Buffer.from(timeModule, 'base64'));
    expect(await tried('module', time)).toEqual({ names: ['time.now'], takesOneLine: false });
  });

  test.each([
    ['lists too many tools', `Array.from({ length: 101 }, (_, n) => ({ name: 't' + n }))`, 'It lists 101 tools'],
    ['describes them at length', `[{ name: 'a', inputSchema: { text: 'x'.repeat(70000) } }]`, 'at most 100 in 65536'],
  ])('that %s is not taken.', async (_, tools, why) => {
    const code = `for (;;) { const { id } = JSON.parse(await MCP.readLine());
      if (id !== undefined) MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, result: { tools: ${tools} } })); }`;
    await expect(tryServer(script, encode(code), playWorker)).rejects.toThrow(why);
  });

  test('that reads one line and ends is tried without a greeting.', async () => {
    const newWorker = () => {
      const worker = playWorker(input => {
        const { id, method } = JSON.parse(input.split('\n')[0]!) as { id: number; method: string };
        const result = method === 'tools/list' ? { tools: [{ name: 'only' }] } : {};
        return { lines: [JSON.stringify({ jsonrpc: '2.0', id, result })], failure: null };
      });
      return worker;
    };
    const tried = await tryServer({ ...script, kind: 'module' }, encode('x'), newWorker);
    expect(tried).toEqual({ tools: [{ name: 'only' }], takesOneLine: true });
  });

  test('that is a script stays, and keeps what it remembers from call to call.', async () => {
    const boxes = boxesOf(
      encode(`let calls = 0;
        for (;;) { const { id } = JSON.parse(await MCP.readLine());
          if (id !== undefined) MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, result: ++calls })); }`),
    );
    expect([await boxes.call(script, 'a', {}, never), await boxes.call(script, 'a', {}, never)]).toEqual([2, 3]);
    expect(workers).toHaveLength(1);
  });

  test('answers calls that come at once each with its own.', async () => {
    const boxes = boxesOf(encode(echoing));
    const calls = [1, 2, 3].map(n => boxes.call(script, 'a', { n }, never));
    expect(await Promise.all(calls)).toMatchObject([1, 2, 3].map(n => ({ params: { name: 'a', arguments: { n } } })));
  });

  test('that is a module begins anew with each call, and its exit is told.', async () => {
    const module: ServerToRun = { ...script, kind: 'module' };
    const boxes = boxesOf(read('echo.wasm'));
    expect(await boxes.call(module, 'echo', { text: 'hällo' }, never)).toMatchObject({ content: [{ text: 'hällo' }] });
    await expect(boxes.call(module, 'exit', {}, never)).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: expect.stringContaining('exited with code 7'),
    });
    expect(await boxes.call(module, 'echo', { text: 'again' }, never)).toMatchObject({ content: [{ text: 'again' }] });
  });

  test.each([
    ['has ended', `1;`, 'The script has ended'],
    ['throws', `throw new TypeError('no');`, 'Uncaught TypeError: no'],
    ['is no JavaScript', `let = ;`, 'Uncaught SyntaxError'],
    ['imports', `import 'node:fs';`, 'cannot be imported'],
    [
      'writes too much',
      `for (;;) { await MCP.readLine(); for (let n = 0; n < 20; n++) MCP.writeLine('x'.repeat(100000)); }`,
      'It wrote more than 1000000 characters',
    ],
  ])('that %s is ended with a sentence that says so.', async (_, code, why) => {
    await expect(boxesOf(encode(code)).call(script, 'a', {}, never)).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: expect.stringContaining(why),
    });
    expect(workers[0]).toMatchObject({ isTerminated: true });
    expect(idle).toBe(1);
  });

  test('that hoards memory has an end of it, and goes on.', async () => {
    const boxes = boxesOf(read('toolbox.js'));
    expect(await boxes.call(script, 'hoard', {}, never)).toMatchObject({ isError: true });
    expect(await boxes.call(script, 'echo', { text: 'still' }, never)).toMatchObject({ content: [{ text: 'still' }] });
  });

  test('has no network, and hears why.', async () => {
    const code = `for (;;) { const { id } = JSON.parse(await MCP.readLine()); if (id === undefined) continue;
      const said = await fetch('https://example.com/x').catch(error => error.message);
      MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, result: said })); }`;
    expect(await boxesOf(encode(code)).call(script, 'a', {}, never)).toMatch(
      /"https:\/\/example.com\/x" is refused.*no network/,
    );
  });

  test('is told that what it asks of its host is not to be had.', async () => {
    const code = `for (;;) { const { id, method } = JSON.parse(await MCP.readLine()); if (id === undefined) continue;
      const said = method === 'tools/call' ? await MCP.requestHost('browser.capturePage', {}).catch(error => error.message) : null;
      MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, result: said })); }`;
    expect(await boxesOf(encode(code)).call(script, 'a', {}, never)).toContain('is not to be had here');
  });

  test('that gives no way after a call was given up is ended.', async () => {
    const boxes = boxesOf(
      encode(`for (;;) { const { id, method } = JSON.parse(await MCP.readLine());
        if (method === 'tools/call') await new Promise(resolve => setTimeout(resolve, 1e9));
        if (id !== undefined) MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, result: 1 })); }`),
    );
    const controller = new AbortController();
    const calling = boxes.call(script, 'a', {}, controller.signal);
    await vi.waitFor(() => expect(workers).toHaveLength(1));
    await new Promise(resolve => setTimeout(resolve, 300));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    controller.abort(new Error('given up'));
    await expect(calling).rejects.toThrow('given up');
    expect(workers[0]).toMatchObject({ isTerminated: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(workers[0]).toMatchObject({ isTerminated: true });
  });

  test('leaves its place to another where there are no more, when nobody waits for it.', async () => {
    const boxes = boxesOf(encode(echoing));
    const of = (n: number): ServerToRun => ({ ...script, id: `box-${n}`, digest: `d${n}` });
    for (let n = 0; n <= boxBounds.running; n++) await boxes.call(of(n), 'a', {}, never);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false, false, false, false]);
    boxes.endAll();
    expect(workers.every(({ isTerminated }) => isTerminated)).toBe(true);
  });

  test('whose code cannot be had is not begun.', async () => {
    const boxes = new Boxes({
      newWorker: () => Promise.reject(new Error('begun')) as never,
      codeOf: () => Promise.reject(new Error('The code of the server "box" is gone; add it again.')),
      idle: () => {},
    });
    await expect(boxes.call(script, 'a', {}, never)).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: expect.stringContaining('add it again'),
    });
  });
});
