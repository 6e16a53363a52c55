// What came back from a replay: texts as text, pictures as pictures, the rest as a tree.
import { Foreign } from '../../../parts/foreign.tsx';
import { JsonTree } from '../../../parts/json-tree.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonParts } from '../../../parts/reason-text.tsx';
import { Status } from '../../../parts/shape.tsx';
import { type ReplayBlock, replayBlocks } from '../../../store/replay-blocks.ts';
import { endParts } from '../../../words/end-words.ts';
import { t } from '../../../words/language.ts';
import { replayedSentence } from '../../../words/trace-tool-words.ts';
import type { Replayed } from '../../../../contract/schemas/trace-tools.ts';

export function ReplayResult({ replayed }: { replayed: Replayed }) {
  const { outcome, result } = replayed;
  const reason = endParts(replayed, useSnapshot());
  const blocks = replayBlocks(result);
  return (
    <section className="result" aria-label={t('Result')}>
      <div role="status">
        <Status tone={outcome === 'ok' ? 'running' : 'crashed'}>{replayedSentence(replayed)}</Status>
      </div>
      {reason.length === 0 || (blocks.length > 0 && outcome !== 'refused') ? null : (
        <p>
          <ReasonParts parts={reason} lines />
        </p>
      )}
      {blocks.map((block, place) => (
        <Block key={place} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { block: ReplayBlock }) {
  switch (block.kind) {
    case 'text':
      return (
        <div className="well text" tabIndex={0} role="group" aria-label={t('Text')}>
          <Foreign text={block.text} lines className="lines" />
        </div>
      );
    case 'image':
      return <img src={block.source} alt={t('The picture that came back, {type}', { type: block.type })} />;
    case 'other':
      return (
        <div className="well">
          <JsonTree value={block.value} label={t('Other content')} />
        </div>
      );
  }
}
