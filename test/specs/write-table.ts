// `npm run docs:specs`: writes docs/specs.md from the rows beside this, and writes nothing where a row names a test that is not there.
import { writeFileSync } from 'node:fs';
import { pageFile, readSource, testFiles } from './sources.ts';
import { specs } from './specs.ts';
import { missingTests, specsPage, unnamedTests } from './table.ts';

const missing = missingTests(specs, readSource).map(({ file, title }) => `${file} has no "${title}".`);
const unnamed = unnamedTests(specs, testFiles(), readSource).map(
  ({ file, title }) => `No row names ${file}: "${title}".`,
);
if (missing.length + unnamed.length > 0) {
  process.stderr.write(
    `docs/specs.md was not written. Put these right in test/specs/:\n${[...missing, ...unnamed].join('\n')}\n`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(pageFile, specsPage(specs));
  process.stdout.write(`Written: ${pageFile}\n`);
}
