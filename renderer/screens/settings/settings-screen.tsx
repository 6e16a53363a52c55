// Settings: theme, keys, endpoints with their live state, and what this hub is.
import { chooseTheme, useTheme } from '../../frame/theme.ts';
import { Segmented, Switch } from '../../parts/choices.tsx';
import { EndpointTable } from '../../parts/endpoint-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Facts, ScreenBar } from '../../parts/layout.tsx';
import { useAct, useLive, usePanelParts, useSnapshot } from '../../parts/panel-context.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Shape, Status } from '../../parts/shape.tsx';
import { formatMoment } from '../../words/format.ts';
import { chooseLanguage, readLanguage, t } from '../../words/language.ts';
import { CallLimitSettings } from './call-limit-settings.tsx';
import { CommandRow } from './command-row.tsx';
import { DesktopSection } from './desktop-section.tsx';
import { LiveExportSettings } from './live-export-settings.tsx';
import { McpServerSettings } from './mcp-server-settings.tsx';
import { ObservabilitySection } from './observability-section.tsx';
import { RetentionSettings } from './retention-settings.tsx';
import { SecretsSection } from './secrets-section.tsx';
import { SettingRow } from './setting-row.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import type { Tone } from '../../words/tone.ts';

const legend: readonly (readonly [Tone, string])[] = [
  ['running', t('running')],
  ['attention', t('needs you')],
  ['crashed', t('crashed, refused')],
  ['waiting', t('waiting, starting')],
  ['paused', t('paused, held')],
  ['orphaned', t('without owner')],
  ['stopped', t('stopped by you')],
];

export function SettingsScreen() {
  const { hub } = useSnapshot();
  return (
    <>
      <ScreenBar title={t('Settings')} note={t('kept in {home}', { home: hub.home })} />
      <div className="panes">
        <div className="pane settings-body scrolls" role="region" aria-label={t('Settings')} tabIndex={0}>
          <General />
          <DesktopSection />
          <h2>{t('Endpoints')}</h2>
          <EndpointTable />
          <McpServerSettings />
          <CallLimitSettings />
          <SecretsSection />
          <RetentionSettings />
          <ObservabilitySection />
          <LiveExportSettings />
          <ShortcutsSection />
          <Problems />
          <About />
        </div>
        <aside className="pane aside" aria-label={t('Legend')}>
          <p className="muted">
            {t('What the shapes mean. Each has its own colour and word too, so that any one of the three tells it.')}
          </p>
          <h3>{t('Statuses')}</h3>
          <ul className="grid gap-1.5">
            {legend.map(([tone, word]) => (
              <li key={tone}>
                <Status tone={tone}>{word}</Status>
              </li>
            ))}
          </ul>
        </aside>
      </div>
    </>
  );
}

function General() {
  const theme = useTheme();
  return (
    <>
      <h2>{t('General')}</h2>
      <SettingRow label={t('Theme')} note={t('Follows the system unless you choose one')}>
        <Segmented
          label={t('Theme')}
          value={theme}
          onChoose={chooseTheme}
          choices={[
            { value: 'system', label: t('System') },
            { value: 'dark', label: t('Dark') },
            { value: 'light', label: t('Light') },
          ]}
        />
      </SettingRow>
      <Language />
      <PauseOnLock />
      <CommandRow />
      <CliWidens />
    </>
  );
}

function Language() {
  const { link } = usePanelParts();
  return (
    <SettingRow
      label={t('Language')}
      note={t('Follows the system unless you choose one; a switch loads the panel again')}
    >
      <Segmented
        label={t('Language')}
        value={readLanguage()}
        onChoose={choice => {
          // Tray and dialogs speak it too. A served panel has none, and nothing to be told of that.
          link.request('desktop:set', { change: { language: choice } }).then(
            () => chooseLanguage(choice),
            () => chooseLanguage(choice),
          );
        }}
        choices={[
          { value: 'system', label: t('System') },
          { value: 'en', label: 'English' },
          { value: 'de', label: 'Deutsch' },
        ]}
      />
    </SettingRow>
  );
}

function CliWidens() {
  const { hub } = useSnapshot();
  const live = useLive();
  const act = useAct();
  const label = t('The command line may widen access alone');
  return (
    <SettingRow
      label={label}
      note={t(
        'Off, grants, approvals, a freer mode, calls as you and further addresses of the panel wait for your answer here; on, any program of your account may take them',
      )}
    >
      <Switch
        label={label}
        on={hub.cliWidens}
        disabled={!live}
        onSwitch={on => void act('hub:set-cli-widens', { on })}
      />
    </SettingRow>
  );
}

/** Only where the lock of the screen is reported. */
function PauseOnLock() {
  const { hub } = useSnapshot();
  const live = useLive();
  const act = useAct();
  if (!hub.locks) return null;
  return (
    <SettingRow
      label={t('Pause when the screen locks')}
      note={t('All agents are paused then; you choose Running when you are back')}
    >
      <Switch
        label={t('Pause when the screen locks')}
        on={hub.pauseOnLock}
        disabled={!live}
        onSwitch={on => void act('hub:set-pause-on-lock', { on })}
      />
    </SettingRow>
  );
}

function Problems() {
  const { hub } = useSnapshot();
  if (hub.problems.length === 0) return null;
  return (
    <>
      <h2>{t('What does not work')}</h2>
      <ul>
        {hub.problems.map(({ id, reason }) => (
          <li key={id} className="setting">
            <span className="line text-attention">
              <Shape tone="attention" />
              <ReasonText reason={reason} className="text-ink" />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function About() {
  const { hub } = useSnapshot();
  return (
    <>
      <h2>{t('About')}</h2>
      <div className="section border-b-0">
        <Facts
          facts={[
            [t('Version'), hub.version],
            [t('Shown by'), hub.shell === 'electron' ? t('the desktop window') : t('a browser, headless')],
            [
              t('Process'),
              <span key="pid" className="mono">
                {hub.pid}
              </span>,
            ],
            [t('Started'), formatMoment(hub.startedAt)],
            [t('Data'), <Foreign key="home" className="mono" text={hub.home} />],
          ]}
        />
      </div>
    </>
  );
}
