// Which hub keeps what a call goes on with: its name stands before the state and the names of tasks, so that nobody has to remember it. Pure.
import { isFleetName } from '../../../../contract/fleet.ts';
import { isRecord, parseJson } from '../../../../contract/json.ts';
import { unknownState } from '../../http/stateless/exchanges.ts';
import { createdTask, withRelatedName, withTaskNames } from '../../tasks/task-words.ts';
import type { CallEnd } from './call-asker.ts';

export interface KeptThere {
  readonly hub: string;
  /** The params as that hub knows them. */
  readonly params: Record<string, unknown>;
  /** A call that had begun there goes on; it is no new one. */
  readonly goesOn: boolean;
}

/** Null for a call that is new, and for what another hub has than is meant. Of one hub alone, tasks have its own names. */
export function keptThere(params: unknown, meant: string | null): KeptThere | null {
  if (!isRecord(params)) return null;
  const state = readName(params.requestState);
  // A task that waits for input has both.
  const task = meant === null ? readName(params.taskId) : null;
  const hub = state?.hub ?? task?.hub;
  if (hub === undefined) return meant === null ? listenedThere(params) : null;
  if (meant !== null && hub !== meant) return null;
  return {
    hub,
    goesOn: state !== null,
    params: {
      ...params,
      ...(state && { requestState: state.name }),
      ...(task && task.hub === hub && { taskId: task.name }),
    },
  };
}

/** News of tasks are told by the hub that has them: of several one is asked, and of the others there are none. */
function listenedThere(params: Record<string, unknown>): KeptThere | null {
  const { notifications } = params;
  if (!isRecord(notifications) || !Array.isArray(notifications.taskIds)) return null;
  const tasks = notifications.taskIds.flatMap(id => readName(id) ?? []);
  const hub = tasks.at(-1)?.hub;
  if (hub === undefined) return null;
  const taskIds = tasks.flatMap(task => (task.hub === hub ? [task.name] : []));
  return { hub, goesOn: false, params: { ...params, notifications: { ...notifications, taskIds } } };
}

/** How a call has ended that had begun before it came back: it is never said to have begun nowhere. */
export function endOfKept(end: CallEnd, { hub, goesOn }: KeptThere, share: string): CallEnd {
  if (!goesOn) return end;
  if ('reason' in end) {
    const { kind } = end.reason;
    if (kind === 'fleet-nobody-takes') return { reason: { kind: 'fleet-taker-gone', hub, share } };
    return kind === 'fleet-cut-off' ? { reason: { kind: 'fleet-answer-lost', hub, share } } : end;
  }
  // Its hub has begun anew since, or gave it up.
  return isUnknownState(end.text) ? { reason: { kind: 'fleet-answer-lost', hub, share } } : end;
}

function isUnknownState(text: string): boolean {
  if (!text.includes(unknownState)) return false;
  const message = parseJson(text);
  return isRecord(message) && isRecord(message.error) && message.error.message === unknownState;
}

/** The answer of a hub as whoever asked knows what it names. `ofGroup`: others answer the same calls. */
export function answeredBy(text: string, by: string, method: string, ofGroup: boolean): string {
  // Read in full only where it may be there.
  const hasState = text.includes('"requestState"');
  const isOffer = ofGroup && method === 'server/discover' && text.includes('"tasks"');
  const hasTask = ofGroup && text.includes('"taskId"');
  if (!hasState && !isOffer && !hasTask) return text;
  const message = parseJson(text);
  if (!isRecord(message) || !isRecord(message.result)) return text;
  let { result } = message;
  if (typeof result.requestState === 'string') result = { ...result, requestState: nameOf(by, result.requestState) };
  if (hasTask) result = namedTasks(result, by, method.startsWith('tasks/') || createdTask(result) !== null);
  if (isOffer) result = withoutList(result);
  return result === message.result ? text : JSON.stringify({ ...message, result });
}

/** What a hub of a group has told before an answer. */
export function toldBy(text: string, by: string): string {
  if (!text.includes('"taskId')) return text;
  const message = parseJson(text);
  if (!isRecord(message) || !isRecord(message.params)) return text;
  const { method, params } = message;
  const named = namedTasks(params, by, String(method).startsWith('notifications/tasks'));
  const { notifications } = params;
  const granted = isRecord(notifications) && Array.isArray(notifications.taskIds) ? notifications.taskIds : null;
  const taskIds = granted && { taskIds: granted.map(id => nameOf(by, String(id))) };
  const filter = taskIds && isRecord(notifications) && { notifications: { ...notifications, ...taskIds } };
  return JSON.stringify({ ...message, params: { ...named, ...filter } });
}

function namedTasks(value: Record<string, unknown>, by: string, isOfTasks: boolean): Record<string, unknown> {
  const name = (id: string) => nameOf(by, id);
  const named = isOfTasks ? withTaskNames(value, name) : withRelatedName(value, name);
  return isRecord(named) ? named : value;
}

/** One hub of a group would list its own tasks alone. */
function withoutList(result: Record<string, unknown>): Record<string, unknown> {
  const { capabilities } = result;
  if (!isRecord(capabilities) || !isRecord(capabilities.tasks)) return result;
  const { list: _, ...tasks } = capabilities.tasks;
  return { ...result, capabilities: { ...capabilities, tasks } };
}

function nameOf(hub: string, name: string): string {
  return `${hub}:${name}`;
}

function readName(value: unknown): { readonly hub: string; readonly name: string } | null {
  if (typeof value !== 'string') return null;
  const end = value.indexOf(':');
  const hub = value.slice(0, Math.max(0, end));
  return isFleetName(hub) ? { hub, name: value.slice(end + 1) } : null;
}
