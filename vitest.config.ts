// The three kinds of tests: unit (fast, pure), integration (real sockets and children), e2e (real browsers, one file at a time).
import { defineConfig } from 'vitest/config';

const shared = { environment: 'node', restoreMocks: true } as const;

export default defineConfig({
  test: {
    reporters: [['default', { summary: false }], './test/support/count-reporter.ts'],
    projects: [
      { test: { ...shared, name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...shared,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
