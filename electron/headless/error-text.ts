// What went wrong with a command, in the language of its user where it is ours; else as whoever failed said it.
import { isReason } from '../../contract/reason.ts';
import { NoHubError } from '../../native-host/relay/home-files.ts';
import { NoAnswerError } from '../../native-host/relay/hub-connection.ts';
import { english } from '../../words/english.ts';
import { hasWords } from '../../words/reason.ts';
import { HubGoneError } from '../core/ask-hub.ts';
import type { Reason } from '../../contract/reasons.ts';
import type { CliWords } from './words/cli-words.ts';

export function errorText(error: unknown, words: CliWords): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof NoHubError) return words.noHub(error.file);
  if (error instanceof NoAnswerError) return words.noAnswer(error.path, error.why);
  if (error instanceof HubGoneError) return words.hubGone;
  const reason = reasonOfError(error);
  // A newer hub has codes that this program does not know; its sentence stands beside them.
  return reason && hasWords(english, reason) ? words.reason(reason) : error.message;
}

/** What it says as a value; null where nobody but its sentence says it. */
export function reasonOfError(error: unknown): Reason | null {
  return error instanceof Error && 'reason' in error && isReason(error.reason) ? error.reason : null;
}
