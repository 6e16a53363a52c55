// The browsers of this machine with their switches, what waits for approval, and the folders that the user names.
import { useState } from 'react';
import { PanelError } from '../../../link/panel-error.ts';
import { ActButton } from '../../../parts/button.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct, usePanelParts } from '../../../parts/panel-context.tsx';
import { Status } from '../../../parts/shape.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { keep, readKept } from '../../../store/kept.ts';
import { addNotice } from '../../../store/panel-store.ts';
import { t } from '../../../words/language.ts';
import { BrowserFolders } from './browser-folders.tsx';
import { BrowserRow } from './browser-row.tsx';
import { isTaken } from './browser-state.ts';
import { ManifestSheet } from './manifest-sheet.tsx';
import { PendingBrowsers } from './pending-browsers.tsx';
import { useBrowserActs } from './use-browser-acts.ts';
import type { MachineBrowser } from '../../../../contract/schemas/browsers.ts';
import type { MachineBrowsers } from './use-machine-browsers.ts';

/** What the first switch shows is known afterwards. */
const seenName = 'connect.manifest-seen';

export function BrowsersSection({ found }: { found: MachineBrowsers }) {
  const { browsers, offered, said, isRegistry } = found;
  const acts = useBrowserActs();
  const [shown, setShown] = useState<MachineBrowser | null>(null);
  const [all, setAll] = useState(false);
  const rows = browsers?.toSorted((a, b) => rank(a) - rank(b)) ?? null;
  const here = rows?.filter(row => rank(row) < notHere) ?? null;
  const turn = (browser: MachineBrowser, on: boolean) => {
    const named = { id: browser.browserId, name: browser.name };
    if (!on) void acts.switchOff(named);
    else if (!isTaken(browser) && readKept(seenName, value => value === true) === true) void acts.switchOn(named);
    else setShown(browser);
  };
  return (
    <section id="browsers" aria-label={t('Browsers')}>
      <BrowsersHead browsers={browsers} />
      <PendingBrowsers />
      <Rows rows={all ? rows : here} said={said} onSwitch={turn} />
      <Missing count={(rows?.length ?? 0) - (here?.length ?? 0)} all={all} onAll={setAll} />
      <BrowserFolders offered={offered} isRegistry={isRegistry} />
      {shown ? (
        <ManifestSheet
          title={t('Switch on {what}', { what: shown.name })}
          browserId={shown.browserId}
          host="pilothouse"
          onClose={() => setShown(null)}
          onWritten={() => keep(seenName, true)}
        />
      ) : null}
    </section>
  );
}

interface RowsProps {
  readonly rows: readonly MachineBrowser[] | null;
  readonly said: string | null;
  readonly onSwitch: (browser: MachineBrowser, on: boolean) => void;
}

function Rows({ rows, said, onSwitch }: RowsProps) {
  const act = useAct();
  return (
    <>
      {said === null ? null : (
        <div className="section">
          <Said sentence={said} />
        </div>
      )}
      {rows === null ? <p className="section subtle text-xs">{t('Looking for browsers.')}</p> : null}
      <ul className="connect-rows bounded" aria-label={t('Browsers on this machine')}>
        {rows?.map(browser => (
          <BrowserRow
            key={browser.browserId}
            browser={browser}
            onSwitch={on => onSwitch(browser, on)}
            onForget={
              browser.packaging === 'folder'
                ? () => void act('browsers:remove-folder', { browserId: browser.browserId })
                : undefined
            }
          />
        ))}
      </ul>
    </>
  );
}

function Missing({ count, all, onAll }: { count: number; all: boolean; onAll: (all: boolean) => void }) {
  if (count === 0) return null;
  return (
    <div className="connect-foot">
      <span className="fill">
        <Status tone="stopped">
          {t('{count, plural, one {# more known browser is} other {# more known browsers are}} not on this machine', {
            count,
          })}
        </Status>
      </span>
      <button type="button" className="link" aria-expanded={all} onClick={() => onAll(!all)}>
        {all ? t('Show fewer') : t('Show all')}
      </button>
    </div>
  );
}

function BrowsersHead({ browsers }: { browsers: readonly MachineBrowser[] | null }) {
  const act = useAct();
  const { store } = usePanelParts();
  const here = browsers?.filter(({ found }) => found !== 'no') ?? [];
  const on = here.filter(({ isOn }) => isOn).length;
  const all = async () => {
    const answer = await act('manifests:install-all', {});
    if (!answer) return;
    const written = answer.results.filter(({ kind }) => kind === 'done');
    if (written.length > 0)
      addNotice(store, 'done', t('Switched on: {names}.', { names: written.map(({ name }) => name).join(', ') }));
    for (const result of answer.results)
      if (result.kind === 'failed')
        addNotice(store, 'error', `${result.name}: ${new PanelError(result.error).message}`);
  };
  return (
    <PaneHead
      title={t('Browsers')}
      note={browsers === null ? undefined : t('{found} found, {on} switched on', { found: here.length, on })}
    >
      {here.some(({ truth }) => truth.kind === 'off') ? (
        <ActButton size="small" look="ghost" onClick={() => void all()}>
          {t('Switch on all')}
        </ActButton>
      ) : null}
    </PaneHead>
  );
}

const notHere = 3;

/** What is on and what can be switched on stands first, what is not here last. */
function rank({ isOn, found, truth }: MachineBrowser): number {
  if (isOn) return 0;
  if (found === 'no' || truth.kind === 'not-here') return notHere;
  return truth.kind === 'off' ? 1 : 2;
}
