// Which language the shell speaks.
import { english } from './words-english.ts';
import { german } from './words-german.ts';
import type { LanguageChoice } from '../../contract/schemas/desktop.ts';
import type { ShellWords } from './shell-words.ts';

/** `system` is the system's own language as a tag of BCP 47, such as `de-AT`. */
export function shellWords(choice: LanguageChoice, system: string): ShellWords {
  const language = choice === 'system' ? system : choice;
  return language.toLowerCase().startsWith('de') ? german : english;
}
