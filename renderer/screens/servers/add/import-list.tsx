// What was found: the files that were read, and every server in them, to be picked.
import { Foreign } from '../../../parts/foreign.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Say } from '../../../parts/say.tsx';
import { t } from '../../../words/language.ts';
import { ImportRow } from './import-row.tsx';
import type { Import } from './use-import.ts';

export function ImportList({ importing }: { importing: Import }) {
  const { preview, choice } = importing;
  if (!preview) return null;
  const { entries, files, problems } = preview;
  const able = entries.filter(({ problem }) => problem === null);
  return (
    <section className="grid gap-2" aria-label={t('Servers that were found')}>
      <p>
        {files.length === 0 ? (
          t('{count, plural, =0 {no servers} one {# server} other {# servers}}', { count: entries.length })
        ) : (
          <Say
            text="{count, plural, =0 {no servers} one {# server} other {# servers}} in {files}"
            values={{ count: entries.length, files: <Files files={files} /> }}
          />
        )}
      </p>
      {problems.map(problem => (
        <p key={JSON.stringify(problem)} className="text-crashed">
          <ReasonText reason={problem} />
        </p>
      ))}
      {able.length < 2 ? null : (
        <label className="check">
          <input
            type="checkbox"
            checked={able.every(({ key }) => choice.picked.has(key))}
            onChange={event => importing.pickAll(event.target.checked)}
          />
          {t('All')}
        </label>
      )}
      <ul className="imports">
        {entries.map(entry => (
          <ImportRow key={entry.key} entry={entry} importing={importing} />
        ))}
      </ul>
    </section>
  );
}

function Files({ files }: { files: readonly string[] }) {
  return files.map((file, index) => (
    <span key={file}>
      {index > 0 ? ', ' : null}
      <Foreign text={file} className="mono" />
    </span>
  ));
}
