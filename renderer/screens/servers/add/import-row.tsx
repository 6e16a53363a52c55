// One server of an import: the whole command, what it is given, what it leaves open, and what is the matter with it.
import { Foreign } from '../../../parts/foreign.tsx';
import { Line } from '../../../parts/form-fields.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Say } from '../../../parts/say.tsx';
import { t } from '../../../words/language.ts';
import { appWords } from '../app-words.ts';
import { grantsOf } from '../config/config-fields.ts';
import { FillFields } from './fill-fields.tsx';
import { isTwice } from './import-choice.ts';
import { NameTaken } from './name-taken.tsx';
import { OfferedSecrets } from './offered-secrets.tsx';
import type { ImportEntry } from '../../../../contract/schemas/imports.ts';
import type { Import } from './use-import.ts';

export function ImportRow({ entry, importing }: { entry: ImportEntry; importing: Import }) {
  const { key, name, app, from, commandLine, problem, own } = entry;
  const on = importing.choice.picked.has(key);
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          checked={on}
          disabled={problem !== null || own !== null}
          onChange={event => importing.pick(key, event.target.checked)}
        />
        <Foreign text={name} className="strong" />
        <span className="subtle">
          {app === null ? null : appWords[app]}
          {from === null ? null : <Foreign text={` ${from}`} max={60} middle />}
        </span>
      </label>
      {commandLine === null ? null : (
        <code className="well mono">
          <Foreign text={commandLine} />
        </code>
      )}
      <Given entry={entry} />
      <Matter entry={entry} />
      {on ? <OtherName entry={entry} importing={importing} /> : null}
      {on ? <Completion entry={entry} importing={importing} /> : null}
    </li>
  );
}

/** What is kept of it with the secrets, and what it leaves open. */
function Completion({
  entry: { key, name, offers, placeholders },
  importing,
}: {
  entry: ImportEntry;
  importing: Import;
}) {
  const { choice, leaveOpen, fill } = importing;
  return (
    <>
      <OfferedSecrets
        server={name}
        offers={offers}
        open={choice.open[key] ?? new Set()}
        onOpen={open => leaveOpen(key, open)}
      />
      {placeholders.length === 0 ? null : (
        <>
          <p>{t('It leaves values open. What stays empty is asked for again before it starts.')}</p>
          <FillFields
            label={t('Open values of {name}', { name })}
            placeholders={placeholders}
            fills={choice.fills[key] ?? {}}
            onFill={fills => fill(key, fills)}
          />
        </>
      )}
    </>
  );
}

/** Only where its own cannot be had. */
function OtherName({ entry: { key, name }, importing }: { entry: ImportEntry; importing: Import }) {
  const given = importing.nameOf(key);
  if (given === name && importing.isFree(key)) return null;
  const double = isTwice(importing.preview?.entries ?? [], importing.choice, key);
  return (
    <div className="inset-row">
      <Line
        label={t('Another name for {name}', { name })}
        value={given}
        onChange={next => importing.rename(key, next)}
      />
      <NameTaken name={given} />
      {double ? <p className="text-attention">{t('Two of those picked have this name.')}</p> : null}
    </div>
  );
}

/** What it is given beside its command: variables, grants, and secrets that are here. */
function Given({ entry: { config, secrets, offers } }: { entry: ImportEntry }) {
  const variables = config === null ? [] : Object.entries('env' in config ? config.env : config.headers);
  const given = secrets
    .filter(({ name, found }) => found && offers.every(({ secret }) => secret !== name))
    .map(({ name }) => name);
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
    </>
  );
}

const Names = ({ names }: { names: readonly string[] }) => <Foreign text={names.join(', ')} className="mono" />;

function Matter({ entry: { own, exists, same, warning, problem } }: { entry: ImportEntry }) {
  if (own !== null)
    return (
      <p>
        {t('Pilothouse’s own entry, which is left out.')} <ReasonText reason={own} />
      </p>
    );
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
      {same === null ? null : <p>{t('The same stands further up.')}</p>}
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
