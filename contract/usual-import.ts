// Which of what was found in another app most people want to take over: what can be, and is not here yet. Pure.
import type { ImportEntry, ImportThing } from './schemas/imports.ts';

export function isUsualEntry({ problem, own, exists, taken, same }: ImportEntry): boolean {
  return [problem, own, exists, taken, same].every(reason => reason === null);
}

export function isUsualThing({ problem, exists }: ImportThing): boolean {
  return problem === null && !exists;
}
