// What is said where the trace kept only the beginning of a message.
import { formatBytes } from './format.ts';

/** `whole` and `kept` in bytes; null where the message is there as it was. */
export function cutSentence(whole: number | null, kept: number | undefined): string | null {
  if (kept === undefined) return null;
  const all = whole === null ? 'of it' : `of ${formatBytes(whole)}`;
  return `Only the first ${formatBytes(kept)} ${all} are kept in the trace; the message itself was passed on whole.`;
}
