// A sentence of the catalogue that holds elements: names from outside, links, figures. Their order is the language's business.
import { Fragment, type ReactNode } from 'react';
import { tParts } from '../words/language.ts';

interface SayProps {
  /** A literal, as for `t`: `Give {tab} to {agent}`. */
  readonly text: string;
  /** Numbers count for plurals; everything else is put in as the element or text that it is. */
  readonly values: Readonly<Record<string, ReactNode>>;
}

export function Say({ text, values }: SayProps) {
  // A sentence keeps its order as long as it is shown, so the place of a piece tells it.
  return tParts<ReactNode>(text, values).map((part, at) => <Fragment key={at}>{part}</Fragment>);
}
