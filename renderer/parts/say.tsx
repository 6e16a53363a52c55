// A sentence of the catalogue that holds elements: names from outside, links, figures. Their order is the language's business.
import { Fragment, type ReactNode } from 'react';

import { t } from '../words/language.ts';

interface SayProps {
  /** A literal, as for `t`: `Give {tab} to {agent}`. */
  readonly text: string;
  /** Numbers count for plurals; everything else is put in as the element or text that it is. */
  readonly values: Readonly<Record<string, ReactNode>>;
}

/** Private-use characters: they stand around a name only here, because no value but a number goes through the message. */
const marked = /\ue000([^\ue001]*)\ue001/;

export function Say({ text, values }: SayProps) {
  const marks = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'number' ? value : `\ue000${name}\ue001`] as const,
  );
  const parts = t(text, Object.fromEntries(marks)).split(marked);
  return parts.map((part, at) => <Fragment key={`${at} ${part}`}>{at % 2 === 0 ? part : values[part]}</Fragment>);
}
