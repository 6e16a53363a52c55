// How an agent of this machine stands, in words: what its file says, and whether its program is connected now.
import { connectedAgents } from '../../../store/connected-agents.ts';
import { agentRate, type RateSample } from '../../../store/rates.ts';
import { formatRate, formatRecent } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { Tone } from '../../../words/tone.ts';

export interface StateWords {
  readonly tone: Tone;
  readonly text: string;
  /** The whole of it, where the line is too short. */
  readonly whole?: string;
}

export function agentState(row: AgentConfig, snapshot: Snapshot, samples: readonly RateSample[]): StateWords {
  const { state, restart, clientId } = row;
  switch (state.kind) {
    case 'absent':
      return { tone: 'stopped', text: t('not on this machine') };
    case 'manual':
      return { tone: 'stopped', text: t('found, pasted by hand'), whole: state.menu };
    case 'not-connected':
      return { tone: 'stopped', text: t('found, not connected') };
    case 'outdated':
      return { tone: 'attention', text: t('our entry is out of date'), whole: reasonWords(state.why) };
    case 'gone':
      return { tone: 'attention', text: t('our entry is gone since {time}', { time: formatRecent(state.since) }) };
    case 'broken':
      return {
        tone: 'crashed',
        text: t('broken at line {line}, column {column}', { line: String(state.line), column: String(state.column) }),
        whole: reasonWords(state.why),
      };
    case 'unreadable':
      return { tone: 'crashed', text: t('its file cannot be used'), whole: reasonWords(state.why) };
    case 'connected': {
      if (state.emptied)
        return {
          tone: 'attention',
          text: t('servers gone since {time}', { time: formatRecent(state.emptied.since) }),
        };
      const here = clientState(clientId, snapshot, samples);
      if (here.tone === 'running' || !restart) return here;
      return { tone: 'attention', text: t('restart it: open since {time}', { time: formatRecent(restart.startedAt) }) };
    }
  }
}

/** Whether the program of a credential is connected, and how busy it is. */
export function clientState(clientId: string | null, snapshot: Snapshot, samples: readonly RateSample[]): StateWords {
  const here = connectedAgents(snapshot).filter(agent => agent.clientId === clientId);
  if (here.length === 0) return { tone: 'stopped', text: t('set up, not started') };
  const rate = here.reduce((sum, { id }) => sum + agentRate(samples, id), 0);
  return {
    tone: 'running',
    text: rate < 0.05 ? t('connected, idle') : t('connected, {rate}', { rate: formatRate(rate) }),
  };
}

export const isOn = ({ state }: AgentConfig) => ['connected', 'outdated', 'gone'].includes(state.kind);

export const canSwitch = ({ state }: AgentConfig) => isOn({ state } as AgentConfig) || state.kind === 'not-connected';

/** The file, and whose it is: `~/.codex/config.toml, user`. */
export function agentFacts({ shownFile, project, otherServers, state }: AgentConfig): string {
  if (state.kind === 'absent') return t('not found');
  if (shownFile === null) return t('no file of its own');
  const whose = project === null ? t('user') : t('project');
  const others =
    state.kind === 'not-connected' && otherServers
      ? t('{count, plural, one {# server} other {# servers}}', { count: otherServers })
      : null;
  return [shownFile, whose, others].filter(part => part !== null).join(', ');
}
