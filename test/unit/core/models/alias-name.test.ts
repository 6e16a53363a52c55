// Names for models that were given elsewhere.
import { expect, test } from 'vitest';
import { freeAlias } from '../../../../electron/core/models/alias-name.ts';

test.each([
  ['fast', [], 'fast'],
  ['my eyes', [], 'my-eyes'],
  ['my eyes', ['my-eyes', 'my-eyes-2'], 'my-eyes-3'],
  ['!!!', [], 'model'],
  ['x'.repeat(90), [], 'x'.repeat(55)],
])('%s beside %j is %s', (wanted, taken, name) => {
  expect(freeAlias(wanted, new Set(taken))).toBe(name);
});
