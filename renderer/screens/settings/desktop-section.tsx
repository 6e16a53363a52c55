// The desktop app in the settings: what closing does, start at login, updates. A served panel has none of it.
import { useEffect, useState } from 'react';

import type { DesktopChange, DesktopSettings } from '../../../electron/contract/desktop.ts';
import { Segmented, Switch } from '../../parts/choices.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useLive, usePanelParts } from '../../parts/panel-context.tsx';
import { updateSentence } from '../../words/desktop-words.ts';
import { t } from '../../words/language.ts';

export function DesktopSection() {
  const { link } = usePanelParts();
  const act = useAct();
  const live = useLive();
  const [settings, setSettings] = useState<DesktopSettings | null>(null);
  useEffect(() => {
    if (!live) return;
    link.request('desktop:get', {}).then(
      answer => setSettings(answer.settings),
      // It is asked again as soon as the hub is back.
      () => {},
    );
  }, [link, live]);
  if (!settings) return null;
  const change = async (wish: DesktopChange, done: string) => {
    const answer = await act('desktop:set', { change: wish }, done);
    if (answer) setSettings(answer.settings);
  };
  return (
    <>
      <h2>{t('Desktop')}</h2>
      <Closing settings={settings} live={live} change={change} />
      <div className="setting">
        <div>
          {t('Start at login')}
          <small>
            {settings.loginNote ? <Foreign text={settings.loginNote} /> : t('In the tray, without its window')}
          </small>
        </div>
        <Switch
          label={t('Start at login')}
          on={settings.startAtLogin}
          disabled={!live}
          onSwitch={startAtLogin =>
            void change({ startAtLogin }, startAtLogin ? t('Starts at login.') : t('Does not start at login any more.'))
          }
        />
      </div>
      <Updates key={settings.updateFeed} settings={settings} live={live} change={change} />
    </>
  );
}

interface Part {
  readonly settings: DesktopSettings;
  readonly live: boolean;
  readonly change: (wish: DesktopChange, done: string) => Promise<void>;
}

function Closing({ settings, live, change }: Part) {
  return (
    <div className="setting">
      <div>
        {t('Closing the window')}
        <small>
          {settings.tray
            ? t('In the tray, agents and servers stay connected')
            : t('This desktop shows no tray icon, so closing always quits')}
        </small>
      </div>
      <Segmented
        label={t('Closing the window')}
        value={settings.onClose ?? 'ask'}
        disabled={!live || !settings.tray}
        onChoose={choice => void change({ onClose: choice === 'ask' ? null : choice }, t('Kept for the next closing.'))}
        choices={[
          { value: 'ask', label: t('Asks') },
          { value: 'hide', label: t('Keeps it in the tray') },
          { value: 'quit', label: t('Quits') },
        ]}
      />
    </div>
  );
}

function Updates({ settings: { updateFeed, update }, live, change }: Part) {
  return (
    <div className="setting">
      <div>
        {t('Update feed')}
        <small>
          <Foreign text={updateSentence(update)} />
        </small>
      </div>
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
            if (feed !== updateFeed && target.validity.valid)
              void change(
                { updateFeed: feed },
                feed ? t('Updates come from there.') : t('Nobody is asked for updates.'),
              );
          }}
        />
      </span>
    </div>
  );
}
