// What came back from a call: texts as text, pictures as pictures, what is structured as a tree. Nothing in it can be opened.
import { cutEnd, visibleText } from '../../../contract/visible-text.ts';
import { goTo } from '../../frame/route.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { JsonTree } from '../../parts/json-tree.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { ReasonParts } from '../../parts/reason-text.tsx';
import { Status } from '../../parts/shape.tsx';
import { endParts } from '../../words/end-words.ts';
import { formatBytes } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { type CallBlock, callBlocks } from './call-blocks.ts';
import { callNote, callWords, dataSentence } from './call-words.ts';
import type { Replayed } from '../../../contract/schemas/trace-tools.ts';

export function CallResult({ answer }: { answer: Replayed }) {
  const { result, outcome } = answer;
  const reason = endParts(answer, useSnapshot());
  const { blocks, more } = callBlocks(result);
  return (
    <section aria-label={t('Result')}>
      <ResultHead answer={answer} />
      <div className="result called">
        {reason.length === 0 || (blocks.length > 0 && outcome === 'ok') ? null : (
          <p className={outcome === 'cancelled' ? 'muted' : 'text-crashed'}>
            <ReasonParts parts={reason} lines max={longestText} />
          </p>
        )}
        {blocks.map((block, place) => (
          <Block key={place} block={block} />
        ))}
        {more === 0 ? null : (
          <p className="subtle">
            {t('{more, plural, one {# more part is} other {# more parts are}} in the trace entry.', { more })}
          </p>
        )}
      </div>
    </section>
  );
}

function ResultHead({ answer }: { answer: Replayed }) {
  const { result, outcome, seq } = answer;
  const text = result === null || result === undefined ? '' : JSON.stringify(result, null, 2);
  const { tone, word } = callWords(outcome);
  return (
    <PaneHead
      title={t('Result')}
      note={
        <span className="line">
          <span role="status">
            <Status tone={tone}>{word}</Status>
          </span>
          <span>{callNote(answer, new Blob([text]).size)}</span>
        </span>
      }
    >
      {text === '' ? null : <CopyButton text={text} what={t('result')} />}
      <Button look="ghost" size="small" onClick={() => goTo('traces', String(seq))}>
        {t('Show in the trace')}
      </Button>
    </PaneHead>
  );
}

/** Longer texts would hold up the page; copying takes all of it. */
const longestText = 100_000;
const longestLine = 300;

function Block({ block }: { block: CallBlock }) {
  switch (block.kind) {
    case 'text':
      return (
        <div className="well text" tabIndex={0} role="group" aria-label={t('Text')}>
          <Origin uri={block.of} />
          <Foreign text={cutEnd(block.text, longestText)} lines className="lines" />
        </div>
      );
    case 'image':
      return <Picture {...block} />;
    case 'link':
      return (
        <div className="well text" role="group" aria-label={t('Link to a resource')}>
          <Origin uri={block.uri} />
          <Foreign text={block.name} className="strong" max={longestLine} />{' '}
          <Foreign text={block.description} className="muted" max={longestLine} />
        </div>
      );
    case 'data':
      return (
        <div className="well text">
          <Origin uri={block.of} />
          <span className="muted">{dataSentence(block.what, shownType(block.type), block.bytes)}</span>
        </div>
      );
    default: {
      const label = block.kind === 'structured' ? t('Structured content') : t('Other content');
      return (
        <div className="well">
          <JsonTree value={block.value} label={label} />
        </div>
      );
    }
  }
}

function Picture({ source, type, bytes }: Extract<CallBlock, { kind: 'image' }>) {
  return (
    <figure>
      <img src={source} alt={t('The picture that came back, {type}', { type })} />
      <figcaption className="hint">
        {type}, {formatBytes(bytes)}
      </figcaption>
    </figure>
  );
}

const shownType = (type: string) => visibleText(cutEnd(type, longestLine));

function Origin({ uri }: { uri: string | null }) {
  if (uri === null) return null;
  return (
    <p className="hint">
      <Foreign text={uri} max={longestLine} middle />
    </p>
  );
}
