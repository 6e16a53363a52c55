// What a server gets of the environment beside what was given to it.
import { t } from '../../../words/language.ts';
import type { ServerKind } from '../../../../contract/schemas/servers.ts';

export function inheritedSentence(kind: ServerKind, given: number): string {
  switch (kind) {
    case 'http':
    case 'sse':
      return given === 0 ? t('It is called without headers of your own.') : t('They are sent with every request.');
    case 'javascript':
    case 'wasm':
      return given === 0
        ? t('It sees no variables at all.')
        : t('It sees {given, plural, one {this variable} other {these # variables}} and no other.', { given });
    case 'stdio':
      return given === 0
        ? t(
            'Nothing was added. It gets what programs need of yours (PATH, home folder, user name, language, temporary folder, shell), and nothing else of the hub’s environment.',
          )
        : t(
            'Beside these it gets what programs need of yours (PATH, home folder, user name, language, temporary folder, shell), and nothing else of the hub’s environment.',
          );
  }
}
