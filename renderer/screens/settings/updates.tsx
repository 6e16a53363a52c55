// Updates in the settings: off unless a feed is named, what it said, and the way to ask it now.
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { t } from '../../words/language.ts';
import { SettingRow } from './setting-row.tsx';
import type { Reason } from '../../../contract/reasons.ts';
import type { DesktopChange, DesktopSettings, UpdateState } from '../../../contract/schemas/desktop.ts';

export interface DesktopPart {
  readonly settings: DesktopSettings;
  readonly live: boolean;
  readonly change: (change: DesktopChange, done: string) => Promise<void>;
}

type UpdatesProps = DesktopPart & { readonly look: () => Promise<void> };

export function Updates({ settings: { updateFeed, update }, live, change, look }: UpdatesProps) {
  const [busy, setBusy] = useState(false);
  const lookNow = () => {
    setBusy(true);
    void look().finally(() => setBusy(false));
  };
  return (
    <SettingRow
      label={t('Update feed')}
      note={'reason' in update ? <ReasonText reason={update.reason} /> : updateSentence(update)}
    >
      <span className="line">
        <span className="field w-72">
          <input
            className="mono"
            type="url"
            pattern="https://.*"
            aria-label={t('Update feed')}
            placeholder={t('https://…, empty for none')}
            disabled={!live}
            defaultValue={updateFeed ?? ''}
            onBlur={({ target }) => {
              const feed = target.value.trim() || null;
              const done = feed ? t('Updates come from there.') : t('Nobody is asked for updates.');
              if (feed !== updateFeed && target.validity.valid) void change({ updateFeed: feed }, done);
            }}
          />
        </span>
        {updateFeed === null ? null : (
          <ActButton size="small" icon={RefreshCw} disabled={busy} onClick={lookNow}>
            {t('Look now')}
          </ActButton>
        )}
      </span>
    </SettingRow>
  );
}

/** Without the desktop app nothing replaces itself. */
export function UpdatesElsewhere() {
  return (
    <>
      <h2>{t('Updates')}</h2>
      <SettingRow
        label={t('Off')}
        note={t(
          'Nobody is asked for updates. Only the desktop app can replace itself; update this one the way you got it.',
        )}
      />
    </>
  );
}

function updateSentence(state: Exclude<UpdateState, { reason: Reason }>): string {
  switch (state.kind) {
    case 'off':
      return t('Nobody is asked for updates');
    case 'idle':
      return t('This is the newest version there');
    case 'looking':
      return t('Looking for a newer version');
    case 'fetching':
      return t('Fetching {version}, {percent} %', { version: state.version, percent: state.percent });
    case 'ready':
      return t('{version} is ready and starts with the next start', { version: state.version });
  }
}
