// One agent of this machine: its switch, its mark, its file, its true state, and what can be done; below it what something else took out.

import { monogram } from '../../../../contract/monogram.ts';
import { AgentMark } from '../../../parts/agent-mark.tsx';
import { ActButton, Button } from '../../../parts/button.tsx';
import { Switch } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useLive, usePanel, useSnapshot } from '../../../parts/panel-context.tsx';
import { Status } from '../../../parts/shape.tsx';
import { clientIdentity } from '../../../words/identity.ts';
import { t } from '../../../words/language.ts';
import { agentFacts, agentState, canSwitch, clientState, isOn, type StateWords } from './agent-state.ts';
import { type FirstChange, hasSheet } from './draft.ts';
import { LostRow } from './lost-row.tsx';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';

interface AgentRowProps {
  readonly row: AgentConfig;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onSnippet: () => void;
  readonly onSwitch: (on: boolean) => void;
  /** Opens the change. */
  readonly onShow: (first?: FirstChange) => void;
}

export function AgentRow(props: AgentRowProps) {
  const { row, isChosen, onChoose, onSwitch } = props;
  const live = useLive();
  const snapshot = useSnapshot();
  const samples = usePanel(state => state.samples);
  const { id, title, clientId } = row;
  const state = agentState(row, snapshot, samples);
  const known = clientId === null ? null : clientIdentity(snapshot, clientId, title);
  return (
    <li id={`agent-${id}`} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
      <Switch
        label={t('Connect {name}', { name: nameOf(row) })}
        on={isOn(row)}
        disabled={!live || !canSwitch(row)}
        title={canSwitch(row) ? undefined : (state.whole ?? state.text)}
        onSwitch={onSwitch}
      />
      <AgentMark who={known ?? { colour: null, mono: monogram(title), active: false }} />
      <Names name={title} facts={agentFacts(row)} />
      <State state={state} />
      <span className="connect-act">
        <RowActs {...props} />
      </span>
      <LostRow {...props} />
    </li>
  );
}

interface ClientRowProps extends Pick<AgentRowProps, 'isChosen' | 'onChoose' | 'onSnippet'> {
  readonly client: Client;
}

/** A client that was made by hand has no switch: its program was told by the user. */
export function ClientRow({ client, isChosen, onChoose, onSnippet }: ClientRowProps) {
  const snapshot = useSnapshot();
  const samples = usePanel(state => state.samples);
  const { id, name } = client;
  return (
    <li id={`agent-client:${id}`} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
      <span className="switch-space" />
      <AgentMark who={clientIdentity(snapshot, id)} />
      <Names name={name} facts={t('set up by hand')} />
      <State state={clientState(id, snapshot, samples)} />
      <span className="connect-act">
        <SnippetButton name={name} onSnippet={onSnippet} />
      </span>
    </li>
  );
}

function Names({ name, facts }: { name: string; facts: string }) {
  return (
    <span className="two-lines fill">
      <Foreign text={name} className="strong ellipsis" />
      <small className="ellipsis" title={facts}>
        <Foreign text={facts} />
      </small>
    </span>
  );
}

function State({ state: { tone, text, whole } }: { state: StateWords }) {
  return (
    <span className="connect-state">
      <Status tone={tone} title={whole ?? text}>
        {text}
      </Status>
    </span>
  );
}

/** Whatever the state, the mouse reaches the snippet and the change of each agent that is here. */
function RowActs({ row, onSnippet, onShow }: AgentRowProps) {
  const name = nameOf(row);
  const { kind } = row.state;
  if (kind === 'absent') return null;
  const isAsking = kind === 'outdated' || kind === 'broken' || kind === 'unreadable';
  return (
    <>
      <SnippetButton name={name} onSnippet={onSnippet} />
      {hasSheet(row) ? (
        <ActButton
          size="small"
          look={isAsking ? undefined : 'ghost'}
          data-remedy={isAsking ? '' : undefined}
          aria-label={isAsking ? t('Look at the file of {name}', { name }) : t('Change of {name}', { name })}
          onClick={() => onShow()}
        >
          {isAsking ? t('Look') : t('Change…')}
        </ActButton>
      ) : null}
    </>
  );
}

function SnippetButton({ name, onSnippet }: { name: string; onSnippet: () => void }) {
  return (
    <Button size="small" look="ghost" aria-label={t('Snippet of {name}', { name })} onClick={onSnippet}>
      {t('Snippet')}
    </Button>
  );
}

/** Two rows of one program are told apart by their project. */
export function nameOf({ title, project }: AgentConfig): string {
  return project === null ? title : t('{name} in {folder}', { name: title, folder: project });
}
