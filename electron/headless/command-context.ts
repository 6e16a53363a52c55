// What every command is built with.
import type { CliWords } from './words/cli-words.ts';

export interface CommandContext {
  /** The data home. To be asked when a command runs, because the option may stand before it. */
  readonly home: () => string;
  /** In the language of the user of this data home, or of that one; with `--json` in English. */
  readonly words: (home?: string) => Promise<CliWords>;
}
