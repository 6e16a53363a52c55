// Who may register as a plugin: any extension, or only those whose id stands here.
import { Check, Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isPluginId } from '../../../../contract/plugins.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Switch } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct, useLive, usePanelParts, useSnapshot } from '../../../parts/panel-context.tsx';
import { Say } from '../../../parts/say.tsx';
import { Status } from '../../../parts/shape.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { formatMoment, formatRecent } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { lastRefused } from './plugin-list.ts';

export function Allowlist({ now }: { now: number }) {
  const { hub } = useSnapshot();
  const act = useAct();
  const live = useLive();
  if (!hub.plugins) return null;
  const { onlyListed, listed } = hub.plugins;
  return (
    <section className="allowlist" aria-label={t('Allowlist')}>
      <PaneHead title={t('Allowlist')} note={t('checked against the id that the browser tells')}>
        <label className="line text-xs">
          <Switch
            label={t('Only listed plugins may register')}
            on={onlyListed}
            disabled={!live}
            onSwitch={on => void act('plugins:set-only-listed', { on })}
          />
          {t('Only these')}
        </label>
      </PaneHead>
      {onlyListed ? null : (
        <p className="any-may wash attention">
          <Status tone="attention">{t('Any extension may register.')}</Status>
        </p>
      )}
      <ul className="scrolls" tabIndex={0} aria-label={t('Allowlist')}>
        {listed.map(id => (
          <Row key={id} id={id} />
        ))}
      </ul>
      <AddRow now={now} isOn={onlyListed} />
    </section>
  );
}

function Row({ id }: { id: string }) {
  const act = useAct();
  const label = t('Take {id} off the list', { id: visibleText(id) });
  return (
    <li>
      <Check className="icon-14" aria-hidden="true" />
      <Foreign text={id} className="mono ellipsis fill" />
      <ActButton
        look="ghost"
        size="small"
        icon={X}
        aria-label={label}
        title={label}
        onClick={() => void act('plugins:disallow', { pluginId: id })}
      />
    </li>
  );
}

function AddRow({ now, isOn }: { now: number; isOn: boolean }) {
  const { id, setId, said, busy, add } = useAdding();
  const isId = isPluginId(id.trim());
  return (
    <form className="add-id" onSubmit={event => void add(event)}>
      <span className="field mono">
        <input
          aria-label={t('Id of an extension')}
          placeholder={t('id of an extension')}
          spellCheck={false}
          value={id}
          onChange={event => setId(event.target.value)}
        />
      </span>
      <ActButton
        type="submit"
        icon={Plus}
        disabled={!isId || busy}
        title={isId ? undefined : t('An id looks like name@example.org, or is a UUID in braces')}
      >
        {t('Add')}
      </ActButton>
      {isOn ? <Asked now={now} onTake={setId} /> : null}
      <Said sentence={said} />
    </form>
  );
}

/** Who asked last and was refused; its id is one click away from the field. */
function Asked({ now, onTake }: { now: number; onTake: (id: string) => void }) {
  const refused = lastRefused(useSnapshot().plugins);
  if (!refused) return null;
  const { id, lastSeenAt } = refused;
  return (
    <span className="subtle text-2xs ellipsis" title={formatMoment(lastSeenAt)}>
      <Say
        text="{id} asked at {time}"
        values={{
          id: (
            <button type="button" className="link" onClick={() => onTake(id)}>
              <Foreign text={id} max={40} />
            </button>
          ),
          time: formatRecent(lastSeenAt, now),
        }}
      />
    </span>
  );
}

function useAdding() {
  const { link } = usePanelParts();
  const [id, setId] = useState('');
  const { said, busy, send } = useSending();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!isPluginId(id.trim())) return;
    if (await send(() => link.request('plugins:allow', { pluginId: id.trim() }))) setId('');
  };
  return { id, setId, said, busy, add };
}
