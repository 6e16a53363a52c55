// What the desktop's settings say.
import { t } from '../../words/language.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { UpdateState } from '../../../contract/schemas/desktop.ts';

export function updateSentence(state: Exclude<UpdateState, { reason: Reason }>): string {
  switch (state.kind) {
    case 'off':
      return t('Nobody is asked for updates');
    case 'idle':
      return t('This is the newest version there');
    case 'looking':
      return t('Looking for a newer version');
    case 'fetching':
      return t('Fetching {version}, {percent} %', { version: state.version, percent: state.percent });
    case 'ready':
      return t('{version} is ready and starts with the next start', { version: state.version });
  }
}
