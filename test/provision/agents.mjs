// The real agents of the end-to-end tests, as they are published: where they are installed, and their installation, in a cache beside Electron's.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const pinned = path.join(path.dirname(fileURLToPath(import.meta.url)), 'agents');
const installLimitMs = 20 * 60_000;

/**
 * Each by its row in the table of agents; `unpacks` is the package whose script puts the program in its place, `native` the one whose
 * name begins those that hold the program itself, one for each system.
 */
const programs = {
  'claude-code': {
    program: 'claude',
    package: '@anthropic-ai/claude-code',
    unpacks: '@anthropic-ai/claude-code',
    native: '@anthropic-ai/claude-code',
  },
  codex: { program: 'codex', package: '@openai/codex', native: '@openai/codex' },
  'gemini-cli': { program: 'gemini', package: '@google/gemini-cli' },
  'qwen-code': { program: 'qwen', package: '@qwen-code/qwen-code' },
  opencode: { program: 'opencode', package: 'opencode-ai', unpacks: 'opencode-ai', native: 'opencode' },
  continue: { program: 'cn', package: '@continuedev/cli' },
  amp: { program: 'amp', package: '@sourcegraph/amp', unpacks: '@ampcode/cli', native: '@ampcode/cli' },
  'copilot-cli': { program: 'copilot', package: '@github/copilot', native: '@github/copilot' },
};

/**
 * Each is `{ path }` or `{ reason }`, with `isNowhere` where the registry has no such program for this system. Without one of another
 * system, whose HOME does not move all that they write.
 */
export function findAgents(env = process.env) {
  const folder = agentsFolder(env);
  const found = Object.entries(programs).map(([id, { program, package: name, native }]) => {
    if (process.platform !== 'linux') return [id, { reason: 'real agents are tried under Linux only' }];
    const file = path.join(folder, 'node_modules', '.bin', program);
    if (!fs.existsSync(file)) return [id, { reason: `no ${name} in ${folder}; run npm test` }];
    if (native === undefined || isInstalled(folder, nativePackage(native))) return [id, { path: file }];
    return [
      id,
      { reason: `the registry has no ${nativePackage(native)}, without which ${name} does not run`, isNowhere: true },
    ];
  });
  return Object.fromEntries(found);
}

/** What it would install, in words. */
export function agentsInWords(env = process.env) {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(pinned, 'package.json'), 'utf8'));
  const names = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
  return `npm: ${names.join(', ')} (1.8 GB) into ${agentsFolder(env)}`;
}

/** All or none: they lie in their folder once everything is there. */
export function installAgents(env = process.env) {
  const folder = agentsFolder(env);
  const unfinished = `${folder}.${process.pid}`;
  fs.mkdirSync(unfinished, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    fs.copyFileSync(path.join(pinned, file), path.join(unfinished, file));
  const unpacking = Object.values(programs).flatMap(({ unpacks }) => unpacks ?? []);
  // Not `ci`: the list lacks packages of other systems that a registry may not have, which that takes for a fault.
  const isDone =
    npm(unfinished, ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']) &&
    lacksNothing(unfinished) &&
    npm(unfinished, ['rebuild', ...unpacking]);
  if (isDone) fs.rmSync(folder, { recursive: true, force: true });
  if (isDone) fs.renameSync(unfinished, folder);
  else console.error('npm could not install the agents.');
  fs.rmSync(unfinished, { recursive: true, force: true });
}

/** npm leaves out without a word what it could not fetch of the packages for a system, also what the registry has. */
function lacksNothing(folder) {
  const missing = Object.values(programs).flatMap(({ native }) =>
    native === undefined || isInstalled(folder, nativePackage(native)) ? [] : [nativePackage(native)],
  );
  const { packages } = JSON.parse(fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
  return missing.every(name => {
    const { name: published = name, version } = packages[`node_modules/${name}`] ?? {};
    const there = version !== undefined && npm(folder, ['view', `${published}@${version}`, 'version']);
    if (there) console.error(`npm left out ${name}, which the registry has.`);
    return !there;
  });
}

function nativePackage(native) {
  return `${native}-${process.platform}-${process.arch}`;
}

function isInstalled(folder, name) {
  return fs.existsSync(path.join(folder, 'node_modules', name, 'package.json'));
}

/** Another one for each list of versions. */
function agentsFolder(env) {
  const caches = env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  const lock = fs.readFileSync(path.join(pinned, 'package-lock.json'));
  return path.join(caches, 'pilothouse', `agents-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
}

function npm(cwd, args) {
  return spawnSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], timeout: installLimitMs }).status === 0;
}
