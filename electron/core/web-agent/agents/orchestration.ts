// What the ways to orchestrate agents share: how one is called, what they read of their configuration, and how values go from one to the next.
import { isRecord } from '../../../../contract/json.ts';
import { invalid, recordIn } from '../page-asked.ts';
import { agentBounds } from './agent-bounds.ts';
import type { PageAsked, Payload } from '../page-asked.ts';
import type { InvocationResult } from './invocation.ts';

/** Calls one agent, within the usual time. Rejects only where the caller has left. */
export type AskAgent = (agentId: string, task: string, input: unknown) => Promise<InvocationResult>;

export interface Orchestrating {
  readonly ask: AskAgent;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** For what has no id of its own. */
  readonly newId: (kind: string) => string;
}

export const maxSteps = 50;
export const maxTasks = 200;
/** Of one orchestration, at the same time. */
export const maxAtOnce = 16;

/** One generation names the configuration by what it is, the other `config`. */
export function configIn(asked: PageAsked, otherName: string): Payload {
  const config = recordIn(asked.payload, 'config') ?? recordIn(asked.payload, otherName);
  if (config) return config;
  throw invalid(`${asked.type} needs a configuration, an object.`);
}

/** Throws ERR_INVALID_REQUEST for what is no list of objects, has none, or too many. */
export function recordsIn(payload: Payload, name: string, most: number): Payload[] {
  const value = payload[name];
  const records = Array.isArray(value) ? value.filter(isRecord) : [];
  if (Array.isArray(value) && records.length === value.length && records.length > 0 && records.length <= most)
    return records;
  throw invalid(`"${name}" must be a list of 1 to ${most} objects.`);
}

export function idIn(payload: Payload, name: string): string {
  const value = payload[name];
  if (typeof value === 'string' && value !== '' && value.length <= 200) return value;
  throw invalid(`"${name}" must be the id of an agent, not ${JSON.stringify(value)?.slice(0, 100)}.`);
}

/** `{{input}}` in a task stands for what goes in, texts as they are. */
export function filledTask(template: string, input: unknown): string {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '');
  const task = template.replaceAll('{{input}}', () => text);
  if (task !== '' && task.length <= agentBounds.taskChars) return task;
  throw invalid(`A task must be a text of 1 to ${agentBounds.taskChars} characters, with what goes in for {{input}}.`);
}

const path = /^(?:\.[^.]{1,100}){1,20}$/;

/** `.a.b`, or nothing. Throws ERR_INVALID_REQUEST for every other transform: none is ever carried out as a program. */
export function pathIn(payload: Payload, name: string): readonly string[] {
  const value = payload[name];
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string' && path.test(value)) return value.slice(1).split('.');
  throw invalid(`"${name}" must be a path such as ".result.text", not ${JSON.stringify(value)?.slice(0, 100)}.`);
}

/** Undefined where it leads to nothing; only what the value has itself is found. */
export function followed(value: unknown, keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

/** Works through the items, so many at the same time; results are in the order of `items`. */
export async function mapFew<T, R>(items: readonly T[], few: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const worker = async () => {
    for (const [at, item] of rest) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(few, items.length) }, worker));
  return results;
}
