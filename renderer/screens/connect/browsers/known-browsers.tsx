// Browsers that were approved or denied before, each with the way to forget it.
import { BrowserMark } from '../../../parts/browser-mark.tsx';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { RenameBrowser } from '../../../parts/rename-browser.tsx';
import { Say } from '../../../parts/say.tsx';
import { Status } from '../../../parts/shape.tsx';
import { formatMoment, formatSpan } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { Browser } from '../../../../contract/schemas/entities.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { Tone } from '../../../words/tone.ts';

const tones: Readonly<Record<'connected' | 'away' | 'denied', Tone>> = {
  connected: 'running',
  away: 'stopped',
  denied: 'crashed',
};

const stateWords = { connected: t('connected'), away: t('away'), denied: t('denied') } as const;

type KnownBrowser = Browser & { readonly state: Extract<Browser['state'], { kind: keyof typeof tones }> };

const isKnown = (browser: Browser): browser is KnownBrowser => browser.state.kind !== 'pending';

export function KnownBrowsers({ now }: { now: number }) {
  const { browsers } = useSnapshot();
  const act = useAct();
  const rows = Object.values(browsers).filter(isKnown);
  if (rows.length === 0) return null;
  const forget = ({ id, name }: Browser) =>
    void act('browsers:forget', { browserId: id }, t('{name} was forgotten.', { name }));
  return (
    <DataTable
      label={t('Known browsers')}
      roomy
      rows={rows}
      rowId={browser => browser.id}
      columns={columnsFor(now, forget)}
    />
  );
}

function columnsFor(now: number, forget: (browser: Browser) => void): Column<KnownBrowser>[] {
  return [
    {
      head: t('Known browser'),
      cell: browser => <WhoCell browser={browser} />,
    },
    { head: t('State'), cell: ({ state }) => <StateCell state={state} now={now} /> },
    {
      head: t('Extension'),
      className: 'only-when-wide',
      cell: ({ extensionVersion }) => <Foreign text={extensionVersion} className="muted" />,
    },
    {
      head: t('–Actions'),
      width: 92,
      num: true,
      cell: browser => (
        <ConfirmButton
          size="small"
          label={t('Forget')}
          title={t('Forget {name}', { name: browser.name })}
          text={t('It is disconnected, and asks for approval again when it next says hello.')}
          onConfirm={() => forget(browser)}
        />
      ),
    },
  ];
}

function WhoCell({ browser }: { browser: KnownBrowser }) {
  const { id, name, version, os } = browser;
  const twin = twinOf(useSnapshot(), browser);
  return (
    <span className="line">
      <BrowserMark browserId={id} />
      <span className="two-lines">
        <span className="line gap-1">
          <Foreign text={name} className="strong ellipsis" />
          <RenameBrowser browser={browser} />
        </span>
        {version === '' ? null : (
          <small className="ellipsis">
            <Foreign text={t('{version} on {os}', { version, os })} />
          </small>
        )}
        {twin === undefined ? null : (
          <small className="text-attention">
            <Say
              text="its extension does not say which browser it is in: after a restart it may be the one called {name}"
              values={{ name: <Foreign text={twin.name} max={60} /> }}
            />
          </small>
        )}
      </span>
    </span>
  );
}

/** Another one that runs the same extension of others, which names neither browser nor profile: only the order in which they come tells them apart. */
function twinOf({ browsers }: Snapshot, { id, extensionId, extensionVersion }: Browser): Browser | undefined {
  if (extensionVersion !== '') return undefined;
  return Object.values(browsers).find(other => other.id !== id && other.extensionId === extensionId);
}

function StateCell({ state, now }: { state: KnownBrowser['state']; now: number }) {
  const { kind, since } = state;
  const isOverSocket = state.kind === 'connected' && state.relayPid === null;
  return (
    <span title={formatMoment(since)}>
      <Status tone={tones[kind]}>{stateWords[kind]}</Status>{' '}
      <span className="subtle">{t('for {span}', { span: formatSpan(now - since) })}</span>
      {isOverSocket ? <span className="subtle"> {t('over a WebSocket')}</span> : null}
    </span>
  );
}
