// What is said of the files that claim an extension's native messaging host.
import { t } from '../../../words/language.ts';
import type { ManifestClaim, WhoAnswers } from '../../../../contract/schemas/browsers.ts';
import type { Tone } from '../../../words/tone.ts';

interface StateWords {
  readonly tone: Tone;
  readonly text: string;
}

export const scopeWords: Readonly<Record<ManifestClaim['scope'], string>> = {
  user: t('user'),
  system: t('system'),
  'user-key': t('user key'),
  'system-key': t('system key'),
};

/** `Claude in Chrome in Chromium`. */
export function whatOf({ extension, browser }: WhoAnswers): string {
  return t('{extension} in {name}', { extension, name: browser });
}

export function answerState({ answer, claims }: WhoAnswers): StateWords {
  switch (answer.kind) {
    case 'pilothouse':
      return { tone: 'running', text: t('Pilothouse answers') };
    case 'other':
      return claims.length > 1
        ? { tone: 'attention', text: t('{count} claim it', { count: claims.length }) }
        : { tone: 'stopped', text: t('another program answers') };
    case 'nobody':
      return claims.length > 0
        ? { tone: 'crashed', text: t('nobody can answer') }
        : { tone: 'stopped', text: t('nobody claims it') };
    case 'forbidden':
      return { tone: 'crashed', text: t('forbidden by a policy') };
  }
}

export function claimState({ verdict, programState }: ManifestClaim): StateWords {
  if (verdict.kind === 'passed-over') return { tone: 'stopped', text: t('passed over') };
  if (verdict.kind === 'invalid') return { tone: 'crashed', text: t('invalid') };
  switch (programState.kind) {
    case 'runs':
      return { tone: 'running', text: t('taken, runs') };
    case 'ready':
    case 'unknown':
      return { tone: 'running', text: t('taken') };
    case 'missing':
      return { tone: 'crashed', text: t('taken, program is gone') };
    case 'not-executable':
      return { tone: 'crashed', text: t('taken, cannot be run') };
    case 'no-interpreter':
      return { tone: 'crashed', text: t('taken, {program} is missing', { program: programState.interpreter }) };
    case 'none':
      return { tone: 'crashed', text: t('taken, names no program') };
  }
}

/** The file name of the program; ours by its name. */
export function claimProgram({ whose, program }: ManifestClaim): string {
  if (whose === 'ours') return 'Pilothouse';
  return program?.split(/[\\/]/).at(-1) ?? t('none');
}
