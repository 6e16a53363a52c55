// The extension by which both sides of MCP 2026-07-28 say that they know tasks, as their capabilities name it. Pure.
import { isRecord } from '../../../contract/json.ts';

type Fields = Readonly<Record<string, unknown>>;

export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** These capabilities without it. */
export function withoutTasks<T extends Fields>(declared: T): T {
  if (!isRecord(declared.extensions)) return declared;
  const { [tasksExtension]: _, ...extensions } = declared.extensions;
  return { ...declared, extensions };
}

/** These capabilities with it. */
export function withTasks(declared: Fields): Fields {
  const extensions = isRecord(declared.extensions) ? declared.extensions : {};
  return { ...declared, extensions: { ...extensions, [tasksExtension]: {} } };
}

/** Whether these capabilities name it. */
export function hasTasksExtension({ extensions }: Fields): boolean {
  return isRecord(extensions) && Object.hasOwn(extensions, tasksExtension);
}
