// Markdown from outside: text, lists, tables and code, but no HTML, no picture, and no address that opens without being looked at.
import { memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { cutEnd } from '../../contract/visible-text.ts';
import { t } from '../words/language.ts';
import { CopyButton } from './copy.tsx';
import { Foreign } from './foreign.tsx';
import { ForeignLink } from './foreign-link.tsx';
import { markdownPieces, shownText, textWithin } from './markdown-text.ts';

/** What is longer is shown as the plain text that it is: marks within marks take the longer, the more there are. */
const longest = 60_000;

interface MarkdownProps {
  readonly text: string;
}

export const Markdown = memo(function Markdown({ text }: MarkdownProps) {
  if (text.length > longest) return <Foreign text={text} lines className="lines markdown" />;
  return (
    <div className="markdown">
      {markdownPieces(text).map((piece, at) => (
        <Piece key={at} text={piece} />
      ))}
    </div>
  );
});

/** Drawn once: while an answer is written, only its last piece changes. */
const Piece = memo(function Piece({ text }: MarkdownProps) {
  return (
    <ReactMarkdown remarkPlugins={plugins} rehypePlugins={shown} components={components} urlTransform={url => url}>
      {text}
    </ReactMarkdown>
  );
});

const plugins = [remarkGfm];
const shown = [() => shownText];

const Heading = ({ children }: { children?: ReactNode }) => <h3>{children}</h3>;
const Below = ({ children }: { children?: ReactNode }) => <h4>{children}</h4>;

const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Below,
  h4: Below,
  h5: Below,
  h6: Below,
  a: ({ href, children }) => <ForeignLink address={href ?? ''}>{children}</ForeignLink>,
  img: ({ src, alt }) => (
    <span className="left-out" title={typeof src === 'string' ? cutEnd(src, 200) : undefined}>
      {alt ? t('picture, not loaded: {alt}', { alt }) : t('picture, not loaded')}
    </span>
  ),
  input: ({ checked }) => <span className="mono">{checked ? '☑' : '☐'}</span>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className="markdown-table" role="group" tabIndex={0} aria-label={t('Table')}>
      <table>{children}</table>
    </div>
  ),
};

function CodeBlock({ children }: { children?: ReactNode }) {
  return (
    <div className="well code-block">
      <pre className="code" role="group" tabIndex={0} aria-label={t('Code')}>
        {children}
      </pre>
      <CopyButton text={textWithin(children)} what={t('code')} />
    </div>
  );
}
