// A plan of an agent: what it takes, and which pages belong to it.
import { expect, test } from 'vitest';
import { isInPlan, readPlan } from '../../../../electron/core/permissions/plan.ts';

test.each([
  ['example.com', 'https://example.com', true],
  ['example.com', 'http://example.com', true],
  ['example.com', 'https://shop.example.com', true],
  ['example.com', 'https://notexample.com', false],
  ['example.com', 'https://example.com.evil.example', false],
  ['example.com', 'https://example.com:8443', false],
  ['*.example.com', 'https://a.b.example.com', true],
  ['https://example.com', 'http://example.com', false],
  ['Example.COM ', 'https://example.com', true],
  ['localhost:3000', 'http://localhost:3000', true],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080', true],
  ['127.0.0.1:8080', 'http://127.0.0.1:8081', false],
  ['bücher.example', 'https://xn--bcher-kva.example', true],
])('A plan for %s: %s is in it: %s.', (domain, origin, isIn) => {
  expect(isInPlan(readPlan({ domains: ['other.example', domain], approach: ['Look.'] }), origin)).toBe(isIn);
});

test.each([
  [{}, 'null'],
  [{ domains: [] }, '[]'],
  [{ domains: 'example.com' }, '"example.com"'],
  [{ domains: ['example.com', 'example.com/path'] }, '"example.com/path"'],
  [{ domains: ['https://'] }, '"https://"'],
  [{ domains: ['example.com'], approach: 'Look.' }, '["example.com"]'],
])('%j is no plan.', (args, found) => {
  expect(() => readPlan(args)).toThrow(
    expect.objectContaining({
      code: 'ERR_INVALID_ARGUMENTS',
      message: `A plan needs domains, 1 to 50 such as "example.com", and approach, a list of texts; domains has ${found}.`,
    }),
  );
});
