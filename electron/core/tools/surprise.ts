// What a browser says of a call that did what it should and met something that its agent cannot have expected, such as a dialog or a new tab.
import { isRecord } from '../../../contract/json.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';

const key = 'dev.pilothouse/surprise';

/** The result with that mark in its `_meta`, where `surprise` is true. */
export function withSurprise(result: ToolResult, surprise: boolean | undefined): ToolResult {
  if (surprise !== true) return result;
  return { ...result, _meta: { ...(isRecord(result._meta) ? result._meta : {}), [key]: true } };
}

export function metSurprise({ _meta }: ToolResult): boolean {
  return isRecord(_meta) && _meta[key] === true;
}
