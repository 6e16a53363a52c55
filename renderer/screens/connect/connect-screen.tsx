// Connect: the chain from the hub to the first round trip, then browsers, agents and endpoints.
import { EndpointTable } from '../../parts/endpoint-table.tsx';
import { PaneHead, ScreenBar } from '../../parts/layout.tsx';
import { PairBrowser } from '../../parts/pair-sheet.tsx';
import { useNow, useSnapshot } from '../../parts/panel-context.tsx';
import { useAnswer } from '../../parts/use-request.ts';
import { connectedAgents } from '../../store/connected-agents.ts';
import { t } from '../../words/language.ts';
import { AgentForm } from './agent-form.tsx';
import { BrowserSteps } from './browser-steps.tsx';
import { KnownBrowsers } from './known-browsers.tsx';
import { Ladder } from './ladder.tsx';
import { isSameRow, ManifestTable } from './manifest-table.tsx';
import { OtherExtensions } from './other-extensions.tsx';
import { PendingBrowsers } from './pending-browsers.tsx';
import type { ReactNode } from 'react';
import type { ManifestRow } from '../../../contract/schemas/manifests.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export function ConnectScreen() {
  const snapshot = useSnapshot();
  const now = useNow();
  const { rows, said, replace } = useManifests();
  const ours = rows?.filter(({ host }) => host === 'pilothouse') ?? null;
  return (
    <>
      <ScreenBar title={t('Connect')} note={connectedSentence(snapshot)} />
      <div className="scrolls" tabIndex={0} role="region" aria-label={t('Connect')}>
        <Ladder snapshot={snapshot} rows={ours} now={now} />
        <Part
          id="browsers"
          title={t('Connect a browser')}
          note={t('one switch writes or removes the manifest; its path is shown first')}
        >
          <PendingBrowsers />
          <BrowserSteps folders={snapshot.hub.extensionFolders} />
          <ManifestTable label={t('Browsers on this machine')} rows={ours} said={said} onChange={replace} />
          <KnownBrowsers now={now} />
          <p className="section">
            <PairBrowser />
          </p>
        </Part>
        <OtherExtensions rows={rows} onChange={replace} />
        <Part
          id="agents"
          title={t('Connect an agent')}
          note={t('making a credential is the approval; it can be revoked under Agents')}
        >
          <AgentForm />
        </Part>
        <Part id="endpoints" title={t('Endpoints')} note={t('the ways into the hub')}>
          <EndpointTable />
        </Part>
      </div>
    </>
  );
}

function connectedSentence(snapshot: Snapshot): string {
  return t(
    '{browsers, plural, =0 {no browsers} one {# browser} other {# browsers}} and {agents, plural, =0 {no agents} one {# agent} other {# agents}} connected',
    {
      browsers: Object.values(snapshot.browsers).filter(({ state }) => state.kind === 'connected').length,
      agents: connectedAgents(snapshot).length,
    },
  );
}

interface PartProps {
  /** What an address names it by. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}

function Part({ id, title, note, children }: PartProps) {
  return (
    <section id={id} aria-label={title}>
      <PaneHead title={title} note={note} />
      {children}
    </section>
  );
}

/** The manifest rows; null until they are there. Looked at again whenever the line comes back. */
function useManifests() {
  const [rows, setRows, said] = useAnswer('manifests', async link => (await link.request('manifests:list', {})).rows);
  const replace = (row: ManifestRow) =>
    setRows(old => old?.map(other => (isSameRow(other, row) ? row : other)) ?? null);
  return { rows, said, replace };
}
