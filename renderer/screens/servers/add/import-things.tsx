// What was found beside servers: clients and sign-ins of accounts, models, conversations, each to be picked.
import { Foreign } from '../../../parts/foreign.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { t } from '../../../words/language.ts';
import type { ImportThing } from '../../../../contract/schemas/imports.ts';
import type { Import } from './use-import.ts';

export function ImportThings({ importing }: { importing: Import }) {
  const things = importing.preview?.things ?? [];
  if (things.length === 0) return null;
  return (
    <fieldset aria-label={t('Found beside servers')}>
      <legend>{t('Found beside servers; keys and tokens are kept with the secrets.')}</legend>
      <ul className="imports">
        {things.map(thing => (
          <li key={thing.key}>
            <Thing thing={thing} importing={importing} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Thing({ thing, importing }: { thing: ImportThing; importing: Import }) {
  const { key, name, provider, count, exists, problem } = thing;
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={importing.choice.things.has(key)}
          disabled={problem !== null}
          onChange={event => importing.pickThing(key, event.target.checked)}
        />
        <span>{kindWords[thing.kind]}</span>
        <Foreign text={name} className="strong" max={80} />
        <span className="subtle">
          {provider === null ? null : <Foreign text={provider} max={60} />}
          {count === null ? null : countWords(thing.kind, count)}
        </span>
      </label>
      {exists ? <p>{t('The same is here already, and would be replaced.')}</p> : null}
      {problem === null ? null : (
        <p className="text-crashed">
          <ReasonText reason={problem} />
        </p>
      )}
    </>
  );
}

const kindWords: Readonly<Record<ImportThing['kind'], string>> = {
  client: t('Client of an account'),
  'sign-in': t('Sign-in for a server'),
  models: t('Models of a provider'),
  conversation: t('A conversation'),
};

function countWords(kind: ImportThing['kind'], count: number): string {
  return kind === 'conversation'
    ? t('with {count, plural, one {# message} other {# messages}}', { count })
    : t('with {count, plural, one {# model} other {# models}}', { count });
}
