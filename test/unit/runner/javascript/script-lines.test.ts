// The lines of a script, among which are its requests to the host and their answers.
import { expect, test } from 'vitest';
import { ScriptLines } from '../../../../electron/runner/javascript/inside/script-lines.ts';
import type { Host } from '../../../../electron/runner/javascript/inside/host.ts';

function openScene() {
  const waiting: ((line: string) => void)[] = [];
  const written: string[] = [];
  const host = {
    readLine: () => new Promise<string>(resolve => waiting.push(resolve)),
    writeLine: (line: string) => void written.push(line),
  };
  const come = async (line: unknown) => {
    waiting.shift()?.(JSON.stringify(line));
    await Promise.resolve();
    await Promise.resolve();
  };
  return { lines: new ScriptLines(host as unknown as Host), written, come, asked: () => waiting.length };
}

test('nothing is read before somebody waits for it, and readers have their lines in turn', async () => {
  const { lines, come, asked } = openScene();
  expect(asked()).toBe(0);
  const both = [lines.readLine(), lines.readLine()];
  expect(asked()).toBe(1);
  await come({ a: 1 });
  await come({ a: 2 });
  expect(await Promise.all(both)).toEqual(['{"a":1}', '{"a":2}']);
  expect(asked()).toBe(0);
});

test('an answer to the script goes to who asked, and what came before it is read afterwards', async () => {
  const { lines, written, come } = openScene();
  const result = lines.requestHost('http.get', { url: 'https://a.example' });
  const failed = lines.requestHost('none', undefined);
  expect(written.map(line => JSON.parse(line) as unknown)).toEqual([
    {
      jsonrpc: '2.0',
      id: 'host-1',
      method: 'harbor/request_host',
      params: { method: 'http.get', params: { url: 'https://a.example' } },
    },
    { jsonrpc: '2.0', id: 'host-2', method: 'harbor/request_host', params: { method: 'none', params: {} } },
  ]);
  await come({ id: 'host-1', method: 'tools/call' });
  await come({ id: 'host-9', result: 0 });
  await come({ jsonrpc: '2.0', id: 'host-1', result: { status: 200 } });
  await come({ jsonrpc: '2.0', id: 'host-2', error: { code: -32601, message: 'nobody' } });
  expect(await result).toEqual({ status: 200 });
  await expect(failed).rejects.toThrow('nobody');
  expect([await lines.readLine(), await lines.readLine()]).toEqual([
    '{"id":"host-1","method":"tools/call"}',
    '{"id":"host-9","result":0}',
  ]);
});
