// Lets a web origin call tools of a plugin, or none of them, before it asks.
import { type FormEvent, useState } from 'react';
import { siteOf } from '../../../../contract/sites.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Segmented } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Line } from '../../../parts/form-fields.tsx';
import { usePanelParts } from '../../../parts/panel-context.tsx';
import { Said, Sheet } from '../../../parts/sheet.tsx';
import { useSending } from '../../../parts/use-sending.ts';
import { t } from '../../../words/language.ts';
import { pluginKindWord } from '../../../words/plugin-words.ts';
import type { Plugin, PluginTool } from '../../../../contract/schemas/plugins.ts';

const formId = 'allow-site';

interface SheetProps {
  readonly plugin: Plugin;
  readonly tools: readonly PluginTool[];
  readonly onClose: () => void;
}

export function AllowSiteSheet({ plugin, tools, onClose }: SheetProps) {
  const { typed, change, fault, said, busy, keep } = useSite(plugin, onClose);
  const { site, effect, ticked } = typed;
  const look = effect === 'allow' ? 'primary' : 'danger';
  return (
    <Sheet
      title={t('Allow a site')}
      text={t('It is kept as a grant and answers before anybody is asked. A deny beats every allow.')}
      open
      onClose={onClose}
      action={
        <ActButton look={look} type="submit" form={formId} disabled={fault !== null || busy} title={fault ?? undefined}>
          {effect === 'allow' ? t('Keep: allow') : t('Keep: deny')}
        </ActButton>
      }
    >
      <form id={formId} className="grid gap-3" onSubmit={event => void keep(event)}>
        <Line
          label={t('Site')}
          value={site}
          onChange={next => change({ site: next })}
          placeholder="https://app.example.com"
          mono
          first
        />
        <EffectField effect={effect} onChange={next => change({ effect: next })} />
        <ToolTicks tools={tools} ticked={ticked} onChange={next => change({ ticked: next })} />
        <Said sentence={said} />
      </form>
    </Sheet>
  );
}

type Effect = 'allow' | 'deny';

function EffectField({ effect, onChange }: { effect: Effect; onChange: (effect: Effect) => void }) {
  return (
    <div>
      <Segmented
        label={t('Effect')}
        value={effect}
        onChoose={onChange}
        choices={[
          { value: 'allow', label: t('Allow') },
          { value: 'deny', label: t('Deny') },
        ]}
      />
    </div>
  );
}

interface TicksProps {
  readonly tools: readonly PluginTool[];
  /** Their ids. */
  readonly ticked: readonly string[];
  readonly onChange: (ticked: readonly string[]) => void;
}

function ToolTicks({ tools, ticked, onChange }: TicksProps) {
  const tick = (id: string, on: boolean) => onChange(on ? [...ticked, id] : ticked.filter(each => each !== id));
  return (
    <fieldset>
      <legend className="label-text">{t('Tools; none ticked means all of them')}</legend>
      <ul className="tool-checks" aria-label={t('Tools')}>
        {tools.map(({ id, name, kind }) => (
          <li key={id}>
            <label className="check">
              <input type="checkbox" checked={ticked.includes(id)} onChange={event => tick(id, event.target.checked)} />
              <Foreign text={name} className="mono" />
              <span className="subtle">{pluginKindWord(kind)}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function useSite({ id: pluginId }: Plugin, onKept: () => void) {
  const { link } = usePanelParts();
  const [typed, setTyped] = useState({
    site: '',
    effect: 'allow' as Effect,
    ticked: [] as readonly string[],
  });
  const { said, busy, send } = useSending();
  const origin = siteOf(typed.site);
  const fault =
    origin === null || origin.includes('*') ? t('Type the address of one site, such as https://app.example.com') : null;
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (fault !== null || origin === null) return;
    const answer = await send(() =>
      link.request('grants:set', {
        effect: typed.effect,
        subject: { kind: 'origin', id: origin },
        scope: 'plugins:call',
        tools: typed.ticked.length === 0 ? null : [...typed.ticked],
        resource: { kind: 'plugin', pluginId },
        lifetime: 'always',
      }),
    );
    if (answer) onKept();
  };
  return { typed, change: (part: Partial<typeof typed>) => setTyped({ ...typed, ...part }), fault, said, busy, keep };
}
