// MCP over HTTP in the settings: its port, how many requests a client may make, which pages may ask, and a token set by hand.
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { useAct, useLive } from '../../parts/panel-context.tsx';
import { useAnswer } from '../../parts/use-request.ts';
import { t, tIn } from '../../words/language.ts';
import { NumberField, SettingRow } from './setting-row.tsx';
import type { McpServerChange, McpServerView } from '../../../contract/schemas/mcp-server.ts';

type Set = (change: McpServerChange, done: string) => Promise<void>;

interface Part {
  readonly settings: McpServerView;
  readonly live: boolean;
  readonly set: Set;
}

export function McpServerSettings() {
  const act = useAct();
  const live = useLive();
  const [answer, setAnswer] = useAnswer('mcp-server', link => link.request('mcp-server:get', {}));
  if (!answer) return null;
  const set: Set = async (change, done) => {
    const changed = await act('mcp-server:set', { change }, done);
    if (changed) setAnswer(changed);
  };
  const part = { settings: answer.settings, live, set };
  return (
    <>
      <h2>{t('MCP over HTTP')}</h2>
      <Port {...part} />
      <Limits {...part} />
      <Origins {...part} />
      <Token {...part} />
    </>
  );
}

function Port({ settings: { port, effectivePort, portFrom }, live, set }: Part) {
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

function Limits({ settings, live, set }: Part) {
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

function Origins({ settings: { corsOrigins }, live, set }: Part) {
  const listed = corsOrigins.join(' ');
  return (
    <SettingRow
      label={t('Pages that may ask')}
      note={t('Their origins, with blanks between; http://localhost:* stands for every port')}
    >
      <span className="field w-80">
        <input
          key={listed}
          className="mono"
          aria-label={t('Origins of pages that may ask')}
          placeholder={tIn('pages', 'none')}
          spellCheck={false}
          disabled={!live}
          defaultValue={listed}
          onBlur={({ target }) => {
            const origins = target.value.split(/[\s,]+/).filter(origin => origin !== '');
            if (origins.join(' ') !== listed)
              void set({ corsOrigins: origins }, t('The pages that may ask were changed.'));
          }}
        />
      </span>
    </SettingRow>
  );
}

function Token({ settings: { tokens }, live, set }: Part) {
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

function TokenForm({ isSet, live, set }: { isSet: boolean } & Omit<Part, 'settings'>) {
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
          minLength={16}
          disabled={!live}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </span>
      <ActButton size="small" type="submit" disabled={text.length < 16}>
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
