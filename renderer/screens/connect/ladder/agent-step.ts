// The second link: an agent that has our entry in its configuration and is connected.
import { t } from '../../../words/language.ts';
import { failed, type Judgement, proven, type Remedy, untried } from './judgement.ts';

/** An agent of this machine, as far as the chain needs to know it. */
export interface AgentFact {
  readonly id: string;
  readonly name: string;
  readonly state: 'absent' | 'off' | 'on' | 'outdated' | 'gone' | 'broken' | 'unreadable';
  /** It has to be started again before it knows of us. */
  readonly restart: boolean;
}

/** `rows` is null while they are looked for; `here` are connected now; `heardAt` tells when one was heard from last, or is empty. */
export function agentStep(rows: readonly AgentFact[] | null, here: number, heardAt: string): Judgement {
  const restart = rows?.filter(row => row.state === 'on' && row.restart) ?? [];
  const note = restart[0] ? ` ${t('{name} is to be restarted.', { name: restart[0].name })}` : '';
  if (here > 0) return proven(`${t('{count} connected.', { count: here })}${note}`);
  if (rows === null) return untried(t('Looking for agents.'));
  const of = (...states: AgentFact['state'][]) => rows.find(({ state }) => states.includes(state));
  const on = of('on');
  if (on && restart.length === 0) {
    const heard = heardAt === '' ? '' : t('Last heard at {time}.', { time: heardAt });
    return untried(
      `${heard} ${t('{name} has our entry. Start it, and it connects by itself.', { name: on.name })}`.trim(),
    );
  }
  if (on) return untried(note.trim());
  const lost = of('gone', 'outdated');
  if (lost) return failed(lostText(lost), remedyFor(lost));
  const off = of('off');
  if (off) return untried(t('Switch on {name}, or another one below.', { name: off.name }), remedyFor(off));
  const broken = of('broken', 'unreadable');
  if (broken) return failed(t('The file of {name} cannot be changed.', { name: broken.name }), { kind: 'other-agent' });
  return untried(t('No known agent was found. Any other one can be given a command or an address.'), {
    kind: 'other-agent',
  });
}

function lostText({ name, state }: AgentFact): string {
  return state === 'gone'
    ? t('Our entry is gone from the file of {name}.', { name })
    : t('The entry of {name} is out of date.', { name });
}

function remedyFor({ id, name, state }: AgentFact): Remedy {
  return { kind: state === 'off' ? 'connect-agent' : 'compare-agent', id, name };
}
