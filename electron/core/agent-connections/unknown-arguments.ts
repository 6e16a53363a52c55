// Arguments that no tool of the browser takes: the call is carried out without them, and its answer names them.
import { isRecord } from '../../../contract/json.ts';
import { withSentence } from '../../../native-host/dialects/unheeded-arguments.ts';
import type { ToolCallParams, ToolResult } from '../../../contract/schemas/messages.ts';
import type { Callable } from '../tools/callable.ts';

const mostNames = 10;
const mostNameChars = 50;

/** The answer of a tool of the browser, and behind it what its schema does not know of the call's arguments. Servers answer for themselves. */
export function namingUnknown(
  callable: Callable | null,
  { arguments: args = {} }: ToolCallParams,
  result: ToolResult,
): ToolResult {
  if (callable?.kind !== 'browser' || result.isError) return result;
  const { name, inputSchema } = callable.tool;
  const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {};
  const unknown = Object.keys(args).filter(key => !Object.hasOwn(properties, key) && asksForSomething(args[key]));
  if (unknown.length === 0) return result;
  const shown = unknown.slice(0, mostNames).map(key => JSON.stringify(key.slice(0, mostNameChars)));
  const taken = Object.keys(properties).join(', ');
  return withSentence(result, `Ignored, because ${name} has no such argument: ${shown.join(', ')}. It takes ${taken}.`);
}

function asksForSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false;
}
