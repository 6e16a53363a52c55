// What a server gets of the user's own environment: each variable with where it comes from, and a switch for each group of them.
import { Switch } from '../../../parts/choices.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useAct, useLive } from '../../../parts/panel-context.tsx';
import { Setting } from '../../../parts/setting.tsx';
import { Unanswered } from '../../../parts/unanswered.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { t } from '../../../words/language.ts';
import { groupWords, originWords, passesWords } from './environment-words.ts';
import type { ServerEnvironment } from '../../../../contract/schemas/server-config.ts';
import type { EnvironmentGroup, Server } from '../../../../contract/schemas/servers.ts';

type Inherited = ServerEnvironment['variables'][number];

export function InheritedPart({ server }: { server: Server }) {
  const turn = `${server.id} ${server.hash} ${server.options.withheld.join()} ${server.options.sandbox === null}`;
  const asked = useRequest(turn, link => link.request('servers:environment', { serverId: server.id }));
  if (asked.kind !== 'there') return <Unanswered asked={asked} />;
  const { variables, bySandbox } = asked.value;
  return (
    <>
      <PaneHead
        title={t('From your environment')}
        note={t('as a program in a terminal would get it; nothing else of it')}
      />
      {groups.map(group => (
        <GroupRow key={group} server={server} group={group} variables={variables} byWalls={bySandbox.includes(group)} />
      ))}
      <DataTable label={t('From your environment')} columns={columns} rows={variables} rowId={({ name }) => name} />
    </>
  );
}

const groups = ['display', 'proxy', 'certificates', 'locale', 'docker'] as const satisfies readonly EnvironmentGroup[];

interface GroupRowProps {
  readonly server: Server;
  readonly group: EnvironmentGroup;
  readonly variables: readonly Inherited[];
  /** Its sandbox withholds it. */
  readonly byWalls: boolean;
}

function GroupRow({ server, group, variables, byWalls }: GroupRowProps) {
  const act = useAct();
  const live = useLive();
  const own = variables.filter(variable => variable.group === group);
  const { withheld } = server.options;
  const { label, note } = groupWords[group];
  // There is nothing to be withheld or given.
  if (own.length === 0 && !withheld.includes(group)) return null;
  const change = (gets: boolean) => {
    const next = gets ? withheld.filter(one => one !== group) : [...withheld, group];
    void act('servers:set', { serverId: server.id, withheld: next });
  };
  return (
    <Setting label={label} note={byWalls ? t('Withheld by its sandbox, because it would lead out of it.') : note}>
      <Switch label={label} on={!byWalls && !withheld.includes(group)} disabled={!live || byWalls} onSwitch={change} />
    </Setting>
  );
}

const columns: Column<Inherited>[] = [
  { head: t('Name'), width: 210, cell: ({ name }) => <Foreign className="mono" text={name} /> },
  {
    head: t('Value'),
    cell: ({ value, passes }) =>
      passes === 'passes' ? (
        <Foreign className="mono" text={value} />
      ) : (
        <span className="subtle">{passesWords[passes]}</span>
      ),
  },
  { head: t('Comes from'), width: 150, cell: ({ origin }) => <span className="subtle">{originWords[origin]}</span> },
];
