// What a server gets of the environment beside what was given to it.
import { t } from '../../../words/language.ts';
import type { ServerEnvironment } from '../../../../contract/schemas/server-config.ts';
import type { EnvironmentGroup, ServerKind } from '../../../../contract/schemas/servers.ts';

export function inheritedSentence(kind: ServerKind, given: number): string {
  switch (kind) {
    case 'http':
    case 'sse':
      return given === 0 ? t('It is called without headers of your own.') : t('They are sent with every request.');
    case 'fleet':
      return t('It runs on another hub, which gives it what it needs.');
    case 'javascript':
    case 'wasm':
      return given === 0
        ? t('It sees no variables at all.')
        : t('It sees {given, plural, one {this variable} other {these # variables}} and no other.', { given });
    case 'stdio':
      return given === 0
        ? t('Nothing was added. It gets the part of your environment listed below and nothing else.')
        : t('Beside these it gets the part of your environment listed below and nothing else.');
  }
}

interface GroupWords {
  readonly label: string;
  readonly note: string;
}

export const groupWords: Readonly<Record<EnvironmentGroup, GroupWords>> = {
  display: {
    label: t('Screen'),
    note: t('Lets it open windows and browsers, and reach the programs of your session.'),
  },
  proxy: {
    label: t('Proxies'),
    note: t('How it reaches the network. The user name and password in a proxy address are never shown.'),
  },
  certificates: {
    label: t('Certificates and npm'),
    note: t('Which authorities it trusts, and where the settings of npm lie.'),
  },
  locale: { label: t('Language and time zone'), note: t('In which language it writes, and by which clock.') },
  docker: { label: t('Docker'), note: t('Which Docker it uses; whoever may use that may do anything there.') },
};

type Variable = ServerEnvironment['variables'][number];

export const originWords: Readonly<Record<Variable['origin'], string>> = {
  hub: t('the start of Pilothouse'),
  shell: t('your login shell'),
  composed: t('put together'),
};

export const passesWords: Readonly<Record<Exclude<Variable['passes'], 'passes'>, string>> = {
  withheld: t('withheld'),
  replaced: t('its own setting stands in its place'),
};
