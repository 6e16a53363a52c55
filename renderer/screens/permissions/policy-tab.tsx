// The policy file: its rules, read-only, with its path and state; how to make one when there is none.
import { Lock } from 'lucide-react';

import type { PolicyState } from '../../../electron/contract/policy-state.ts';
import type { Snapshot } from '../../../electron/contract/snapshot.ts';
import { useListKeys } from '../../frame/keys.ts';
import { goTo } from '../../frame/route.ts';
import { CommandLine, CopyButton } from '../../parts/copy.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { PaneHead } from '../../parts/layout.tsx';
import { useSnapshot } from '../../parts/panel-context.tsx';
import { Shape } from '../../parts/shape.tsx';
import { permissionPath } from '../../store/permission-paths.ts';
import { formatAge, formatCounted, formatMoment } from '../../words/format.ts';
import { examplePolicy, policyPlace, policySubject } from '../../words/policy-words.ts';
import { scopeTitle } from '../../words/rule-words.ts';
import { Effect } from './effect.tsx';
import { PolicyDetail } from './policy-detail.tsx';

export type PolicyRow = PolicyState['rules'][number];

export function PolicyTab({ selected, now }: { selected: string | null; now: number }) {
  const { policy } = useSnapshot().hub;
  const select = (id: string) => goTo('permissions', permissionPath('policy', id));
  useListKeys(
    policy.rules.map(({ id }) => id),
    selected,
    select,
    () => goTo('permissions', permissionPath('policy')),
  );
  return (
    <div className="panes">
      <section className="pane fill" aria-label="Policy">
        {policy.state === 'broken' ? <Broken policy={policy} /> : null}
        {policy.state === 'none' ? <NoPolicy path={policy.path} /> : <Head policy={policy} now={now} />}
        {policy.rules.length > 0 ? <RuleTable rules={policy.rules} selected={selected} onSelect={select} /> : null}
        {policy.state === 'active' && policy.rules.length === 0 ? (
          <p className="mm p-4 text-xs">The file has no rule, so your grants alone decide.</p>
        ) : null}
      </section>
      {selected === null ? null : (
        <PolicyDetail key={selected} id={selected} rule={policy.rules.find(({ id }) => id === selected)} now={now} />
      )}
    </div>
  );
}

function Head({ policy: { path, rules, loadedAt, state }, now }: { policy: PolicyState; now: number }) {
  const loaded = loadedAt === null ? 'not read yet' : `read ${formatAge(loadedAt, now)}`;
  return (
    <div className="phead policy-head">
      <Lock className="i14 text-ink-3" aria-hidden="true" />
      <h2>{formatCounted(rules.length, 'rule')}</h2>
      <Foreign text={path} className="note mono cut" />
      <span className="note" title={loadedAt === null ? undefined : formatMoment(loadedAt)}>
        {state === 'broken' ? `last good one ${loaded}` : `in force, ${loaded}`}
      </span>
      <span className="fill" />
      <span className="note wide cut">above your grants; change it in the file, it is read at once</span>
      <CopyButton text={path} what="path" />
    </div>
  );
}

function Broken({ policy: { error, loadedAt, rules } }: { policy: PolicyState }) {
  return (
    <div className="state crashed my-3" role="alert">
      <Shape tone="crashed" />
      <b>
        The policy file cannot be used
        {error === null ? '' : `: line ${error.line}, column ${error.column}`}
      </b>
      <span />
      {error === null ? null : (
        <p>
          <Foreign text={error.message} />
        </p>
      )}
      <p>
        {loadedAt === null
          ? 'No policy holds until it can be read.'
          : `The ${formatCounted(rules.length, 'rule')} of the last good one, read ${formatMoment(loadedAt)}, stay in force until it is mended.`}
      </p>
    </div>
  );
}

function NoPolicy({ path }: { path: string }) {
  const text = examplePolicy;
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label="How to make a policy">
      <div className="guide">
        <h2>There is no policy file</h2>
        <p className="m">
          A policy stands above your grants: its denies beat every answer, its allows need no question. It is for what a
          team or this machine should always hold. Write the file here; it is read at once, and again whenever it
          changes.
        </p>
        <CommandLine text={path} what="path of the policy" />
        <PaneHead title="For example" note="never upload files; read from the server docs without a question">
          <CopyButton text={text} what="example" />
        </PaneHead>
        <pre className="well code p-3" aria-label="Example">
          {text}
        </pre>
      </div>
    </div>
  );
}

interface RuleTableProps {
  readonly rules: readonly PolicyRow[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

function RuleTable({ rules, selected, onSelect }: RuleTableProps) {
  return (
    <div className="scrolls" tabIndex={-1}>
      <DataTable
        label="Rules of the policy"
        columns={selected === null ? columns : columns.filter(({ head }) => head !== 'Reason' && head !== 'How much')}
        rows={rules}
        rowId={({ id }) => id}
        selected={selected}
        onSelect={onSelect}
      />
    </div>
  );
}

const columns: readonly Column<PolicyRow>[] = [
  { head: 'Rule', width: 150, cell: ({ id }) => <Foreign text={id} className="mono" /> },
  { head: 'Effect', width: 76, cell: ({ effect }) => <Effect effect={effect} /> },
  { head: 'Who', width: 130, cell: ({ subjects }) => <Names texts={subjects} name={policySubject} /> },
  { head: 'What', cell: ({ scopes }) => scopes.map(scopeTitle).join(', ') },
  {
    head: 'How much',
    width: 150,
    className: 'wide',
    cell: ({ tools, reading }) => (
      <Foreign
        className={tools ? 'mono cut' : 'm'}
        text={tools?.join(', ') ?? (reading ? 'only what reads' : 'every tool')}
      />
    ),
  },
  {
    head: 'Where',
    width: 150,
    cell: ({ where }) => (where.length === 0 ? 'everywhere' : <Names texts={where} name={policyPlace} />),
  },
  {
    head: 'Reason',
    className: 'wide',
    cell: ({ reason }) => (reason === null ? null : <Foreign text={reason} className="mm cut" />),
  },
];

interface NamesProps {
  readonly texts: readonly string[];
  readonly name: (snapshot: Snapshot, text: string) => string;
}

function Names({ texts, name }: NamesProps) {
  const snapshot = useSnapshot();
  return <Foreign className="m cut" text={texts.map(text => name(snapshot, text)).join(', ')} />;
}
