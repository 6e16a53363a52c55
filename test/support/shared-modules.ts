// Set up for files that share their modules: what one of them has put in place of the clock, or of a browser, is gone before the next.
import { afterAll, vi } from 'vitest';

const replaced = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'Date',
  'chrome',
] as const;

type Real = Partial<Record<(typeof replaced)[number], unknown>>;

/** Of this process; the first file finds them as they are. */
const world = globalThis as Real & { [key: symbol]: Real | undefined };
const real = (world[Symbol.for('pilothouse.tests.real')] ??= Object.fromEntries(
  replaced.map(name => [name, world[name]]),
));

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // A spy on a clock that is not real is put back as it was, behind its end.
  Object.assign(globalThis, real);
});
