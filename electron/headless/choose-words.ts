// Which language the command line speaks: the one chosen in the desktop app of this data home, else that of the terminal.
import fs from 'node:fs';
import path from 'node:path';
import { languageChoices } from '../../contract/desktop.ts';
import { isRecord } from '../../contract/json.ts';
import { english } from './words/english.ts';
import type { CliWords } from './words/cli-words.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** `system` tells the language of the system as a tag of BCP 47, for terminals that tell none, such as those of Windows. */
export async function cliWords(home: string, env: Env, system = systemLanguage): Promise<CliWords> {
  const chosen = chosenLanguage(home);
  // As POSIX has it ("8.2 Internationalization Variables"): the first of them that is not empty decides.
  const ofTerminal = env.LC_ALL || env.LC_MESSAGES || env.LANG || system();
  if (!/^de\b|^de_/i.test(chosen ?? ofTerminal)) return english;
  return (await import('./words/german.ts')).german;
}

/** Plural rules know it too, for 0.7 MB where `Intl.DateTimeFormat` takes 8. */
function systemLanguage(): string {
  return new Intl.PluralRules().resolvedOptions().locale;
}

/** Null where nothing is chosen, or the system is to be followed. */
function chosenLanguage(home: string): string | null {
  try {
    const file: unknown = JSON.parse(fs.readFileSync(path.join(home, 'electron', 'desktop.json'), 'utf8'));
    const choice = languageChoices.find(language => isRecord(file) && file.language === language);
    return choice === 'system' ? null : (choice ?? null);
  } catch {
    return null;
  }
}
