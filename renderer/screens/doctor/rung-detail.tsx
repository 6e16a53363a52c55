// An opened step: all of its evidence, the lines of the file that are at fault, what its repair does and what can be done by hand.
import { Foreign } from '../../parts/foreign.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Said } from '../../parts/sheet.tsx';
import { t } from '../../words/language.ts';
import { repairWords } from './rung-words.ts';
import type { FaultLine, Rung } from '../../../contract/schemas/doctor.ts';

/** `said`: why its repair did not work. */
export function RungDetail({ rung, said }: { rung: Rung; said: string | null }) {
  const { evidence, lines, repair, byHand } = rung;
  // While it is taken again, what it said before is no longer so.
  if (rung.state.kind === 'queued' || rung.state.kind === 'running') return null;
  if (evidence.length + lines.length === 0 && repair === null && byHand === null)
    return <p className="subtle">{t('There is nothing more to say about it.')}</p>;
  return (
    <div className="rung-more">
      {evidence.length === 0 ? null : (
        <ul>
          {evidence.map((reason, at) => (
            <li key={at}>
              <ReasonText reason={reason} />
            </li>
          ))}
        </ul>
      )}
      {byFile(lines).map(([path, ofFile]) => (
        <FileLines key={path} path={path} lines={ofFile} />
      ))}
      {repair === null ? null : (
        <p>
          <b className="strong">{repairWords[repair.id]}:</b> <ReasonText reason={repair.does} />
        </p>
      )}
      <Said sentence={said} />
      {byHand === null ? null : (
        <p className="subtle">
          {t('By hand:')} <ReasonText reason={byHand} />
        </p>
      )}
    </div>
  );
}

function byFile(lines: readonly FaultLine[]): [string, FaultLine[]][] {
  const paths = [...new Set(lines.map(({ path }) => path))];
  return paths.map(path => [path, lines.filter(line => line.path === path)]);
}

function FileLines({ path, lines }: { path: string; lines: readonly FaultLine[] }) {
  return (
    <div className="well code fault-lines">
      <Foreign text={path} className="muted" />
      {lines.map(({ line, text, fault }) => (
        <div key={line} className={fault ? 'faulty' : undefined}>
          <span className="subtle">{line}</span>
          <Foreign text={text} className="fault-text" />
        </div>
      ))}
    </div>
  );
}
