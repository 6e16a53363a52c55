// Who may ask over HTTP beside those with a credential: programs without a token, and pages; both with a plain word of what that means.
import { useState } from 'react';
import { localPageOrigins } from '../../../contract/mcp-server.ts';
import { Switch } from '../../parts/choices.tsx';
import { ConfirmSheet } from '../../parts/confirm.tsx';
import { Shape } from '../../parts/shape.tsx';
import { t, tIn } from '../../words/language.ts';
import { SettingRow, TextField } from './setting-row.tsx';
import type { McpServerChange, McpServerView } from '../../../contract/schemas/mcp-server.ts';

export interface McpPart {
  readonly settings: McpServerView;
  readonly live: boolean;
  /** `done` is what is said once it was taken. */
  readonly set: (change: McpServerChange, done: string) => Promise<void>;
}

export function McpCallers(part: McpPart) {
  return (
    <>
      <WithoutToken {...part} />
      <LocalPages {...part} />
      <Origins {...part} />
    </>
  );
}

function WithoutToken({ settings: { withoutToken, effectivePort }, live, set }: McpPart) {
  const [asks, setAsks] = useState(false);
  const label = t('Programs without a token');
  const letIn = () => {
    setAsks(false);
    void set({ withoutToken: true }, t('Programs without a token are let in from now on.'));
  };
  return (
    <SettingRow
      label={label}
      note={
        withoutToken ? (
          <Warning text={everyProgram()} />
        ) : (
          t('Off, every program has to show one; on, http://127.0.0.1:{port}/sse is also open to those that cannot', {
            port: String(effectivePort),
          })
        )
      }
    >
      <Switch
        label={label}
        on={withoutToken}
        disabled={!live}
        onSwitch={on =>
          on ? setAsks(true) : void set({ withoutToken: false }, t('Every program needs a token from now on.'))
        }
      />
      <ConfirmSheet
        label={t('Let them in')}
        title={t('Let programs in without a token?')}
        text={everyProgram()}
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={letIn}
      />
    </SettingRow>
  );
}

function everyProgram(): string {
  return t(
    'Any program of this machine, of every account on it, may ask on /sse, /message and /tools. Nothing tells them apart: what you allow one of them, you allow all. You are asked as for any client, and pages of the web stay out.',
  );
}

function LocalPages({ settings: { corsOrigins, withoutToken }, live, set }: McpPart) {
  const label = t('Pages of this machine');
  const on = localPageOrigins.every(origin => corsOrigins.includes(origin));
  const others = corsOrigins.filter(origin => !localPageOrigins.some(local => local === origin));
  return (
    <SettingRow
      label={label}
      note={
        on ? (
          <Warning
            text={
              withoutToken
                ? t(
                    'Any page that a server on this machine shows may ask, and needs no token: also one of another account, and one that was tampered with.',
                  )
                : t('Any page that a server on this machine shows may ask, of every account, if it has a token.')
            }
          />
        ) : (
          t('Those of http://localhost and http://127.0.0.1, whatever their port, such as that of a tool you develop')
        )
      }
    >
      <Switch
        label={label}
        on={on}
        disabled={!live}
        onSwitch={wanted =>
          void set(
            { corsOrigins: wanted ? [...localPageOrigins, ...others] : others },
            wanted ? t('Pages of this machine may ask from now on.') : t('Pages of this machine may ask no more.'),
          )
        }
      />
    </SettingRow>
  );
}

function Origins({ settings: { corsOrigins }, live, set }: McpPart) {
  const listed = corsOrigins.join(' ');
  return (
    <SettingRow
      label={t('Pages that may ask')}
      note={t('Their origins, with blanks between; http://localhost:* stands for every port')}
    >
      <TextField
        label={t('Origins of pages that may ask')}
        value={listed}
        placeholder={tIn('pages', 'none')}
        live={live}
        onChange={text => {
          const origins = text.split(/[\s,]+/).filter(origin => origin !== '');
          if (origins.join(' ') !== listed)
            void set({ corsOrigins: origins }, t('The pages that may ask were changed.'));
        }}
      />
    </SettingRow>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <span className="line text-attention">
      <Shape tone="attention" />
      <span className="text-ink">{text}</span>
    </span>
  );
}
