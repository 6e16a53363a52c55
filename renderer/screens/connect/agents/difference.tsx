// A difference of two texts, line by line, with the numbers of both.
import { visibleText } from '../../../../contract/visible-text.ts';
import { t } from '../../../words/language.ts';
import { paint } from './paint-line.ts';
import type { DiffLine } from '../../../../contract/schemas/agent-configs.ts';

const signs = { same: '', removed: '−', added: '+' } as const;
const said = { same: '', removed: t('removed'), added: t('added') } as const;

export function Difference({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <div className="difference" role="group" aria-label={t('Difference')} tabIndex={0}>
      {lines.map((line, at) => (
        <Line key={at} line={line} />
      ))}
    </div>
  );
}

function Line({ line }: { line: DiffLine }) {
  if (line.kind === 'skipped')
    return (
      <div className="skipped">
        {t('{count, plural, one {# line is the same} other {# lines are the same}}', { count: line.lines })}
      </div>
    );
  const { kind, text } = line;
  return (
    <div className={kind}>
      <span>{'old' in line ? line.old : ''}</span>
      <span>{'new' in line ? line.new : ''}</span>
      <span aria-hidden="true">{signs[kind]}</span>
      <code>
        {said[kind] === '' ? null : <span className="visually-hidden">{said[kind]}</span>}
        {paint(visibleText(text)).map((piece, at) => (
          <bdi key={at} className={piece.kind === 'plain' ? undefined : `json-${piece.kind}`}>
            {piece.text}
          </bdi>
        ))}
      </code>
    </div>
  );
}
