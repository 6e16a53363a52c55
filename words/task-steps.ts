// The life of a task in the words of a language: `created → working 0.0 s`, as far as every step of it is one that the hub knows.
import type { TaskStep } from '../contract/failure-reasons.ts';

const stepPattern = /^([a-z_]+)((?: \d+\.\d s)?)$/;

/** What stands for `life` in a text; a life with other steps is shown as it came. */
export function taskSteps(life: string, names: Readonly<Record<TaskStep, string>>): string {
  const steps = life.split(' → ').map(step => {
    const [, status = '', time = ''] = stepPattern.exec(step) ?? [];
    return Object.hasOwn(names, status) ? names[status as TaskStep] + time : null;
  });
  return steps.includes(null) ? '{life}' : steps.join(' → ');
}
