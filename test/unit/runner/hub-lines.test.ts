// What the hub writes to a runner, in whatever pieces it arrives.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mcpMethods } from '../../../contract/runner-commands.ts';
import { ownCommand, toRunner } from '../../../electron/core/servers/process/runner-lines.ts';
import { HubLines } from '../../../electron/runner/hub-lines.ts';

/** Feeds the text in pieces of these sizes; returns what the server gets, where its messages begin, and the commands. */
function feed(text: string, sizes: readonly number[] = [text.length * 4]) {
  const bytes: Buffer[] = [];
  const beginnings: number[] = [];
  const commands: [string, unknown][] = [];
  let length = 0;
  const lines = new HubLines({
    onBytes: (part, begins) => {
      if (begins) beginnings.push(length);
      // As a stream does: what was handed over is read after the call.
      bytes.push(part);
      length += part.length;
    },
    onCommand: (command, params) => void commands.push([command, params]),
  });
  const all = Buffer.from(text);
  for (let at = 0, index = 0; at < all.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    lines.push(Buffer.from(all.subarray(at, at + size)));
    at += size;
  }
  return { text: Buffer.concat(bytes).toString(), beginnings, commands };
}

const request = (method: string, params?: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });

describe('commands of spec 003', () => {
  test.each(Object.entries(mcpMethods))('%s reaches the server as %s, its params untouched', (command, method) => {
    const line = toRunner(request(method, { name: 'tools/call', n: 1 }));
    expect(line.startsWith(`{"method":"${command}",`)).toBe(true);
    const { text } = feed(`${line}\n`);
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 7, method, params: { name: 'tools/call', n: 1 } });
  });

  test('A request without params keeps its form.', () => {
    expect(toRunner(request('tools/list'))).toBe('{"method":"list_tools","jsonrpc":"2.0","id":7}');
  });

  test('Ids that are strings stay strings.', () => {
    const { text } = feed(`${toRunner('{"jsonrpc":"2.0","id":"a-1","method":"prompts/get","params":{}}')}\n`);
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 'a-1', method: 'prompts/get', params: {} });
  });

  test('The commands for the runner itself are taken out, between lines of MCP.', () => {
    const first = request('ping');
    const { text, commands } = feed(`${first}\n${ownCommand('disconnect', { graces: 1 })}\n${first}\n`);
    expect(text).toBe(`${first}\n${first}\n`);
    expect(commands).toEqual([['disconnect', { graces: 1 }]]);
  });

  test('A message that passes through cannot become a command, however it begins.', () => {
    const disguised = '{"method":"shutdown","jsonrpc":"2.0","params":{}}';
    const { text, commands } = feed(`${toRunner(disguised)}\n`);
    expect(JSON.parse(text)).toEqual(JSON.parse(disguised));
    expect(commands).toEqual([]);
  });

  test('A method of MCP that is named as a command stays what it is.', () => {
    const line = request('call_tool', {});
    expect(feed(`${toRunner(line)}\n`).text).toBe(`${line}\n`);
  });
});

test('Nothing depends on how the bytes are cut.', () => {
  const message = fc.oneof(
    fc
      .constantFrom(...Object.values(mcpMethods), 'ping', 'completion/complete', 'call_tool')
      .chain(method => fc.json({ maxDepth: 1 }).map(json => request(method, { json }))),
    fc.string({ unit: 'grapheme', maxLength: 40 }).map(text => JSON.stringify({ method: text })),
    fc.constantFrom('', '{', '{"method":"', '{"method":"nobody",', ' '),
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), sizes, (messages, cuts) => {
      const lines = messages.map(toRunner);
      const { text, beginnings, commands } = feed(lines.map(line => `${line}\n`).join(''), cuts);
      const got = text.split('\n').slice(0, -1);
      expect(got.length).toBe(messages.length);
      for (const [index, line] of got.entries()) {
        const sent = messages[index] ?? '';
        if (isJson(sent)) expect(JSON.parse(line)).toEqual(JSON.parse(sent));
        else expect(line.trimStart()).toBe(sent.trimStart());
      }
      expect(beginnings.length).toBe(messages.length);
      expect(commands).toEqual([]);
    }),
  );
});

function isJson(text: string): boolean {
  try {
    return Boolean(JSON.parse(text));
  } catch {
    return false;
  }
}
