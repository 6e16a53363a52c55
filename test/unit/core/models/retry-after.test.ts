// How long a provider asks to be left alone.
import { expect, it } from 'vitest';
import { retryAfterSeconds } from '../../../../electron/core/models/wire/retry-after.ts';

const now = Date.parse('2026-11-28T12:00:00Z');

it.each([
  [{ 'retry-after': '38' }, 38],
  [{ 'retry-after': '0' }, 1],
  [{ 'retry-after': '2.5' }, 3],
  [{ 'retry-after': 'Sat, 28 Nov 2026 12:01:30 GMT' }, 90],
  [{ 'retry-after': 'Sat, 28 Nov 2026 11:00:00 GMT' }, 1],
  [{ 'retry-after-ms': '1200', 'retry-after': '60' }, 2],
  [{ 'retry-after': '99999999' }, 86_400],
  [{ 'retry-after': 'soon' }, 30],
  [{}, 30],
])('%j is %i s', (headers, seconds) => {
  expect(retryAfterSeconds(new Headers(headers as Record<string, string>), now)).toBe(seconds);
});
