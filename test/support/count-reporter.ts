// Tells test/run.mjs, in a file, how many tests passed, failed and were skipped (each skip with its reason), and what failed where.
import fs from 'node:fs';
import path from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A file in which something failed; its `counts` are among those of the run. */
export interface FailedFile {
  readonly file: string;
  readonly counts: Counts;
  readonly titles: readonly string[];
}

export interface RunReport {
  readonly counts: Counts;
  readonly failedFiles: readonly FailedFile[];
  /** Titles of the tests that were skipped without saying what they lack, in the files in which nothing failed. */
  readonly skippedUntold: readonly string[];
}

/** In the title of a suite that `describeWith` skips. */
const skippedFor = '(skipped: ';

/** Where test/run.mjs wants the RunReport of this run, as JSON. */
export const reportFileVariable = 'PILOTHOUSE_TEST_REPORT';

// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter file's default export
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const counts: Counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    const failedFiles: FailedFile[] = [];
    const skippedUntold: string[] = [];
    for (const module of modules) {
      const inFile = countFile(module);
      for (const key of ['passed', 'failed', 'skipped'] as const) counts[key] += inFile.counts[key];
      if (inFile.counts.failed > 0) {
        // A hook that failed skipped the tests after it: they are judged when the file runs again.
        failedFiles.push(inFile);
        continue;
      }
      for (const { fullName } of module.children.allTests('skipped'))
        if (!fullName.includes(skippedFor)) skippedUntold.push(fullName);
    }
    const file = process.env[reportFileVariable];
    if (file) fs.writeFileSync(file, JSON.stringify({ counts, failedFiles, skippedUntold } satisfies RunReport));
    else console.log(sentence(counts));
  }
}

function countFile(module: TestModule): FailedFile {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const test of module.children.allTests()) count(counts, test);
  const titles = [...module.children.allTests('failed')].map(test => test.fullName);
  // A file that could not even be loaded, or a hook that failed, has no failed test, and must not look green.
  if (module.state() === 'failed' && titles.length === 0) {
    counts.failed += 1;
    titles.push('(the file itself)');
  }
  return { file: path.relative(process.cwd(), module.moduleId), counts, titles };
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
