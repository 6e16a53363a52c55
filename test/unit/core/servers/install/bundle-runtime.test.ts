// A bundle's range of versions of its runtime, as npm and pip write them, held against what is here.
import { expect, test } from 'vitest';
import { isWithin, runtimeWarning } from '../../../../../electron/core/servers/install/bundle-runtime.ts';
import { buildWay } from '../../../../support/install-hub.ts';

test.each<[string, string, boolean | null]>([
  ['>=18.0.0', '24.1.0', true],
  ['>= 18', '16.20.0', false],
  ['>=18 <21', '20.9.9', true],
  ['>=18 <21', '21.0.0', false],
  ['>=3.10,<4', '3.9.18', false],
  ['>=3.10, <4.0', '3.13.1', true],
  ['^20.1', '20.11.0', true],
  ['^20.1', '20.0.9', false],
  ['^20.1', '22.0.0', false],
  ['^0.3.1', '0.3.9', true],
  ['^0.3.1', '0.4.0', false],
  ['~20.1.2', '20.1.9', true],
  ['~20.1.2', '20.2.0', false],
  ['~=3.11', '3.13.0', true],
  ['~=3.11.2', '3.12.0', false],
  ['==3.11.*', '3.11.9', true],
  ['==3.11.*', '3.12.0', false],
  ['22.x', '22.4.0', true],
  ['22', '23.0.0', false],
  ['20.1.0', '20.1.0', true],
  ['20.1.0', '20.1.1', false],
  ['^18 || ^20 || >=22', '20.3.0', true],
  ['^18 || ^20', '19.0.0', false],
  ['*', '1.0.0', true],
  ['', '1.0.0', true],
  ['lts/*', '20.0.0', null],
  ['!=3.11', '3.11.0', null],
  ['1 - 2', '1.5.0', null],
])('%j and %s: %s', (range, version, held) => {
  expect(isWithin(version, range)).toBe(held);
});

test('A bundle is warned of where its runtime is here in another version, by the name that it is started by.', async () => {
  const warned = (program: 'node' | 'python' | 'uv', runtime: string, found: string | null) =>
    runtimeWarning(
      { runtime: { program, range: '>=3.12' }, way: buildWay({ kind: 'mcpb', runtime }) },
      async command => (command === runtime ? found : 'not asked for'),
    );
  expect(await warned('python', 'python3', '3.11.2')).toEqual({
    kind: 'bundle-runtime',
    program: 'python3',
    range: '>=3.12',
    found: '3.11.2',
  });
  expect(await warned('python', 'python3', '3.12.0')).toBeNull();
  expect(await warned('python', 'python3', null)).toBeNull();
  expect(await warned('uv', 'uv', '0.9.0')).toBeNull();
  expect(await warned('python', '${folder}/venv/bin/python', '3.11.2')).toBeNull();
});
