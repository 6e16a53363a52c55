// How far a new client may go before it has to ask: the three starts offered when a credential is made.
import { t } from './language.ts';
import type { Client } from '../../contract/schemas/entities.ts';

export const startWords: Readonly<Record<Client['start'], { readonly title: string; readonly text: string }>> = {
  ask: {
    title: t('Ask for everything'),
    text: t('You are asked at the first use of each permission, except for server tools that only read.'),
  },
  'own-tabs': {
    title: t('Work in tabs it opens'),
    text: t(
      'It may open tabs, and read and act in those. You are asked for server tools that act and for anything of high risk.',
    ),
  },
  'read-only': { title: t('Read only'), text: t('It may see and read. Acting tools are refused without a question.') },
};

export const starts = Object.keys(startWords) as Client['start'][];
