// The three kinds of tests: unit (fast, pure), integration (real sockets and children), e2e (real browsers, two files at a time).
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Bounds for what hangs; a busy machine must not reach them, so what is polled has no second but a minute. */
const shared = {
  environment: 'node',
  restoreMocks: true,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
} as const;

export default defineConfig({
  test: {
    reporters: [['default', { summary: false }], './test/support/count-reporter.ts'],
    // What waits for other programs leaves a core free for the next file, also where there are only two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { ...shared, name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'] } },
      { test: { ...shared, name: 'integration', include: ['test/integration/**/*.test.ts'] } },
      { test: { ...shared, name: 'e2e', include: ['test/e2e/**/*.test.ts'], maxWorkers: 2 } },
    ],
  },
});
