// The policy file: its rules, read-only, with its path and state; how to make one when there is none.
import { Lock } from 'lucide-react';
import { useListKeys } from '../../../frame/keys.ts';
import { permissionPath } from '../../../frame/permission-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { CommandLine, CopyButton } from '../../../parts/copy.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { ReasonParts } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { formatAge, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { reasonParts } from '../../../words/reason-words.ts';
import { CatalogueRules } from './catalogue-rules.tsx';
import { type FleetRuleSet, FleetRules, fleetRowId, ruleOfFleet, useFleetRules } from './fleet-rules.tsx';
import { PolicyDetail } from './policy-detail.tsx';
import { examplePolicy, ruleCount } from './policy-words.ts';
import { RuleTable } from './rule-table.tsx';
import { SignedList } from './signed-list.tsx';
import type { PolicyState } from '../../../../contract/schemas/policy-state.ts';

export function PolicyTab({ selected, now }: { selected: string | null; now: number }) {
  const { policy } = useSnapshot().hub;
  const fleet = useFleetRules();
  const select = (id: string) => goTo('permissions', permissionPath('policy', id));
  const rows = [...(fleet?.rules.map(({ id }) => fleetRowId(id)) ?? []), ...policy.rules.map(({ id }) => id)];
  useListKeys(rows, selected, select, () => goTo('permissions', permissionPath('policy')));
  return (
    <div className="panes">
      <section className="pane fill" aria-label={t('Policy')}>
        {policy.state === 'broken' ? <Broken policy={policy} /> : null}
        {fleet ? (
          <div
            className="scrolls"
            tabIndex={rows.length > 0 ? -1 : 0}
            role="group"
            aria-label={t('What the policies say')}
          >
            <FleetRules fleet={fleet} selected={selected} onSelect={select} now={now} />
            <PaneHead title={t('Policy of this machine')} note={t('beneath that of the fleet, above your grants')} />
            {policy.state === 'none' ? <NoFile path={policy.path} /> : <Head policy={policy} now={now} />}
            <FilePolicy selected={selected} onSelect={select} now={now} />
          </div>
        ) : (
          <FileAlone selected={selected} onSelect={select} now={now} />
        )}
      </section>
      {selected === null ? null : <Detail fleet={fleet} selected={selected} now={now} />}
    </div>
  );
}

interface ListProps {
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
  readonly now: number;
}

function FileAlone(props: ListProps) {
  const { policy } = useSnapshot().hub;
  const hasRules = policy.rules.length > 0;
  return (
    <>
      {policy.state === 'none' ? <NoPolicy path={policy.path} /> : <Head policy={policy} now={props.now} />}
      {policy.state === 'none' ? null : (
        <div className="scrolls" tabIndex={hasRules ? -1 : 0} role="group" aria-label={t('What the policy says')}>
          <FilePolicy {...props} />
        </div>
      )}
    </>
  );
}

function FilePolicy({ selected, onSelect, now }: ListProps) {
  const { policy, policyList: list = null } = useSnapshot().hub;
  const { rules, catalogue = null } = policy;
  return (
    <>
      {policy.state === 'active' && rules.length === 0 ? (
        <p className="subtle p-4 text-xs">{t('No rule speaks of calls, so your grants alone decide.')}</p>
      ) : null}
      {rules.length > 0 ? (
        <RuleTable label={t('Rules of the policy')} rules={rules} selected={selected} onSelect={onSelect} />
      ) : null}
      {catalogue ? <CatalogueRules catalogue={catalogue} /> : null}
      {list ? <SignedList list={list} now={now} /> : null}
    </>
  );
}

function NoFile({ path }: { path: string }) {
  return (
    <p className="section subtle">
      {t('There is no policy file yet; it would be this one:')} <Foreign text={path} className="mono" />
    </p>
  );
}

/** Of a rule of the fleet or of the file. */
function Detail({ fleet, selected, now }: { fleet: FleetRuleSet | null; selected: string; now: number }) {
  const { policy } = useSnapshot().hub;
  const ofFleet = ruleOfFleet(fleet, selected);
  if (ofFleet) return <PolicyDetail key={selected} {...ofFleet} now={now} />;
  const rule = policy.rules.find(({ id }) => id === selected);
  return <PolicyDetail key={selected} id={selected} code={`policy ${selected}`} rule={rule} now={now} />;
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
