// MCP over HTTP in the settings: its port, how many requests a client may make, a token set by hand, who else may ask, and its sessions.
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { useAct, useLive } from '../../parts/panel-context.tsx';
import { useAnswer } from '../../parts/use-request.ts';
import { t } from '../../words/language.ts';
import { McpCallers, type McpPart } from './mcp-callers.tsx';
import { McpSessions } from './mcp-sessions.tsx';
import { NumberField, SettingRow } from './setting-row.tsx';

export function McpServerSettings() {
  const act = useAct();
  const live = useLive();
  const [answer, setAnswer] = useAnswer('mcp-server', link => link.request('mcp-server:get', {}));
  if (!answer) return null;
  const set: McpPart['set'] = async (change, done) => {
    const changed = await act('mcp-server:set', { change }, done);
    if (changed) setAnswer(changed);
  };
  const part = { settings: answer.settings, live, set };
  return (
    <>
      <h2>{t('MCP over HTTP')}</h2>
      <Port {...part} />
      <Limits {...part} />
      <Token {...part} />
      <McpCallers {...part} />
      <McpSessions {...part} />
    </>
  );
}

function Port({ settings: { port, effectivePort, portFrom }, live, set }: McpPart) {
  return (
    <SettingRow
      label={t('Port')}
      note={
        portFrom === 'start'
          ? t('{port}, as Pilothouse was started; this one holds when it is started without a port', {
              port: String(effectivePort),
            })
          : t('Of 127.0.0.1; agents that are connected have to connect again')
      }
    >
      <NumberField
        label={t('Port of MCP over HTTP')}
        value={port}
        least={1}
        most={65_535}
        live={live}
        onChange={value =>
          set({ port: value }, t('MCP over HTTP has port {port} from now on.', { port: String(value) }))
        }
      />
    </SettingRow>
  );
}

const limits = [
  { key: 'mcp', label: t('Requests a minute on /mcp'), note: t('Of one client; 0 sets no limit') },
  {
    key: 'message',
    label: t('Requests a minute on /message'),
    note: t('Of one client, and as many streams that it opens on /sse; 0 sets no limit'),
  },
] as const;

function Limits({ settings, live, set }: McpPart) {
  return limits.map(({ key, label, note }) => (
    <SettingRow key={key} label={label} note={note}>
      <NumberField
        label={label}
        value={settings.limits[key]}
        least={0}
        most={1_000_000}
        live={live}
        onChange={value =>
          set({ limits: { ...settings.limits, [key]: value } }, t('{label}: {value} from now on.', { label, value }))
        }
      />
    </SettingRow>
  ));
}

function Token({ settings: { tokens }, live, set }: McpPart) {
  const isSet = tokens.includes('settings');
  const ofEnvironment = tokens.includes('environment') ? [t('CLAUDE_BROWSER_AUTH_TOKEN is taken too.')] : [];
  return (
    <SettingRow
      label={t('A token of your own')}
      note={[
        isSet ? t('One is set; it cannot be shown.') : t('None is set; credentials are made under Connect.'),
        ...ofEnvironment,
      ].join(' ')}
    >
      <TokenForm isSet={isSet} live={live} set={set} />
    </SettingRow>
  );
}

function TokenForm({ isSet, live, set }: { isSet: boolean } & Omit<McpPart, 'settings'>) {
  const [text, setText] = useState('');
  const store = async (event: FormEvent) => {
    event.preventDefault();
    await set({ authToken: text }, t('The token is taken from now on; it is not shown again.'));
    setText('');
  };
  return (
    <form className="line" onSubmit={event => void store(event)}>
      <span className="field w-60">
        <input
          type="password"
          aria-label={t('A token of your own')}
          autoComplete="off"
          placeholder={t('at least 32 characters')}
          minLength={32}
          disabled={!live}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </span>
      <ActButton size="small" type="submit" disabled={text.length < 32}>
        {t('Set')}
      </ActButton>
      {isSet ? (
        <ActButton size="small" onClick={() => void set({ authToken: null }, t('The token is taken no more.'))}>
          {t('Remove')}
        </ActButton>
      ) : null}
    </form>
  );
}
