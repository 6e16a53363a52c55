// `npm run conformance [-- --client | --server | --tasks]`: the official suites against the fixture server directly and through the hub. What passes directly must pass through.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openPlace } from '../support/hub-process.ts';
import { repositoryRoot } from '../support/provided.ts';
import { serveBehindHub } from './behind-hub.ts';
import { runClientScenarios } from './client-scenarios.ts';
import { passed, runSuite } from './suite.ts';
import { runTasks, tasksSuite } from './tasks-suite.ts';
import type { Report, Suite } from './suite.ts';

const only = process.argv.at(-1);
const fixture = path.join(repositoryRoot, 'test/fixtures/servers/conformance.mjs');
const tasksFixture = path.join(repositoryRoot, 'test/fixtures/servers/tasks.mjs');

const older: Suite = { package: 'conformance-2025', args: ['--suite', 'active'] };
const newer: Suite = { package: 'conformance-2026', args: ['--requirements', '2026-07-28'] };

interface Way {
  readonly serverId: string;
  readonly suites: readonly Suite[];
  /** It knows no era but that of handshakes. */
  readonly isOlder?: true;
}

const ways: readonly Way[] = [
  { serverId: 'both', suites: [older, newer] },
  // Of the newer suite nothing passes directly: what passes through, the hub adds.
  { serverId: 'handshake', suites: [older, newer], isOlder: true },
  { serverId: 'stateless', suites: [newer] },
  { serverId: 'remote', suites: [newer] },
];

/** A fixture on its own. */
async function serveDirectly(
  program: string,
  ...more: readonly string[]
): Promise<{ url: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, [program, '--http', ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: printed.toString().trim(),
    close: async () => {
      child.kill();
      await once(child, 'close');
    },
  };
}

/** One line for each scenario; those that pass directly and not through the hub. */
function compare(suite: Suite, { serverId }: Way, direct: Report, through: Report): string[] {
  const lost: string[] = [];
  for (const [scenario, checks] of [...direct].sort(([a], [b]) => a.localeCompare(b))) {
    const [here, there] = [passed(checks), passed(through.get(scenario))];
    process.stdout.write(`${suite.package}  ${mark(here)} direct  ${mark(there)} through ${serverId}  ${scenario}\n`);
    if (!here || there) continue;
    lost.push(`${suite.package} through ${serverId}: ${scenario}`);
    for (const { id, status, errorMessage } of through.get(scenario) ?? [])
      if (status === 'FAILURE') process.stdout.write(`    ${id}: ${errorMessage ?? 'failed'}\n`);
  }
  return lost;
}

function mark(isGood: boolean): string {
  return isGood ? 'pass' : 'FAIL';
}

async function runServerScenarios(): Promise<string[]> {
  const place = openPlace();
  const direct = await serveDirectly(fixture);
  const directlyOlder = await serveDirectly(fixture, '--sessions');
  const remote = await serveDirectly(fixture, '--stateless');
  const tasks = await serveDirectly(tasksFixture, '--stateless');
  try {
    const configs = {
      both: { command: process.execPath, args: [fixture, '--both'] },
      handshake: { command: process.execPath, args: [fixture, '--sessions'] },
      stateless: { command: process.execPath, args: [fixture, '--stateless'] },
      remote: { type: 'http', url: remote.url },
      tasks: { command: process.execPath, args: [tasksFixture, '--stateless'] },
      'remote-tasks': { type: 'http', url: tasks.url },
    };
    const behind = await serveBehindHub(place, configs, { tasks: 'greet', 'remote-tasks': 'greet' });
    const own = new Map<Suite, Report>();
    const usual = only === '--tasks' ? [] : ways;
    for (const suite of usual.length === 0 ? [] : [older, newer])
      own.set(suite, await runSuite(repositoryRoot, suite, direct.url));
    const ownOlder = usual.length === 0 ? undefined : await runSuite(repositoryRoot, newer, directlyOlder.url);
    const lost: string[] = [];
    for (const way of usual)
      for (const suite of way.suites) {
        const through = await runSuite(repositoryRoot, suite, behind.urlOf(way.serverId));
        const alone = way.isOlder && suite === newer ? ownOlder : own.get(suite);
        lost.push(...compare(suite, way, alone ?? new Map<string, never>(), through));
      }
    const ownTasks = await runTasks(repositoryRoot, tasks.url);
    for (const serverId of ['tasks', 'remote-tasks']) {
      const through = await runTasks(repositoryRoot, behind.urlOf(serverId));
      lost.push(...compare(tasksSuite, { serverId, suites: [] }, ownTasks, through));
    }
    await behind.close();
    return lost;
  } finally {
    await tasks.close();
    await remote.close();
    await direct.close();
    await directlyOlder.close();
    await place.end();
  }
}

const lost = only === '--client' ? null : await runServerScenarios();
const failed = only === '--server' || only === '--tasks' ? null : await runClientScenarios(repositoryRoot);
if (lost)
  process.stdout.write(
    lost.length === 0 ? 'Everything that passes directly passes through the hub.\n' : `Lost: ${lost.join(', ')}\n`,
  );
if (failed)
  process.stdout.write(
    failed.length === 0 ? 'Our client side passes its scenarios.\n' : `Our client side failed: ${failed.join(', ')}\n`,
  );
process.exitCode = (lost?.length ?? 0) + (failed?.length ?? 0) === 0 ? 0 : 1;
