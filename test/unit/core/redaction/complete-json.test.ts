// The beginning of a JSON text becomes JSON again.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeJson } from '../../../../electron/core/redaction/complete-json.ts';

test.each([
  ['{"a":"hello","b":"wor', '{"a":"hello","b":"wor…"}'],
  ['{"a":[1,2,{"c":"d"},34', '{"a":[1,2,{"c":"d"}]}'],
  ['{"a":1,"b', '{"a":1}'],
  ['{"a":1,"b"', '{"a":1}'],
  ['{"a":1,"b":', '{"a":1}'],
  ['{"a":1,', '{"a":1}'],
  ['{"a":tru', '{}'],
  ['[[],{},[', '[[],{},[]]'],
  ['["x\\', '["x…"]'],
  ['["x\\u00e', '["x…"]'],
  ['["x\\\\', '["x\\\\…"]'],
  ['["x\\"y', '["x\\"y…"]'],
  ['{"a":{"b":"c"},"d":"e"}', '{"a":{"b":"c"},"d":"e"}'],
])('%s', (beginning, whole) => {
  expect(completeJson(beginning, '…')).toBe(whole);
});

test('every beginning of a list or an object is JSON afterwards', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.double({ min: 0, max: 1, noNaN: true }), (value, part) => {
      const text = JSON.stringify([value, { 'a"\\': value }]);
      const beginning = text.slice(0, 1 + Math.floor(part * text.length));
      expect(() => JSON.parse(completeJson(beginning, '… "cut"'))).not.toThrow();
    }),
  );
});

test('text that never was JSON does not throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ua1 ') }), text => completeJson(text, '') !== null),
  );
});
