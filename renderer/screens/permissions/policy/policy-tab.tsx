// The policy file: its rules, read-only, with its path and state; how to make one when there is none.
import { Lock } from 'lucide-react';
import { useListKeys } from '../../../frame/keys.ts';
import { permissionPath } from '../../../frame/permission-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { CommandLine, CopyButton } from '../../../parts/copy.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Effect, effectWidth } from '../../../parts/effect.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonParts } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { formatAge, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { reasonParts } from '../../../words/reason-words.ts';
import { scopeTitle } from '../../../words/rule-words.ts';
import { CatalogueRules } from './catalogue-rules.tsx';
import { PolicyDetail, type PolicyRow } from './policy-detail.tsx';
import { examplePolicy, policyPlaces, policySubjects, ruleCount } from './policy-words.ts';
import { SignedList } from './signed-list.tsx';
import type { PolicyState } from '../../../../contract/schemas/policy-state.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export function PolicyTab({ selected, now }: { selected: string | null; now: number }) {
  const { policy, policyList: list = null } = useSnapshot().hub;
  const { catalogue = null } = policy;
  const select = (id: string) => goTo('permissions', permissionPath('policy', id));
  useListKeys(
    policy.rules.map(({ id }) => id),
    selected,
    select,
    () => goTo('permissions', permissionPath('policy')),
  );
  return (
    <div className="panes">
      <section className="pane fill" aria-label={t('Policy')}>
        {policy.state === 'broken' ? <Broken policy={policy} /> : null}
        {policy.state === 'none' ? <NoPolicy path={policy.path} /> : <Head policy={policy} now={now} />}
        {policy.state === 'active' && policy.rules.length === 0 ? (
          <p className="subtle p-4 text-xs">{t('No rule speaks of calls, so your grants alone decide.')}</p>
        ) : null}
        {policy.rules.length > 0 || catalogue ? (
          <div
            className="scrolls"
            tabIndex={policy.rules.length > 0 ? -1 : 0}
            role="group"
            aria-label={t('What the policy says')}
          >
            {policy.rules.length > 0 ? <RuleTable rules={policy.rules} selected={selected} onSelect={select} /> : null}
            {catalogue ? <CatalogueRules catalogue={catalogue} /> : null}
            {list ? <SignedList list={list} now={now} /> : null}
          </div>
        ) : null}
      </section>
      {selected === null ? null : (
        <PolicyDetail key={selected} id={selected} rule={policy.rules.find(({ id }) => id === selected)} now={now} />
      )}
    </div>
  );
}

function Head({ policy, now }: { policy: PolicyState; now: number }) {
  const { path, loadedAt, state } = policy;
  return (
    <div className="pane-head policy-head">
      <Lock className="icon-14 text-ink-3" aria-hidden="true" />
      <h2>{t('{count, plural, =0 {no rules} one {# rule} other {# rules}}', { count: ruleCount(policy) })}</h2>
      <Foreign text={path} className="note mono ellipsis" />
      <span className="note" title={loadedAt === null ? undefined : formatMoment(loadedAt)}>
        {readWords(state === 'broken', loadedAt === null ? null : formatAge(loadedAt, now))}
      </span>
      <span className="fill" />
      <span className="note only-when-wide ellipsis">
        {t('above your grants; change it in the file, it is read at once')}
      </span>
      <CopyButton text={path} what={t('path')} />
    </div>
  );
}

/** `age` is null for a file that was not read yet. */
function readWords(broken: boolean, age: string | null): string {
  if (age === null) return broken ? t('last good one not read yet') : t('in force, not read yet');
  return broken ? t('last good one read {age}', { age }) : t('in force, read {age}', { age });
}

function Broken({ policy }: { policy: PolicyState }) {
  const { error, loadedAt } = policy;
  return (
    <div className="state crashed my-3" role="alert">
      <Shape tone="crashed" />
      <b>
        {error === null
          ? t('The policy file cannot be used')
          : t('The policy file cannot be used: line {line}, column {column}', {
              line: String(error.line),
              column: String(error.column),
            })}
      </b>
      <span />
      {error === null ? null : (
        <p>
          <ReasonParts parts={reasonParts(error.why)} />
        </p>
      )}
      <p>
        {loadedAt === null
          ? t('No policy holds until it can be read.')
          : t(
              'The {count, plural, =0 {no rules} one {# rule} other {# rules}} of the last good one, read {time}, stay in force until it is mended.',
              { count: ruleCount(policy), time: formatMoment(loadedAt) },
            )}
      </p>
    </div>
  );
}

function NoPolicy({ path }: { path: string }) {
  const text = examplePolicy;
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label={t('How to make a policy')}>
      <div className="guide">
        <h2>{t('There is no policy file')}</h2>
        <p className="muted">
          {t(
            'A policy stands above your grants: its denies beat every answer, its allows need no question. It is for what a team or this machine should always hold. Write the file here; it is read at once, and again whenever it changes.',
          )}
        </p>
        <CommandLine text={path} what={t('path of the policy')} />
        <PaneHead title={t('For example')} note={t('never upload files; read from the server docs without a question')}>
          <CopyButton text={text} what={t('example')} />
        </PaneHead>
        <pre className="well code p-3" aria-label={t('Example')}>
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
    <DataTable
      label={t('Rules of the policy')}
      columns={selected === null ? columns : columns.filter(({ className }) => className !== 'only-when-wide')}
      rows={rules}
      rowId={({ id }) => id}
      selected={selected}
      onSelect={onSelect}
    />
  );
}

const columns: readonly Column<PolicyRow>[] = [
  { head: t('Rule'), width: 150, cell: ({ id }) => <Foreign text={id} className="mono" /> },
  { head: t('Effect'), width: effectWidth, cell: ({ effect }) => <Effect effect={effect} /> },
  { head: t('Who'), width: 130, cell: rule => <Names rule={rule} words={policySubjects} /> },
  { head: t('What'), cell: ({ scopes }) => scopes.map(scopeTitle).join(', ') },
  {
    head: t('How much'),
    width: 150,
    className: 'only-when-wide',
    cell: ({ tools, reading }) => (
      <Foreign
        className={tools ? 'mono ellipsis' : 'muted'}
        text={tools?.join(', ') ?? (reading ? t('only what reads') : t('every tool'))}
      />
    ),
  },
  { head: t('Where'), width: 150, cell: rule => <Names rule={rule} words={policyPlaces} /> },
  {
    head: t('Reason'),
    className: 'only-when-wide',
    cell: ({ reason }) => (reason === null ? null : <Foreign text={reason} className="subtle ellipsis" />),
  },
];

interface NamesProps {
  readonly rule: PolicyRow;
  readonly words: (snapshot: Snapshot, rule: PolicyRow) => string;
}

function Names({ rule, words }: NamesProps) {
  const snapshot = useSnapshot();
  return <Foreign className="muted ellipsis" text={words(snapshot, rule)} />;
}
