// `npm run check`: whatever the scripts named check:… run, two at a time. What one says is printed once it has ended; all of them run, and one
// that fails makes the whole fail. tsc has one checker there: several look at much of the same code, each for itself.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Those begin first, so that none of them is left alone at the end. */
const longest = ['tsc -p test ', 'oxlint ', 'tsc -p tsconfig.electron-33.json ', 'tsc -p . ', 'tsc -p renderer '];
const rank = line => {
  const at = longest.findIndex(begin => line.startsWith(begin));
  return at < 0 ? longest.length : at;
};

const waiting = Object.entries(scripts)
  .flatMap(([name, line]) => (name.startsWith('check:') ? line.split(' && ') : []))
  .toSorted((a, b) => rank(a) - rank(b));
const failed = [];
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
for (const line of failed) console.error(`FAILED: ${line}`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Takes one after the other, until none is left. */
async function work() {
  for (let line = waiting.shift(); line; line = waiting.shift()) {
    const { isGood, said } = await run(line);
    console.log(`> ${line}\n${said}`);
    if (!isGood) failed.push(line);
  }
}

/** In a shell, as npm has it, which has put the programs of the packages into PATH. */
function run(line) {
  const child = spawn(line, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (said += text));
  return new Promise(resolve => {
    child.once('error', error => resolve({ isGood: false, said: error.message }));
    child.once('close', code => resolve({ isGood: code === 0, said }));
  });
}
