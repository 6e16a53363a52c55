// `npm test [-- --no-install] [unit|integration|e2e ...]`: provides, builds, checks, runs every kind of test and adds up. A file in
// which a test failed runs once more at the end, alone: what passes then is told as flaky, what does not as failed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findAll } from './provision/find.mjs';
import { provide } from './provision/provide.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const allKinds = ['unit', 'integration', 'e2e'];
const args = process.argv.slice(2);
const chosen = args.filter(arg => arg !== '--no-install');
const unknown = chosen.find(kind => !allKinds.includes(kind));
if (unknown) {
  console.error(`There is no kind of test "${unknown}"; choose from ${allKinds.join(', ')} and --no-install.`);
  process.exit(2);
}
const kinds = chosen.length > 0 ? chosen : allKinds;
/** When more files failed, the change is at fault and not the machine. */
const mostRepeated = 8;
const total = { passed: 0, failed: 0, skipped: 0 };

if (kinds.includes('e2e')) {
  const found = args.includes('--no-install') ? findAll() : await provide();
  process.env.PILOTHOUSE_TEST_PROVIDED = JSON.stringify(found);
  for (const [name, { reason, isNowhere }] of Object.entries(found)) {
    if (reason && process.env.CI && !isNowhere) failed(`${name} is missing and CI is set: ${reason}`);
    else if (reason) console.log(`Suites that need ${name} will be skipped: ${reason}`);
  }
}
if (node('build.mjs') !== 0) failed('the build failed');
else {
  if (chosen.length === 0 && npm('run', 'check') !== 0) failed('npm run check failed');
  const failedFiles = kinds.flatMap(runKind);
  for (const { kind, file, counts, titles } of failedFiles) {
    const again = failedFiles.length > mostRepeated ? null : vitest(kind, file);
    const isFlaky = again?.status === 0;
    if (isFlaky) {
      add(counts, -1);
      add(again.report.counts, 1);
      refuseSkipped(kind, again.report);
    }
    for (const title of titles) console.error(`${isFlaky ? 'flaky' : 'FAILED'}: ${file} > ${title}`);
  }
}
console.log(sentence(total));
process.exit(total.failed > 0 ? 1 : 0);

/** Answers with the files in which something failed. */
function runKind(kind) {
  const { status, report } = vitest(kind);
  add(report.counts, 1);
  if (status !== 0 && report.counts.failed === 0) failed(`the ${kind} run ended with ${status}`);
  refuseSkipped(kind, report);
  return report.failedFiles.map(it => ({ kind, ...it }));
}

/** Fails each end-to-end test that CI skipped without a reason: whatever its suite needs is there by now, or was told above. */
function refuseSkipped(kind, { skippedUntold }) {
  if (kind === 'e2e' && process.env.CI) skippedUntold.forEach(title => failed(`${title} was skipped`));
}

/** Runs the tests of a kind, or one file of them; what it answers as `report` is the RunReport of test/support/count-reporter.ts. */
function vitest(kind, ...files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-test-'));
  const reportFile = path.join(folder, 'report.json');
  try {
    const script = path.join('node_modules', 'vitest', 'vitest.mjs');
    const { status } = spawnSync(process.execPath, [script, 'run', '--project', `${kind}*`, ...files], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PILOTHOUSE_TEST_REPORT: reportFile },
    });
    const nothing = { counts: { passed: 0, failed: 0, skipped: 0 }, failedFiles: [], skippedUntold: [] };
    return { status, report: fs.existsSync(reportFile) ? JSON.parse(fs.readFileSync(reportFile, 'utf8')) : nothing };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function add(counts, times) {
  for (const key of Object.keys(total)) total[key] += times * counts[key];
}

function failed(reason) {
  total.failed += 1;
  console.error(`FAILED: ${reason}`);
}

function node(script) {
  return spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' }).status;
}

function npm(...words) {
  return spawnSync('npm', words, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status;
}

function sentence({ passed, failed: bad, skipped }) {
  return `${passed} passed, ${bad} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
