// What a module answers, as JSON-RPC 2.0: some that were written for Harbor leave the version out, and give both a result and an error of null.
import { isRecord, jsonIn } from '../../../contract/json.ts';

/** One line that is an answer, or null for any other line. */
export function moduleReply(text: string): string | null {
  const message = jsonIn(text);
  if (!isRecord(message) || !('result' in message || 'error' in message)) return null;
  const { id = null, result = null, error = null } = message;
  return JSON.stringify({ jsonrpc: '2.0', id, ...(error === null ? { result } : { error }) });
}
