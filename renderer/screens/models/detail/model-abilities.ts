// What a model can do, in words.
import { missing } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { Model } from '../../../../contract/schemas/models.ts';

const toolWords = { native: t('yes'), text: t('as text'), none: t('no') } as const;

export function toolsWord(tools: Model['tools']): string {
  return tools === null ? missing : toolWords[tools];
}

export function picturesWord(pictures: Model['pictures']): string {
  if (pictures === null) return missing;
  return pictures ? t('yes') : t('no');
}
