// The forms in which one way to connect an agent can be taken along. Pure.
import { t } from '../../../words/language.ts';
import type { ConfigSnippets } from '../../../../contract/schemas/agent-configs.ts';

export interface SnippetForm {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

/** The program's own command first, where it has one. */
export function formsOf({ how, line, add, files }: ConfigSnippets['ways'][number]): SnippetForm[] {
  return [
    ...(add === null ? [] : [{ id: 'add', label: t('Own command'), text: add }]),
    { id: 'line', label: how === 'stdio' ? t('Command') : t('Address'), text: line },
    ...files.map(({ name, text }) => ({ id: `file ${name}`, label: name, text })),
  ];
}
