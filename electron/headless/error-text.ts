// What went wrong with a command, in the language of its user where it is ours; else as whoever failed said it.
import { isReason } from '../../contract/reason.ts';
import { NoHubError } from '../../native-host/relay/home-files.ts';
import type { CliWords } from './cli-words.ts';

export function errorText(error: unknown, words: CliWords): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof NoHubError) return words.noHub(error.file);
  return 'reason' in error && isReason(error.reason) ? words.reason(error.reason) : error.message;
}
