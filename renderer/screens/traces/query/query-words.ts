// What the list of suggestions says of the fields of a trace filter, and of the ways in which a message ends.
import { t } from '../../../words/language.ts';
import { wordsByQuery } from '../plain-field-words.ts';
import type { Outcome } from '../../../../contract/schemas/trace.ts';
import type { QueryField } from '../../../../contract/trace-query/query-terms.ts';

/** What each field is for, in the list of suggestions. */
export const fieldNotes: Readonly<Record<QueryField, string>> = {
  agent: t('an agent on either side'),
  browser: t('a browser on either side'),
  server: t('a server on either side'),
  model: t('a provider of models on either side'),
  method: t('part of the method'),
  tool: t('part of the tool’s name'),
  rule: t('what decided, or its code'),
  text: t('method, tool, names, reason, rule'),
  status: t('how it ended'),
  ...wordsByQuery(({ note }) => note),
  dir: t('seen from the hub'),
  size: t('request and response together'),
  latency: t('until the answer'),
};

export const statusNotes: Readonly<Record<Outcome, string>> = {
  ok: t('answered'),
  error: t('failed at its target'),
  refused: t('stopped by a rule'),
  waiting: t('for you, or for a pause'),
  pending: t('in flight'),
  cancelled: t('given up by its asker'),
  none: t('a notification'),
};
