// Servers in their boxes: scripts and modules that are greeted, called, bounded and ended.
import fs from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { timeModule } from '../../../../../electron/core/servers/built-in/time-module.ts';
import { boxBounds } from '../../../../../resources/extension/boxed/boxed-server.ts';
import { Boxes, tryServer } from '../../../../../resources/extension/boxed/boxes.ts';
import { type PlayedWorker, playWorker } from './played-worker.ts';
import type { ServerToRun } from '../../../../../resources/extension/boxed/box.ts';
import type { ToBox } from '../../../../../resources/extension/boxed/box-messages.ts';

const read = (file: string) => new Uint8Array(fs.readFileSync(`test/fixtures/servers/sandboxed/${file}`));
const encode = (code: string) => new TextEncoder().encode(code);
const never = new AbortController().signal;
const shop = 'https://shop.example';
const call = (boxes: Boxes, server: ServerToRun, tool: string, args: object, signal = never, origin = shop) =>
  boxes.call(server, { tool, args, origin, signal });
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
    expect([await call(boxes, script, 'a', {}, never), await call(boxes, script, 'a', {}, never)]).toEqual([2, 3]);
    expect(workers).toHaveLength(1);
  });

  test('answers calls that come at once each with its own.', async () => {
    const boxes = boxesOf(encode(echoing));
    const calls = [1, 2, 3].map(n => call(boxes, script, 'a', { n }, never));
    expect(await Promise.all(calls)).toMatchObject([1, 2, 3].map(n => ({ params: { name: 'a', arguments: { n } } })));
  });

  test('that is a module begins anew with each call, and its exit is told.', async () => {
    const module: ServerToRun = { ...script, kind: 'module' };
    const boxes = boxesOf(read('echo.wasm'));
    expect(await call(boxes, module, 'echo', { text: 'hällo' }, never)).toMatchObject({ content: [{ text: 'hällo' }] });
    await expect(call(boxes, module, 'exit', {}, never)).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: expect.stringContaining('exited with code 7'),
    });
    expect(await call(boxes, module, 'echo', { text: 'again' }, never)).toMatchObject({ content: [{ text: 'again' }] });
  });

  test.each([
    ['has ended', `1;`, 'Its script has ended'],
    ['throws', `throw new TypeError('no');`, 'Uncaught TypeError: no'],
    ['is no JavaScript', `let = ;`, 'Uncaught SyntaxError'],
    ['imports', `import 'node:fs';`, 'cannot be imported'],
    [
      'writes too much',
      `for (;;) { await MCP.readLine(); for (let n = 0; n < 20; n++) MCP.writeLine('x'.repeat(100000)); }`,
      'It wrote more than 1000000 characters',
    ],
  ])('that %s is ended with a sentence that says so.', async (_, code, why) => {
    await expect(call(boxesOf(encode(code)), script, 'a', {}, never)).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: expect.stringContaining(why),
    });
    expect(workers[0]).toMatchObject({ isTerminated: true });
    expect(idle).toBe(1);
  });

  const long = 'x'.repeat(5_000);
  /** WebAssembly Core Specification, 5.5 Modules: `env`.`long` is a function that it imports. */
  const importing = new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 0x91, 0x27, 1],
    ...[3, ...encode('env'), 0x88, 0x27, ...encode(long), 0, 0],
  ]);
  test.each([
    ['script' as const, encode(`import '${long}';`), 'cannot be imported'],
    ['module' as const, importing, 'It needs env.xxx'],
  ])('that is a %s and names at length what it imports is told of in short.', async (kind, code, why) => {
    const told = (error: Error) => error.message;
    const message = String(await call(boxesOf(code), { ...script, kind }, 'a', {}).catch(told));
    expect(message).toContain(why);
    expect(message.length).toBeLessThan(1_500);
  });

  test('that hoards memory has an end of it, and goes on.', async () => {
    const boxes = boxesOf(read('toolbox.js'));
    expect(await call(boxes, script, 'hoard', {}, never)).toMatchObject({ isError: true });
    expect(await call(boxes, script, 'echo', { text: 'still' }, never)).toMatchObject({ content: [{ text: 'still' }] });
  });

  test('has no network, and hears why.', async () => {
    const code = `for (;;) { const { id } = JSON.parse(await MCP.readLine()); if (id === undefined) continue;
      const said = await fetch('https://example.com/x').catch(error => error.message);
      MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, result: said })); }`;
    expect(await call(boxesOf(encode(code)), script, 'a', {}, never)).toMatch(
      /"https:\/\/example.com\/x" is refused.*no network/,
    );
  });

  test('is told that what it asks of its host is not to be had.', async () => {
    const code = `for (;;) { const { id, method } = JSON.parse(await MCP.readLine()); if (id === undefined) continue;
      const said = method === 'tools/call' ? await MCP.requestHost('browser.capturePage', {}).catch(error => error.message) : null;
      MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, result: said })); }`;
    expect(await call(boxesOf(encode(code)), script, 'a', {}, never)).toContain('is not to be had here');
  });

  /** Calls of `stick`: from then on the script may have begun them. */
  const untilHanded = (calls: number) =>
    vi.waitFor(() => {
      const handed = workers[0]?.steps.filter(step => step.includes('"stick"'));
      expect(handed).toHaveLength(calls);
    });

  test('that gives no way after a call was given up is ended.', async () => {
    const boxes = boxesOf(
      encode(`for (;;) { const { id, method } = JSON.parse(await MCP.readLine());
        if (method === 'tools/call') await new Promise(resolve => setTimeout(resolve, 1e9));
        if (id !== undefined) MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, result: 1 })); }`),
    );
    const controller = new AbortController();
    const calling = call(boxes, script, 'stick', {}, controller.signal);
    await untilHanded(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    controller.abort(new Error('given up'));
    await expect(calling).rejects.toThrow('given up');
    expect(workers[0]).toMatchObject({ isTerminated: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(workers[0]).toMatchObject({ isTerminated: true });
  });

  /** `stick` is never answered; the others are, as far as they are read. */
  const sticking = (between: string) =>
    encode(`for (;;) { const { id, method, params } = JSON.parse(await MCP.readLine());
      ${between}
      if (id !== undefined && params?.name !== 'stick')
        MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, result: params?.name ?? null })); }`);
  const givenUp = async (begun: readonly Promise<unknown>[], controller: AbortController) => {
    await untilHanded(begun.length);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    controller.abort(new Error('given up'));
    await expect(begun[0]).rejects.toThrow('given up');
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    expect(workers[0]).toMatchObject({ isTerminated: true });
  };

  test('that gives no way to one call is begun anew for those that it has not read, and for no other.', async () => {
    const boxes = boxesOf(
      sticking(`if (params?.name === 'stick') await new Promise(resolve => setTimeout(resolve, 1e9));`),
    );
    const controller = new AbortController();
    const stuck = call(boxes, script, 'stick', {}, controller.signal);
    const behind = ['a', 'b'].map(tool => call(boxes, script, tool, {}));
    await givenUp([stuck], controller);
    expect(await Promise.all(behind)).toEqual(['a', 'b']);
    expect(workers).toHaveLength(2);
  });

  test('that reads on after a call was given up stays, whatever it answers: its other calls go on.', async () => {
    const boxes = boxesOf(
      encode(`const held = [];
        for (;;) { const { id, method, params } = JSON.parse(await MCP.readLine());
          if (method !== 'initialize' && method !== 'tools/call') continue;
          held.push(id);
          if (params.name === 'stick') continue;
          for (const id of held.splice(0)) MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, result: 'done' })); }`),
    );
    const controller = new AbortController();
    const left = call(boxes, script, 'stick', {}, controller.signal);
    const begun = call(boxes, script, 'stick', {});
    await untilHanded(2);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    controller.abort(new Error('given up'));
    await expect(left).rejects.toThrow('given up');
    const { steps } = workers[0]!;
    const isRead = () => steps.some(step => step.includes('cancelled')) && steps.at(-1) === 'asks';
    while (!isRead()) await new Promise(resolve => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    expect(workers[0]).toMatchObject({ isTerminated: false });
    expect(await Promise.all([begun, call(boxes, script, 'a', {})])).toEqual(['done', 'done']);
    expect(workers).toHaveLength(1);
  });

  test('repeats no call that it may have begun.', async () => {
    const boxes = boxesOf(
      sticking(`if (method === 'notifications/cancelled') await new Promise(resolve => setTimeout(resolve, 1e9));`),
    );
    const controller = new AbortController();
    const stuck = call(boxes, script, 'stick', {}, controller.signal);
    const read = call(boxes, script, 'stick', {});
    read.catch(() => {});
    await givenUp([stuck, read], controller);
    await expect(read).rejects.toMatchObject({ code: 'ERR_TOOL_FAILED', message: expect.stringContaining('give way') });
    expect(workers).toHaveLength(1);
  });

  test('that is a module and runs for nobody is begun anew for the calls behind it.', async () => {
    const inputs: string[] = [];
    const newWorker = () => {
      const worker = playWorker();
      worker.postMessage = (message: ToBox) => {
        const say = (data: object) =>
          setImmediate(() => worker.onmessage?.call(worker as unknown as Worker, { data } as MessageEvent));
        if (message.kind === 'module') say({ kind: 'ready' });
        if (message.kind !== 'run') return;
        inputs.push(message.input);
        const { id, params } = JSON.parse(message.input) as { id: number; params: { name: string } };
        if (params.name !== 'stick')
          say({ kind: 'ran', lines: [JSON.stringify({ jsonrpc: '2.0', id, result: params.name })], failure: null });
      };
      workers.push(worker);
      return worker;
    };
    const boxes = new Boxes({ newWorker, codeOf: async () => encode('x'), idle: () => {} });
    const module: ServerToRun = { ...script, kind: 'module', takesOneLine: true };
    const controller = new AbortController();
    const stuck = call(boxes, module, 'stick', {}, controller.signal);
    const behind = call(boxes, module, 'a', {});
    await vi.waitFor(() => expect(inputs).toHaveLength(1));
    controller.abort(new Error('given up'));
    await expect(stuck).rejects.toThrow('given up');
    expect(await behind).toBe('a');
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  });

  test('has its code read once for all calls that wait for it, when it is begun and when it is begun anew.', async () => {
    let reads = 0;
    const newWorker = () => {
      workers.push(playWorker());
      return workers.at(-1)!;
    };
    const codeOf = async () => {
      reads += 1;
      await new Promise(resolve => setImmediate(resolve));
      return sticking(`if (params?.name === 'stick') throw new Error('not today');`);
    };
    const boxes = new Boxes({ newWorker, codeOf, idle: () => {} });
    const failing = call(boxes, script, 'stick', {});
    const behind = ['a', 'b', 'c'].map(tool => call(boxes, script, tool, {}));
    await expect(failing).rejects.toMatchObject({ code: 'ERR_TOOL_FAILED' });
    expect(await Promise.all(behind)).toEqual(['a', 'b', 'c']);
    expect([reads, workers.length]).toEqual([2, 2]);
  });

  test('that ends whatever it is handed has one call begun by each box, and no end of boxes.', async () => {
    const boxes = boxesOf(sticking(`if (method === 'tools/call') throw new Error('not today');`));
    const calls = await Promise.allSettled([1, 2, 3].map(() => call(boxes, script, 'a', {})));
    expect(calls).toMatchObject([1, 2, 3].map(() => ({ reason: { code: 'ERR_TOOL_FAILED' } })));
    expect(workers).toHaveLength(3);
  });

  test('is not filled by one origin for the others.', async () => {
    const boxes = boxesOf(sticking(''));
    const others = 'https://others.example';
    const controller = new AbortController();
    const stuck = Array.from({ length: boxBounds.waitingOfOrigin }, () =>
      call(boxes, script, 'stick', {}, controller.signal).catch(() => {}),
    );
    await vi.waitFor(() => expect(workers).toHaveLength(1));
    await expect(call(boxes, script, 'a', {})).rejects.toMatchObject({
      code: 'ERR_RATE_LIMITED',
      message: '16 calls of https://shop.example wait for "box" already; wait for one of them.',
    });
    expect(await call(boxes, script, 'a', {}, never, others)).toBe('a');
    controller.abort(new Error('given up'));
    await Promise.all(stuck);
    expect(await call(boxes, script, 'a', {})).toBe('a');
  });

  test('leaves its place to another where there are no more, when nobody waits for it.', async () => {
    const boxes = boxesOf(encode(echoing));
    const of = (n: number): ServerToRun => ({ ...script, id: `box-${n}`, digest: `d${n}` });
    for (let n = 0; n <= boxBounds.running; n++) await call(boxes, of(n), 'a', {}, never);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false, false, false, false]);
    boxes.endAll();
    expect(workers.every(({ isTerminated }) => isTerminated)).toBe(true);
  });

  test('leaves its place to no other before the call that it was begun for.', async () => {
    const boxes = boxesOf(encode(echoing));
    const calls = [0, 1, 2, 3, 4].map(n => call(boxes, { ...script, id: `box-${n}`, digest: `d${n}` }, 'a', {}));
    const ends = (await Promise.allSettled(calls)).map(end =>
      end.status === 'fulfilled' ? 'answered' : end.reason.code,
    );
    expect(ends).toEqual([...Array<string>(boxBounds.running).fill('answered'), 'ERR_RATE_LIMITED']);
  });

  test('whose code cannot be had is not begun.', async () => {
    const boxes = new Boxes({
      newWorker: () => Promise.reject(new Error('begun')) as never,
      codeOf: () => Promise.reject(new Error('The code of the server "box" is gone; add it again.')),
      idle: () => {},
    });
    await expect(call(boxes, script, 'a', {}, never)).rejects.toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: expect.stringContaining('add it again'),
    });
  });
});
