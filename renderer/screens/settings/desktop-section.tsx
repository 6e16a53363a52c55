// The desktop app in the settings: what closing does, start at login, updates. A served panel has none of it.
import { Segmented, Switch } from '../../parts/choices.tsx';
import { useAct, useLive } from '../../parts/panel-context.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { useAnswer } from '../../parts/use-request.ts';
import { t } from '../../words/language.ts';
import { SettingRow } from './setting-row.tsx';
import { Updates, UpdatesElsewhere } from './updates.tsx';
import type { DesktopChange } from '../../../contract/schemas/desktop.ts';
import type { DesktopPart } from './updates.tsx';

export function DesktopSection() {
  const act = useAct();
  const live = useLive();
  const [answer, setAnswer] = useAnswer('desktop', link => link.request('desktop:get', {}));
  if (answer === null) return null;
  const { settings } = answer;
  if (settings === null) return <UpdatesElsewhere />;
  const look = async () => {
    const looked = await act('desktop:look-for-updates', {});
    if (looked) setAnswer(looked);
  };
  const change = async (setting: DesktopChange, done: string) => {
    const changed = await act('desktop:set', { change: setting }, done);
    if (changed) setAnswer(changed);
  };
  return (
    <>
      <h2>{t('Desktop')}</h2>
      <Closing settings={settings} live={live} change={change} />
      <StartAtLogin settings={settings} live={live} change={change} />
      <h2>{t('Updates')}</h2>
      <Updates key={settings.updateFeed} {...{ settings, live, change, look }} />
    </>
  );
}

function Closing({ settings: { tray, onClose }, live, change }: DesktopPart) {
  return (
    <SettingRow
      label={t('Closing the window')}
      note={
        tray
          ? t('In the tray, agents and servers stay connected')
          : t('This desktop shows no tray icon, so closing always quits')
      }
    >
      <Segmented
        label={t('Closing the window')}
        value={onClose ?? 'ask'}
        disabled={!live || !tray}
        onChoose={choice => void change({ onClose: choice === 'ask' ? null : choice }, t('Kept for the next closing.'))}
        choices={[
          { value: 'ask', label: t('Asks') },
          { value: 'hide', label: t('Keeps it in the tray') },
          { value: 'quit', label: t('Quits') },
        ]}
      />
    </SettingRow>
  );
}

function StartAtLogin({ settings: { startAtLogin, loginNote }, live, change }: DesktopPart) {
  return (
    <SettingRow
      label={t('Start at login')}
      note={loginNote ? <ReasonText reason={loginNote} /> : t('In the tray, without its window')}
    >
      <Switch
        label={t('Start at login')}
        on={startAtLogin}
        disabled={!live}
        onSwitch={on =>
          void change({ startAtLogin: on }, on ? t('Starts at login.') : t('Does not start at login any more.'))
        }
      />
    </SettingRow>
  );
}
