// What is said of the command in the PATH, in English.
import type { CommandReasons } from '../../contract/command-reasons.ts';
import type { Words } from '../reason.ts';

export const commandWords: Words<CommandReasons> = {
  'command-foreign': ({ leadsTo }) =>
    leadsTo === null
      ? '{file} is there already and is not ours; it was left alone. Remove it, or choose another folder (--folder).'
      : '{file} is there already and leads to {leadsTo}; it was left alone. Remove it, or choose another folder (--folder).',
  'command-no-launcher':
    'The launcher {file} is not there, which the command would start; start Pilothouse once, which writes it.',
  'command-not-changed':
    '{file} could not be changed: {code}. Choose another folder (pilothouse install-command --folder).',
};
