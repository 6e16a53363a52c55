// What holds for every page that has nothing of its own: whether the API is there at all, in files too, and its six flags.
import { Button } from '../../../parts/button.tsx';
import { Switch } from '../../../parts/choices.tsx';
import { useAct, useLive, useSnapshot } from '../../../parts/panel-context.tsx';
import { Sheet } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { pageFlagNames, pageFlagWords } from '../../../words/page-scope-words.ts';

export function SiteRulesSheet({ onClose }: { onClose: () => void }) {
  const { siteRules: rules } = useSnapshot().hub;
  const act = useAct();
  const live = useLive();
  if (!rules) return null;
  const set = (change: { on?: boolean; files?: boolean; flags?: Partial<typeof rules.flags> }) =>
    void act('sites:rules', { change });
  return (
    <Sheet
      title={t('Default for new sites')}
      text={t('What pages get unless something else is set for their site. Open pages notice at once.')}
      open
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <ul className="flag-rows">
        <Row label={t('Offer pages the API')} on={rules.on} live={live} onSwitch={on => set({ on })} first />
        <Row
          label={t('Offer it to files on this machine too')}
          name="file://"
          on={rules.files}
          live={live && rules.on}
          onSwitch={files => set({ files })}
        />
        {pageFlagNames.map(flag => (
          <Row
            key={flag}
            label={pageFlagWords[flag]}
            name={flag}
            on={rules.flags[flag]}
            live={live && rules.on}
            onSwitch={on => set({ flags: { [flag]: on } })}
          />
        ))}
      </ul>
    </Sheet>
  );
}

interface RowProps {
  readonly label: string;
  /** As pages and files call it. */
  readonly name?: string;
  readonly on: boolean;
  readonly live: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly first?: boolean;
}

function Row({ label, name, on, live, onSwitch, first }: RowProps) {
  return (
    <li data-first={first}>
      <Switch label={label} on={on} disabled={!live} onSwitch={onSwitch} />
      <span className="two-lines">
        <span>{label}</span>
        {name ? <small className="mono">{name}</small> : null}
      </span>
    </li>
  );
}
