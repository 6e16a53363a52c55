// Failures that a start a moment later would end in again, because somebody has to do something first.
import type { Reason } from '../../../../contract/reasons.ts';
import type { ServerFailureReasons } from '../../../../contract/server-failure-reasons.ts';

/**
 * Nothing that has to do with a network, with a program that is being started, or with who is signed in where; nor what only may be so: a
 * sentence about variables may be a warning, and uv says that there is no package also where an index did not let it in.
 */
const hopeless: ReadonlySet<string> = new Set<keyof ServerFailureReasons>([
  'npm-no-package',
  'npm-no-version',
  'npm-no-program',
  'npm-other-engine',
  'uv-no-version',
  'uv-no-python',
  'uv-no-program',
  'uv-no-solution',
  'docker-no-image',
  'docker-no-tag',
  'python-no-module',
  'node-no-module',
  'node-file-kind',
  'node-too-old',
  'no-program-file',
  'program-missing',
  'other-machine',
  'wrong-arguments',
]);

/** Of the end of a run that was never ready. */
export function isHopeless(reason: Reason): boolean {
  if (reason.kind !== 'exited-because' || !hopeless.has(reason.why.kind)) return false;
  // A usage text alone says nothing of what is wrong.
  return reason.why.kind !== 'wrong-arguments' || !/^usage\b/i.test(reason.why.said);
}
