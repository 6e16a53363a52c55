// The left side of Connect: agents found with their switches, the snippet of the chosen one, any other agent, and the ways in.
import { useEffect, useState } from 'react';
import { EndpointTable } from '../../../parts/endpoint-table.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { t } from '../../../words/language.ts';
import { FirstTask } from '../first-task.tsx';
import { bringIntoSight } from '../places.ts';
import { AgentForm } from './agent-form.tsx';
import { AgentList } from './agent-list.tsx';
import { ChangeSheet } from './change-sheet.tsx';
import { NewToken } from './new-credential.tsx';
import { chosenSubject } from './snippet-subject.ts';
import { Snippets } from './snippets.tsx';
import { useAgentSwitch } from './use-agent-switch.ts';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { Chain } from '../use-chain.ts';
import type { Places } from '../use-places.ts';
import type { useRemedy } from '../use-remedy.ts';
import type { AgentApps } from './use-agent-apps.ts';

interface AgentsPaneProps {
  readonly chain: Chain;
  readonly places: Places;
  readonly remedy: ReturnType<typeof useRemedy>;
}

export function AgentsPane({ chain: { agents, steps, asked }, places, remedy }: AgentsPaneProps) {
  const switching = useAgentSwitch();
  const { chosenId, choose, chooseAndShow } = useChosen(places.named.place === 'agents' ? places.named.id : null);
  const [token, setToken] = useState<{ readonly name: string; readonly token: string } | null>(null);
  const chosen = chosenSubject(agents.rows, agents.byHand, chosenId);
  const onSwitch = async (row: AgentConfig, on: boolean) => {
    choose(row.id);
    if (!switching.wasSeen()) return remedy.show({ id: row.id, change: on ? 'connect' : 'disconnect' });
    const changed = await switching.write(row, on);
    if (changed?.token) setToken({ name: row.title, token: changed.token });
  };
  const last = steps.at(-1);
  return (
    <div className="pane fill">
      <div className="scrolls" tabIndex={0} role="region" aria-label={t('Agents on this machine')}>
        {last?.isNext && asked === null && last.state === 'untried' ? <FirstTask /> : null}
        <AgentList
          agents={agents}
          chosenId={chosen?.id ?? null}
          onChoose={choose}
          onSnippet={chooseAndShow}
          onSwitch={(row, on) => void onSwitch(row, on)}
          onShow={(row, first) => remedy.show({ id: row.id, ...first })}
        />
        {agents.isOtherOpen ? <OtherAgent /> : null}
        {token ? <NewToken {...token} onDone={() => setToken(null)} /> : null}
        {chosen ? <Snippets key={chosen.id} subject={chosen} /> : null}
        <section id="endpoints" aria-label={t('Endpoints')}>
          <PaneHead title={t('Endpoints')} note={t('the ways into the hub')} />
          <EndpointTable />
        </section>
      </div>
      <ShownChange rows={agents.rows} remedy={remedy} onToken={setToken} />
    </div>
  );
}

interface ShownChangeProps extends Pick<AgentsPaneProps, 'remedy'> {
  readonly rows: AgentApps['rows'];
  readonly onToken: (made: { readonly name: string; readonly token: string }) => void;
}

/** The sheet of the row whose change is looked at. */
function ShownChange({ rows, remedy: { shown, show }, onToken }: ShownChangeProps) {
  const row = rows?.find(({ id }) => id === shown?.id);
  if (!row || shown === null) return null;
  // It closes itself when its change was answered, by when the user may have opened another one.
  const close = () => show(now => (now === shown ? null : now));
  return <ChangeSheet key={row.id} row={row} first={shown} onClose={close} onToken={onToken} />;
}

function OtherAgent() {
  return (
    <section aria-label={t('Any other agent')}>
      <PaneHead
        title={t('Any other agent')}
        note={t('making a credential is the approval; it can be revoked under Agents')}
      />
      <AgentForm />
    </section>
  );
}

/** The row whose snippet is shown: as the address names it, until another is chosen. */
function useChosen(named: string | null) {
  const [chosenId, choose] = useState(named);
  const [wasNamed, setWasNamed] = useState(named);
  const [shows, setShows] = useState(named === null ? 0 : 1);
  if (named !== wasNamed) {
    setWasNamed(named);
    if (named !== null) {
      choose(named);
      setShows(shows + 1);
    }
  }
  useEffect(() => {
    const snippet = shows > 0 && document.getElementById('snippet');
    if (snippet) bringIntoSight(snippet, false);
  }, [shows]);
  return {
    chosenId,
    choose,
    chooseAndShow: (id: string) => {
      choose(id);
      setShows(shows + 1);
    },
  };
}
