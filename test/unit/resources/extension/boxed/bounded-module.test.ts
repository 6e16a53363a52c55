// A module whose memory is given an end: what it declares, what it does, and what is refused.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { boundedModule } from '../../../../../resources/extension/boxed/bounded-module.ts';

const page = 65_536;
const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** With a memory, exported as "m". */
const withMemory = (...limits: number[]) =>
  new Uint8Array([...head, 5, limits.length + 1, 1, ...limits, 7, 5, 1, 1, 0x6d, 2, 0]);

async function memoryOf(module: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Memory> {
  const { instance } = await WebAssembly.instantiate(module);
  return instance.exports['m'] as WebAssembly.Memory;
}

describe('A module', () => {
  test.each([
    ['that names no most', [0, 1]],
    ['that names more', [1, 1, 0x80, 0x08]],
  ])('%s has no more than it is given.', async (_, limits) => {
    const memory = await memoryOf(boundedModule(withMemory(...limits), 3 * page));
    memory.grow(2);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  test('that names less keeps that.', async () => {
    const memory = await memoryOf(boundedModule(withMemory(1, 1, 2), 64 * page));
    memory.grow(1);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  test('is otherwise what it was.', () => {
    const module = new Uint8Array(fs.readFileSync('test/fixtures/servers/sandboxed/echo.wasm'));
    const bounded = boundedModule(module, 1024 * page);
    const exports = (one: Uint8Array<ArrayBuffer>) => WebAssembly.Module.exports(new WebAssembly.Module(one));
    expect(exports(bounded)).toEqual(exports(module));
  });

  test.each([
    ['needs more to begin with', withMemory(0, 4), 'needs 1 MiB of memory'],
    ['has a memory that is shared', withMemory(3, 1, 2), 'shared'],
    ['has addresses of 64 bits', withMemory(4, 1), '64 bits'],
    ['has two memories', new Uint8Array([...head, 5, 5, 2, 0, 1, 0, 1]), '2 memories'],
    ['is damaged', withMemory(0, 1).subarray(0, 11), 'is damaged'],
    ['is none', new TextEncoder().encode('not wasm, but long enough'), 'no WebAssembly module'],
  ])('that %s is refused.', (_, module, why) => {
    expect(() => boundedModule(module, 3 * page)).toThrow(why);
  });
});
