// What is said where the trace kept only the beginning of a message.
import { formatBytes } from './format.ts';
import { t } from './language.ts';

/** `whole` and `kept` in bytes; null where the message is there as it was. */
export function cutSentence(whole: number | null, kept: number | undefined): string | null {
  if (kept === undefined) return null;
  const first = formatBytes(kept);
  if (whole === null)
    return t('Only the first {first} of it are kept in the trace; the message itself was passed on whole.', { first });
  return t('Only the first {first} of {whole} are kept in the trace; the message itself was passed on whole.', {
    first,
    whole: formatBytes(whole),
  });
}
