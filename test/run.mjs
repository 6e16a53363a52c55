// `npm test [-- --no-install] [unit|integration|e2e ...]`: provides, builds, checks, runs every kind of test and adds up.
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
const total = { passed: 0, failed: 0, skipped: 0 };

if (kinds.includes('e2e')) {
  const found = args.includes('--no-install') ? findAll() : await provide();
  process.env.PILOTHOUSE_TEST_PROVIDED = JSON.stringify(found);
  for (const [name, { reason }] of Object.entries(found)) {
    if (reason && process.env.CI) failed(`${name} is missing and CI is set: ${reason}`);
    else if (reason) console.log(`Suites that need ${name} will be skipped: ${reason}`);
  }
}
if (node('build.mjs') !== 0) failed('the build failed');
else {
  if (chosen.length === 0 && npm('run', 'check') !== 0) failed('npm run check failed');
  for (const kind of kinds) runKind(kind);
}
console.log(sentence(total));
process.exit(total.failed > 0 ? 1 : 0);

function runKind(kind) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-test-'));
  const countsFile = path.join(folder, 'counts.json');
  try {
    const env = { ...process.env, PILOTHOUSE_TEST_COUNTS: countsFile };
    const vitest = path.join('node_modules', 'vitest', 'vitest.mjs');
    const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', kind], {
      cwd: root,
      stdio: 'inherit',
      env,
    });
    const counts = fs.existsSync(countsFile) ? JSON.parse(fs.readFileSync(countsFile, 'utf8')) : null;
    for (const key of Object.keys(total)) total[key] += counts?.[key] ?? 0;
    if (status !== 0 && !(counts?.failed > 0)) failed(`the ${kind} run ended with ${status}`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
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
