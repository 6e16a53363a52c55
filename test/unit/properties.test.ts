// Every property of test/fuzz that needs nothing but this process, with 2,000 cases each (FUZZ_RUNS sets another number).
import { expect, test } from 'vitest';
import { properties, unitProperties } from '../fuzz/properties.ts';
import { unitCases } from '../fuzz/property.ts';

// A frame for a busy machine; the properties themselves know no time.
for (const { title, check } of unitProperties) test(title, () => check(unitCases), 900_000);

test('No two properties have one title, by which one of them is chosen.', () => {
  expect(new Set(properties.map(({ title }) => title)).size).toBe(properties.length);
});
