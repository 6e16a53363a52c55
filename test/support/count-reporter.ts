// Reports how many tests passed, failed and were skipped (each skip with its reason), in words and, for test/run.mjs, in a file.
import fs from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Where test/run.mjs wants the counts of this run, as JSON. */
export const countsFileVariable = 'PILOTHOUSE_TEST_COUNTS';

// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter file's default export
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const counts: Counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      // A file that could not even be loaded has no failed test, and must not look green.
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) counts.failed += 1;
      for (const test of module.children.allTests()) count(counts, test);
    }
    const file = process.env[countsFileVariable];
    if (file) fs.writeFileSync(file, JSON.stringify(counts));
    else console.log(sentence(counts));
  }
}

function count(counts: Counts, test: TestCase): void {
  const result = test.result();
  if (result.state === 'passed') counts.passed += 1;
  if (result.state === 'failed') counts.failed += 1;
  if (result.state !== 'skipped') return;
  counts.skipped += 1;
  console.log(`skipped: ${test.fullName}${result.note ? ` (${result.note})` : ''}`);
}

export function sentence({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
