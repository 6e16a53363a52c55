// What was found: of each server the whole command, the names of its variables and secrets, and what is the matter with it.
import { Foreign } from '../../../parts/foreign.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Say } from '../../../parts/say.tsx';
import { t } from '../../../words/language.ts';
import { grantsOf } from '../config/config-fields.ts';
import type { ImportEntry, ImportPreview } from '../../../../contract/schemas/imports.ts';

interface ImportListProps {
  readonly preview: ImportPreview;
  readonly picked: ReadonlySet<string>;
  readonly onPick: (key: string, on: boolean) => void;
}

export function ImportList({ preview, picked, onPick }: ImportListProps) {
  const { entries, files, problems } = preview;
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
      <ul className="imports">
        {entries.map(entry => (
          <Entry key={entry.key} entry={entry} on={picked.has(entry.key)} onPick={on => onPick(entry.key, on)} />
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

function Entry({ entry, on, onPick }: { entry: ImportEntry; on: boolean; onPick: (on: boolean) => void }) {
  const { name, from, commandLine, problem } = entry;
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          checked={on}
          disabled={problem !== null}
          onChange={event => onPick(event.target.checked)}
        />
        <Foreign text={name} className="strong" />
        {from === null ? null : <Foreign text={from} className="subtle" max={60} middle />}
      </label>
      {commandLine === null ? null : (
        <code className="well mono">
          <Foreign text={commandLine} />
        </code>
      )}
      <Given entry={entry} />
      <Matter entry={entry} />
    </li>
  );
}

/** What it is given beside its command: variables, grants, secrets that are here and secrets that are not. */
function Given({ entry: { config, secrets } }: { entry: ImportEntry }) {
  const variables = config === null ? [] : Object.entries('env' in config ? config.env : config.headers);
  const given = secrets.filter(({ found }) => found).map(({ name }) => name);
  const missing = secrets.filter(({ found }) => !found).map(({ name }) => name);
  return (
    <>
      {variables.length === 0 ? null : (
        <p className="subtle">
          <Say
            text="Variables and headers: {names}"
            values={{ names: <Names names={variables.map(([key, value]) => `${key}=${value}`)} /> }}
          />
        </p>
      )}
      {(config === null ? [] : grantsOf(config)).map(sentence => (
        <p key={sentence}>
          <Foreign text={sentence} />
        </p>
      ))}
      {given.length === 0 ? null : (
        <p className="subtle">
          <Say text="It is given the secrets {names}." values={{ names: <Names names={given} /> }} />
        </p>
      )}
      {missing.length === 0 ? null : (
        <p>
          <Say
            text="It waits for secrets that you set after adding it: {names}"
            values={{ names: <Names names={missing} /> }}
          />
        </p>
      )}
    </>
  );
}

const Names = ({ names }: { names: readonly string[] }) => <Foreign text={names.join(', ')} className="mono" />;

function Matter({ entry: { exists, warning, problem } }: { entry: ImportEntry }) {
  return (
    <>
      {exists === null ? null : (
        <p>
          <Say
            text="The same is here already as {name}."
            values={{ name: <Foreign text={exists} className="strong" /> }}
          />
        </p>
      )}
      {warning === null ? null : (
        <p className="text-attention">
          <ReasonText reason={warning} />
        </p>
      )}
      {problem === null ? null : (
        <p className="text-crashed">
          <ReasonText reason={problem} />
        </p>
      )}
    </>
  );
}
