// What is said of the command in the PATH, in German.
import type { CommandReasons } from '../../contract/command-reasons.ts';
import type { Words } from '../reason.ts';

export const commandWords: Words<CommandReasons> = {
  'command-foreign': ({ leadsTo }) =>
    leadsTo === null
      ? '{file} gibt es schon und stammt nicht von uns; es blieb, wie es ist. Es entfernen oder einen anderen Ordner wählen (--folder).'
      : '{file} gibt es schon und führt zu {leadsTo}; es blieb, wie es ist. Es entfernen oder einen anderen Ordner wählen (--folder).',
  'command-no-launcher':
    'Den Starter {file}, den der Befehl aufruft, gibt es nicht; Pilothouse einmal starten, dann wird er geschrieben.',
  'command-not-changed':
    '{file} ließ sich nicht ändern: {code}. Einen anderen Ordner wählen (pilothouse install-command --folder).',
};
