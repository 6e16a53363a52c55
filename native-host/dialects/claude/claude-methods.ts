// A method of spec 001's wire beside execute_tool: as a tool of its own name at the hub, and as it was again at the extension.
import { isRecord } from '../../../contract/json.ts';
import { ownOf } from '../claudezilla/claudezilla-own.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';

/** Stands before the method in the tool's name, so that a rule of the user speaks of this method alone. */
const prefix = 'method:';
const methodPattern = /^[\w./-]{1,100}$/;

/** The tool that stands for the method, which takes its `params`; null where the name is none. */
export function methodTool(method: string): string | null {
  return methodPattern.test(method) ? `${prefix}${method}` : null;
}

/** The method that the tool stands for; null for every other tool. */
export function methodOf(tool: string): string | null {
  const method = tool.startsWith(prefix) ? tool.slice(prefix.length) : '';
  return methodPattern.test(method) ? method : null;
}

/** What an extension answered without content: as JSON for who reads, and as it was for an asker of the same wire. */
export function wholeAnswer(answer: unknown): Pick<ToolResult, 'content'> & { own: { answer: unknown } } {
  return { content: [{ type: 'text', text: JSON.stringify(answer) ?? 'null' }], own: { answer } };
}

/** The same as it was; undefined where it had content. */
export function answerIn(result: unknown): unknown {
  return isRecord(result) ? ownOf({ content: [], _meta: result._meta })?.answer : undefined;
}
