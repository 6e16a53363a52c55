// What a session over HTTP is told of this server, and what becomes of its tabs.
import { defaultServerName } from '../../../contract/mcp-server.ts';
import { Segmented } from '../../parts/choices.tsx';
import { t } from '../../words/language.ts';
import { SettingRow, TextField } from './setting-row.tsx';
import type { McpPart } from './mcp-callers.tsx';

export function McpSessions(part: McpPart) {
  return (
    <>
      <ServerName {...part} />
      <TabsAtEnd {...part} />
    </>
  );
}

function ServerName({ settings: { serverName }, live, set }: McpPart) {
  return (
    <SettingRow
      label={t('Name on /sse')}
      note={t('What a client reads there as the name of this server; empty for the usual one')}
    >
      <TextField
        label={t('Name of this server on /sse')}
        value={serverName}
        placeholder={defaultServerName}
        most={60}
        live={live}
        onChange={text => {
          const name = text.trim() || defaultServerName;
          if (name !== serverName)
            void set({ serverName: name }, t('On /sse this server is called {name} from now on.', { name }));
        }}
      />
    </SettingRow>
  );
}

function TabsAtEnd({ settings: { tabsAtEnd }, live, set }: McpPart) {
  const label = t('Tabs of a session that has ended');
  return (
    <SettingRow
      label={label}
      note={t(
        'Of agents over HTTP. Those in front, those that you gave it, and all of an agent that you end stay open in any case',
      )}
    >
      <Segmented
        label={label}
        value={tabsAtEnd}
        disabled={!live}
        onChoose={value =>
          void set(
            { tabsAtEnd: value },
            value === 'close'
              ? t('Tabs of ended sessions are closed from now on.')
              : t('Tabs of ended sessions stay open from now on.'),
          )
        }
        choices={[
          { value: 'leave', label: t('Stay open') },
          { value: 'close', label: t('Are closed') },
        ]}
      />
    </SettingRow>
  );
}
