// Extensions that started the relay and whose wire Pilothouse does not know: their ids, and what they said first.
import { Foreign } from '../../../parts/foreign.tsx';
import { useNow, useSnapshot } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { formatAge } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { UnknownExtension } from '../../../../contract/schemas/entities.ts';

export function UnknownExtensions() {
  const unknown = Object.values(useSnapshot().unknownExtensions);
  if (unknown.length === 0) return null;
  return (
    <ul aria-label={t('Extensions that Pilothouse does not know')}>
      {unknown.map(extension => (
        <UnknownRow key={extension.id} extension={extension} />
      ))}
    </ul>
  );
}

function UnknownRow({ extension: { id, said, state } }: { extension: UnknownExtension }) {
  const ago = formatAge(state.since, useNow());
  return (
    <li className="wash line px-4 py-2 text-xs flex-wrap">
      <Shape tone="stopped" />
      <span className="two-lines fill">
        <span className="strong">
          <Say
            text="{id} speaks no wire that Pilothouse knows"
            values={{ id: <Foreign text={id} className="wrap-anywhere" max={60} /> }}
          />
        </span>
        <small>
          {state.kind === 'here'
            ? t('It started the relay, {ago}. Nothing that it says is answered.', { ago })
            : t('It has left, {ago}.', { ago })}{' '}
          {said === null ? (
            t('It has said nothing.')
          ) : (
            <Say
              text="It said: {said}"
              values={{ said: <Foreign text={said} className="mono wrap-anywhere" max={160} /> }}
            />
          )}
        </small>
      </span>
    </li>
  );
}
