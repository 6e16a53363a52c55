// The filter's text behind its field, painted as it is understood: fields, values, words that combine, and what is wrong.
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { termHead } from '../../../../contract/trace-query/query-terms.ts';
import type { QueryToken } from '../../../../contract/trace-query/query-tokens.ts';
import type { Query } from '../../../../contract/trace-query/trace-query.ts';

interface QueryPaintProps {
  readonly text: string;
  readonly query: Query;
  /** The field in front of it, which scrolls a long text. */
  readonly input: RefObject<HTMLInputElement | null>;
}

export function QueryPaint({ text, query, input }: QueryPaintProps) {
  const paint = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const field = input.current;
    const follow = () => paint.current?.scrollTo({ left: field?.scrollLeft ?? 0 });
    follow();
    field?.addEventListener('scroll', follow);
    field?.addEventListener('keyup', follow);
    return () => {
      field?.removeEventListener('scroll', follow);
      field?.removeEventListener('keyup', follow);
    };
  }, [text, input]);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const token of query.tokens) {
    parts.push(text.slice(at, token.from), <Token key={token.from} text={text} token={token} query={query} />);
    at = token.to;
  }
  return (
    <span className="query-paint" ref={paint} aria-hidden="true">
      {parts}
      {text.slice(at)}
    </span>
  );
}

function Token({ text, token, query }: { text: string; token: QueryToken; query: Query }) {
  const { from, to, kind } = token;
  const raw = text.slice(from, to);
  const isBad = query.problems.some(problem => !problem.unfinished && problem.from <= from && problem.to >= to);
  const isUnfinished = query.problems.some(problem => problem.unfinished && problem.from === from);
  const bad = isBad ? 'invalid' : '';
  if (kind !== 'term') return <span className={`operator ${bad}`}>{raw}</span>;
  const before = query.tokens[query.tokens.indexOf(token) - 1];
  const minus = raw.startsWith('-') && termHead(raw.slice(1)) ? 1 : 0;
  const head = minus + (termHead(raw.slice(minus))?.length ?? 0);
  const isNot = minus === 1 || before?.kind === 'not';
  return (
    <span className={`term ${isNot ? 'negated' : ''} ${bad} ${isUnfinished ? 'open' : ''}`}>
      <span className="field-name">{raw.slice(0, head)}</span>
      {raw.slice(head)}
    </span>
  );
}
