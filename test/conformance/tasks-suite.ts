// The scenarios of the tasks extension (SEP-2663), each run by its name: the suite itself scores them for nobody.

import { runSuite } from './suite.ts';
import type { Check, Report, Suite } from './suite.ts';

const scenarios = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-status-notifications',
  'tasks-required-task-error',
  'tasks-mrtr-composition',
];

export const tasksSuite: Suite = { package: 'conformance-2026', args: [] };

export async function runTasks(root: string, url: string): Promise<Report> {
  const report = new Map<string, readonly Check[]>();
  for (const scenario of scenarios)
    for (const [name, checks] of await runSuite(root, { ...tasksSuite, args: ['--scenario', scenario] }, url))
      report.set(name, checks);
  return report;
}
