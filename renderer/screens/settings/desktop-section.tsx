// The desktop app in the settings: what closing does, start at login, updates. A served panel has none of it.
import { useEffect, useState } from 'react';
import { Segmented, Switch } from '../../parts/choices.tsx';
import { useAct, useLive, usePanelParts } from '../../parts/panel-context.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { t } from '../../words/language.ts';
import { Updates, UpdatesElsewhere } from './updates.tsx';
import type { DesktopChange, DesktopSettings } from '../../../contract/schemas/desktop.ts';
import type { DesktopPart } from './updates.tsx';

export function DesktopSection() {
  const { link } = usePanelParts();
  const act = useAct();
  const live = useLive();
  const [settings, setSettings] = useState<DesktopSettings | null | undefined>(undefined);
  useEffect(() => {
    if (!live) return;
    link.request('desktop:get', {}).then(
      answer => setSettings(answer.settings),
      // It is asked again as soon as the hub is back.
      () => {},
    );
  }, [link, live]);
  if (settings === undefined) return null;
  if (settings === null) return <UpdatesElsewhere />;
  const look = async () => {
    const answer = await act('desktop:look-for-updates', {});
    if (answer) setSettings(answer.settings);
  };
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
            {settings.loginNote ? <ReasonText reason={settings.loginNote} /> : t('In the tray, without its window')}
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
      <h2>{t('Updates')}</h2>
      <Updates key={settings.updateFeed} {...{ settings, live, change, look }} />
    </>
  );
}

function Closing({ settings, live, change }: DesktopPart) {
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
